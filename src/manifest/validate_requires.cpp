#include "manifest/validate_requires.hpp"

#include <charconv>
#include <cstdint>

namespace accelloader::manifest {
namespace {

using Type = JsonValue::Type;

/// "0x1ae0" or "1ae0": PCI ids are hexadecimal everywhere people see them.
std::optional<std::uint16_t> pci_id(const JsonValue& value, const std::string& name, Faults& faults) {
  if (value.type != Type::string) {
    faults.error(ErrorCode::manifest_wrong_type, name + " is " + std::string(value.type_name()) + ", and not a string",
                 value.span);
    return std::nullopt;
  }
  std::string_view digits = value.string;
  if (digits.starts_with("0x") || digits.starts_with("0X")) digits.remove_prefix(2);
  unsigned id = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), id, 16);
  if (error == std::errc() && end == digits.data() + digits.size() && id <= 0xFFFF)
    return static_cast<std::uint16_t>(id);
  faults.error(ErrorCode::manifest_bad_value, name + " is no PCI id", value.span,
               "write four hexadecimal digits: `0x1ae0`");
  return std::nullopt;
}

std::vector<std::uint16_t> pci_ids(FieldReader& reader, std::string_view key, Faults& faults) {
  std::vector<std::uint16_t> ids;
  const JsonValue* value = reader.take_any(key);
  if (!value) return ids;
  const auto add = [&](const JsonValue& item, const std::string& place) {
    if (const auto id = pci_id(item, reader.quoted(std::string(key) + place), faults)) ids.push_back(*id);
  };
  if (value->type != Type::array)
    add(*value, "");
  else
    for (const JsonValue& item : value->items) add(item, "[" + std::to_string(&item - value->items.data()) + "]");
  return ids;
}

PciMatch read_pci(const JsonValue& object, const std::string& name, Faults& faults) {
  FieldReader reader(object, name, faults);
  PciMatch match;
  reader.require("vendor");
  if (const JsonValue* vendor = reader.take_any("vendor"))
    match.vendor = pci_id(*vendor, reader.quoted("vendor"), faults).value_or(0);
  match.devices = pci_ids(reader, "device", faults);
  match.subsystem_devices = pci_ids(reader, "subsystem_device", faults);
  reader.finish();
  return match;
}

void check_device_node(const std::string& node, bool has_pci, Span span, const std::string& name, Faults& faults) {
  constexpr std::string_view group = "{iommu_group}";
  if (!node.starts_with("/"))
    return faults.error(ErrorCode::manifest_bad_value, name + " does not start with `/`", span);
  if (node.find_first_of("*?[") < node.rfind('/'))
    return faults.error(ErrorCode::manifest_bad_value, name + " has a wildcard before its last `/`", span);
  const auto brace = node.find('{');
  if (brace == std::string::npos) return;
  if (std::string_view(node).substr(brace, group.size()) != group || node.find('{', brace + 1) != std::string::npos)
    return faults.error(ErrorCode::manifest_bad_value, name + " has a `{` that starts no `{iommu_group}`", span);
  if (!has_pci)
    faults.error(ErrorCode::manifest_bad_value, name + " asks for the IOMMU group of a `pci` that the rule lacks",
                 span);
}

/// A VFIO group can be opened once: vfio_group_fops_open() of the kernel answers EBUSY to the next one.
bool is_vfio_group(const std::string& node) {
  constexpr std::string_view folder = "/dev/vfio/";
  return node.starts_with(folder) && node != "/dev/vfio/vfio" && !node.starts_with("/dev/vfio/devices/");
}

