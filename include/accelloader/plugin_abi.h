/* What a plugin and accelloader say to each other: C99, stands alone, and stays binary compatible.
 *
 * A plugin exports one symbol, ACCELLOADER_PLUGIN_ENTRY, of type accelloader_plugin_query_fn. accelloader opens the
 * shared object (RTLD_NOW, RTLD_LOCAL), calls the symbol, compares the versions, and then calls `activate` once.
 *
 * Rules for both sides:
 *  - every struct starts with its size in bytes, as its maker knew it, and grows only at the end: read a member only if
 *    the size covers it (ACCELLOADER_HAS_MEMBER);
 *  - the majors must be equal, and the lower of the two minors is spoken;
 *  - no C++ type, no exception and no libtorch type crosses;
 *  - a string that is passed is copied before the call returns, and is UTF-8.
 */
#ifndef ACCELLOADER_PLUGIN_ABI_H
#define ACCELLOADER_PLUGIN_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ACCELLOADER_PLUGIN_ABI_MAJOR 1
#define ACCELLOADER_PLUGIN_ABI_MINOR 0

/* The name of the exported symbol. */
#define ACCELLOADER_PLUGIN_ENTRY "accelloader_plugin_query"

/* Whether `object`, which starts with struct_size, was made by somebody who knew `member`. */
#define ACCELLOADER_HAS_MEMBER(type, object, member) \
  ((object)->struct_size >= offsetof(type, member) + sizeof((object)->member))

/* The sanitizer an object was built with. A process can hold only one kind, so both sides must agree. */
#define ACCELLOADER_SANITIZER_NONE 0u
#define ACCELLOADER_SANITIZER_ADDRESS 1u
#define ACCELLOADER_SANITIZER_THREAD 2u
#define ACCELLOADER_SANITIZER_MEMORY 3u

#if defined(__SANITIZE_ADDRESS__)
#define ACCELLOADER_SANITIZER ACCELLOADER_SANITIZER_ADDRESS
#elif defined(__SANITIZE_THREAD__)
#define ACCELLOADER_SANITIZER ACCELLOADER_SANITIZER_THREAD
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ACCELLOADER_SANITIZER ACCELLOADER_SANITIZER_ADDRESS
#elif __has_feature(thread_sanitizer)
#define ACCELLOADER_SANITIZER ACCELLOADER_SANITIZER_THREAD
#elif __has_feature(memory_sanitizer)
#define ACCELLOADER_SANITIZER ACCELLOADER_SANITIZER_MEMORY
#endif
#endif
#ifndef ACCELLOADER_SANITIZER
#define ACCELLOADER_SANITIZER ACCELLOADER_SANITIZER_NONE
#endif

/* What `activate` returns. */
#define ACCELLOADER_OK 0
#define ACCELLOADER_FAILED 1       /* anything that none of the others says better */
#define ACCELLOADER_ABSENT 2       /* no device in this machine */
#define ACCELLOADER_BLOCKED 3      /* a device that this process may not use: driver, permission, busy */
#define ACCELLOADER_BAD_OPTION 4   /* an option that is unknown or out of range */
#define ACCELLOADER_INCOMPATIBLE 5 /* libtorch, the driver or the host does not fit */

#define ACCELLOADER_LOG_TRACE 0
#define ACCELLOADER_LOG_DEBUG 1
#define ACCELLOADER_LOG_INFO 2
#define ACCELLOADER_LOG_WARNING 3
#define ACCELLOADER_LOG_ERROR 4

#define ACCELLOADER_OPTION_STRING 0
#define ACCELLOADER_OPTION_INTEGER 1
#define ACCELLOADER_OPTION_FLOAT 2
#define ACCELLOADER_OPTION_BOOL 3
#define ACCELLOADER_OPTION_JSON 4 /* an array or object: its JSON text is in `string` */

/* One member of the manifest's `options`. */
typedef struct accelloader_option_t {
  size_t struct_size;
  const char* name;
  int32_t type; /* ACCELLOADER_OPTION_... says which of the following is set */
  int32_t boolean;
  int64_t integer;
  double number;
  const char* string;
} accelloader_option_t;

/* What accelloader tells a plugin. It and all it points to live until `activate` returns. */
typedef struct accelloader_host_t {
  size_t struct_size;
  uint32_t abi_major; /* as accelloader was built */
  uint32_t abi_minor;
  const char* accelloader_version; /* "0.1.0" */
  const char* backend;             /* the manifest's `name`: the device name to become */
  const char* manifest_path;
  /* Pointers to the options, in the order of the manifest. */
  const accelloader_option_t* const* options;
  size_t option_count;
  /* Goes where accelloader's own log goes. May be called from any thread until `activate` returns. */
  void (*log)(const struct accelloader_host_t* host, int32_t level, const char* message);
} accelloader_host_t;

/* Made by accelloader, filled by a plugin that fails. Both texts end with a NUL and may be cut. */
typedef struct accelloader_failure_t {
  size_t struct_size;
  char message[2048]; /* what is the matter: lowercase, names in backticks, no final stop */
  char help[512];     /* what to do about it; may stay empty */
} accelloader_failure_t;

/* What a plugin tells accelloader. Static: it lives as long as the process. */
typedef struct accelloader_plugin_t {
  size_t struct_size;
  uint32_t abi_major; /* ACCELLOADER_PLUGIN_ABI_MAJOR as the plugin was built */
  uint32_t abi_minor;
  uint32_t sanitizer;   /* ACCELLOADER_SANITIZER as the plugin was built */
  uint32_t reserved;    /* 0 */
  const char* name;     /* of the plugin, for people; never NULL */
  const char* version;  /* of the plugin, for people; never NULL */
  const char* libtorch; /* the libtorch it was compiled against, "2.13.0"; NULL if it uses none */
  /* Called once a process, on the thread that first used the backend. Here, and not in static constructors, a plugin
   * registers itself (for kind `torch`: allocator, hooks, device guard, operators), so that a failure is an answer and
   * not the end of the process. Must not throw, and must not ask for its own backend. What it has registered when it
   * fails stays registered, so judge first and register last. `failure` is never NULL. */
  int32_t (*activate)(const accelloader_host_t* host, accelloader_failure_t* failure);
} accelloader_plugin_t;

/* Answers with the plugin's table, or NULL if it cannot speak with a host of this version. Cheap: it may be called to
 * look and not to load. */
typedef const accelloader_plugin_t* (*accelloader_plugin_query_fn)(uint32_t host_abi_major, uint32_t host_abi_minor);

#ifdef __cplusplus
}
#endif

#endif
