// The stable code of everything that can go wrong.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <accelloader/export.hpp>

namespace accelloader {

/// The steps a backend walks down, in order. What stopped it stays with it as findings.
enum class Stage : std::uint8_t { discover = 1, parse, resolve, hardware, inspect, open, negotiate, activate };

/// The kind of a failure, stable across releases: a number is never given a second meaning. Printed as `A0403`; its
/// hundreds are the Stage it belongs to.
enum class ErrorCode : std::uint16_t {
  search_path_entry_missing = 101,  ///< a folder or file that a variable names does not exist
  search_path_unreadable = 102,     ///< a folder exists and may not be listed
  manifest_not_regular = 103,       ///< a folder, FIFO, socket or device called x.json
  manifest_unreadable = 104,        ///< no permission, a dangling link, an I/O error
  manifest_too_large = 105,
  too_many_manifests = 106,
  environment_ignored = 107,  ///< a privileged process does not trust its environment
  manifest_untrusted = 108,   ///< another user than root and this one could change it

  manifest_not_json = 201,
  manifest_empty = 202,
  manifest_too_deep = 203,
  manifest_too_many_values = 204,
  manifest_duplicate_key = 205,
  manifest_unknown_key = 206,
  manifest_missing_key = 207,
  manifest_wrong_type = 208,
  manifest_bad_value = 209,
  manifest_version_unsupported = 210,
  manifest_name_not_usable = 211,
  manifest_variable_unset = 212,  ///< `${VAR}` in a folder, and VAR is not set

  backend_disabled = 301,  ///< left out by ACCELLOADER_BACKENDS
  selection_unknown_backend = 302,
  backend_shadowed = 303,
  manifest_duplicate = 304,  ///< one file found by two ways
  backend_unknown = 305,     ///< asked for by name, and no manifest has it

  machine_wrong_os = 401,
  machine_wrong_arch = 402,
  hardware_not_found = 403,
  device_node_missing = 404,    ///< the hardware is there, its driver is not
  device_node_forbidden = 405,  ///< the node is there and this user may not open it
  kernel_module_missing = 406,
  c_library_too_old = 407,
  device_busy = 408,                   ///< another process has the device, and it can be had once
  iommu_group_missing = 409,           ///< the device is there, and no IOMMU group has it
  environment_variable_missing = 410,  ///< one that `requires.environment` names
  lock_file_in_the_way = 411,          ///< left by a process that has ended, or another user's
  device_not_in_container = 412,       ///< the hardware is there, and its node was not passed in

  library_not_found = 502,
  library_not_regular = 503,
  library_empty = 504,
  library_hash_differs = 505,
  library_unreadable = 506,     ///< no permission, a ring of links, an I/O error
  library_not_elf = 507,        ///< a git-lfs pointer, a linker script, a page of HTML
  library_wrong_machine = 508,  ///< another architecture, word size, byte order or operating system
  library_truncated = 509,      ///< a segment lies past the end of the file: dlopen would end in SIGBUS
  library_not_shared = 510,     ///< a program, an object file, a core dump
  library_damaged = 511,        ///< what it says of itself points out of the file
  needed_library_missing = 512,
  symbol_version_missing = 513,  ///< GLIBC_2.38, where the machine has 2.36
  symbol_undefined = 514,
  static_tls_too_large = 515,
  executable_stack = 516,
  text_relocations = 517,
  search_path_unsafe = 518,      ///< RUNPATH with an empty or a relative element
  library_loaded_twice = 519,    ///< needed under two paths, or loaded already from another one
  library_untrusted = 520,       ///< another user than root and this one could change it
  library_duplicate = 521,       ///< two back ends have one file, or copies of it
  library_not_executable = 522,  ///< on a file system that is mounted noexec

  library_cannot_be_opened = 601,
  load_reentered = 602,  ///< a plugin asked for itself while it was loading
  load_deadlock = 603,   ///< two plugins that load at the same time wait for each other
  load_wait_timed_out = 604,
  preload_failed = 605,
  probe_crashed = 606,  ///< the plugin ends the process by a signal or an exception
  probe_exited = 607,   ///< the plugin ends the process by an exit
  probe_timed_out = 608,
  probe_not_possible = 609,  ///< no probe program, or no libtorch for it
  process_forked = 610,      ///< this process came into being after the plugin was loaded

  entry_missing = 701,
  plugin_table_invalid = 702,
  plugin_abi_mismatch = 703,
  plugin_sanitizer_mismatch = 704,
  libtorch_version_mismatch = 705,
  kind_not_loadable = 706,  ///< understood, and nothing in this process can drive it

  activation_failed = 801,
  device_name_mismatch = 802,
  device_guard_missing = 803,
  device_allocator_missing = 804,
  plugin_already_active = 805,  ///< the same file, for another backend
  not_a_libtorch_device = 806,
  device_slot_taken = 807,
  device_ambiguous = 808,
  border_not_installed = 809,
};

/// "A0403".
ACCELLOADER_EXPORT std::string to_string(ErrorCode code);

ACCELLOADER_EXPORT Stage stage_of(ErrorCode code) noexcept;

/// "hardware".
ACCELLOADER_EXPORT std::string_view to_string(Stage stage) noexcept;

}  // namespace accelloader