HardwareRule read_rule(const JsonValue& object, const std::string& name, Faults& faults) {
  FieldReader reader(object, name, faults);
  HardwareRule rule;
  rule.span = object.span;
  rule.label = reader.string("label").value_or("");
  if (const JsonValue* pci = reader.take("pci", Type::object)) rule.pci = read_pci(*pci, name + ".pci", faults);
  if (auto node = reader.filled_string("device_node")) {
    check_device_node(*node, object.find("pci") != nullptr, object.find("device_node")->span,
                      reader.quoted("device_node"), faults);
    rule.device_node = std::move(*node);
  }
  rule.exclusive = reader.boolean("exclusive").value_or(is_vfio_group(rule.device_node));
  if (!object.find("pci") && !object.find("device_node"))
    faults.error(ErrorCode::manifest_missing_key, "`" + name + "` has neither `pci` nor `device_node`",
                 {object.span.offset, 1});
  reader.finish();
  return rule;
}

std::vector<HardwareRule> read_rules(FieldReader& reader, std::string_view key, Faults& faults) {
  std::vector<HardwareRule> rules;
  const JsonValue* list = reader.take(key, Type::array);
  if (!list) return rules;
  if (list->items.empty())
    faults.error(ErrorCode::manifest_bad_value, reader.quoted(key) + " is empty, so nothing can match", list->span);
  for (const JsonValue& item : list->items) {
    const std::string name =
        "requires.hardware." + std::string(key) + "[" + std::to_string(&item - list->items.data()) + "]";
    if (item.type == Type::object)
      rules.push_back(read_rule(item, name, faults));
    else
      faults.error(ErrorCode::manifest_wrong_type,
                   "`" + name + "` is " + std::string(item.type_name()) + ", and not an object", item.span);
  }
  return rules;
}

HardwareRequirement read_hardware(const JsonValue& object, Faults& faults) {
  FieldReader reader(object, "requires.hardware", faults);
  HardwareRequirement hardware;
  hardware.span = object.span;
  hardware.any_of = read_rules(reader, "any_of", faults);
  hardware.all_of = read_rules(reader, "all_of", faults);
  if (!object.find("any_of") && !object.find("all_of"))
    faults.error(ErrorCode::manifest_missing_key, "`requires.hardware` has neither `any_of` nor `all_of`",
                 {object.span.offset, 1});
  reader.finish();
  return hardware;
}

VersionRequirement read_range(FieldReader& reader, std::string_view key, Faults& faults) {
  VersionRequirement requirement;
  const JsonValue* value = reader.take(key, Type::string);
  if (!value) return requirement;
  requirement.span = value->span;
  auto range = VersionRange::parse(value->string);
  if (range)
    requirement.range = std::move(range).value();
  else
    faults.error(ErrorCode::manifest_bad_value, reader.quoted(key) + ": " + std::string(range.error().message()),
                 value->span, std::string(range.error().help()));
  return requirement;
}

NameRequirement read_names(FieldReader& reader, std::string_view key) {
  const JsonValue* value = reader.object().find(key);
  return {reader.strings(key), value ? value->span : Span{}};
}

/// Absolute: the current folder is anybody's.
NameRequirement read_paths(FieldReader& reader, std::string_view key, Faults& faults) {
  NameRequirement paths = read_names(reader, key);
  for (const std::string& path : paths.names)
    if (path.front() != '/')
      faults.error(ErrorCode::manifest_bad_value,
                   reader.quoted(key) + " holds `" + path + "`, which does not start with `/`", paths.span);
  return paths;
}

}  // namespace

Requirements read_requirements(const JsonValue& object, Faults& faults) {
  FieldReader reader(object, "requires", faults);
  Requirements requirements;
  if (const JsonValue* hardware = reader.take("hardware", Type::object))
    requirements.hardware = read_hardware(*hardware, faults);
  requirements.kernel_modules = read_names(reader, "kernel_module");
  requirements.environment = read_names(reader, "environment");
  requirements.lock_files = read_paths(reader, "lock_file", faults);
  requirements.os = read_names(reader, "os");
  requirements.arch = read_names(reader, "arch");
  requirements.glibc = read_range(reader, "glibc", faults);
  requirements.libtorch = read_range(reader, "libtorch", faults);
  reader.finish();
  return requirements;
}

}  // namespace accelloader::manifest
