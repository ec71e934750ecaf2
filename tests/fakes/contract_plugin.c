/* A plugin of the contract, and what can be wrong with one: each module is built with one FAULT_... or none. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <accelloader/plugin_abi.h>

#define EXPORT __attribute__((visibility("default")))

static int activations = 0;

EXPORT int activation_count(void) { return activations; }

/* What the host said, for the tests to read: "backend option=value ...". */
static char heard[512];
EXPORT const char* what_was_heard(void) { return heard; }

static void hear(const accelloader_host_t* host) {
  size_t used = (size_t)snprintf(heard, sizeof heard, "%s", host->backend);
  for (size_t i = 0; i < host->option_count && used < sizeof heard; ++i) {
    const accelloader_option_t* option = host->options[i];
    char* room = heard + used;
    const size_t left = sizeof heard - used;
    switch (option->type) {
      case ACCELLOADER_OPTION_INTEGER:
        used += (size_t)snprintf(room, left, " %s=%lld", option->name, (long long)option->integer);
        break;
      case ACCELLOADER_OPTION_FLOAT:
        used += (size_t)snprintf(room, left, " %s=%g", option->name, option->number);
        break;
      case ACCELLOADER_OPTION_BOOL:
        used += (size_t)snprintf(room, left, " %s=%s", option->name, option->boolean ? "true" : "false");
        break;
      default: used += (size_t)snprintf(room, left, " %s=%s", option->name, option->string); break;
    }
  }
}

static int32_t activate(const accelloader_host_t* host, accelloader_failure_t* failure) {
  ++activations;
  hear(host);
  host->log(host, ACCELLOADER_LOG_INFO, "activated");
#if defined(FAULT_FAILS)
  strcpy(failure->message, "the firmware is of 2019");
  strcpy(failure->help, "update it");
  return ACCELLOADER_FAILED;
#elif defined(FAULT_ABSENT)
  strcpy(failure->message, "no board answers");
  return ACCELLOADER_ABSENT;
#elif defined(FAULT_FAILS_SILENTLY)
  return 77;
#elif defined(FAULT_ABORTS)
  (void)failure;
  abort();
#elif defined(FAULT_CHATTY)
  memset(failure->message, 'x', sizeof failure->message); /* no end */
  return ACCELLOADER_FAILED;
#else
  (void)failure;
  return ACCELLOADER_OK;
#endif
}

EXPORT const accelloader_plugin_t* accelloader_plugin_query(uint32_t major, uint32_t minor) {
  static accelloader_plugin_t plugin;
  (void)major, (void)minor;
  plugin.struct_size = sizeof plugin;
  plugin.abi_major = ACCELLOADER_PLUGIN_ABI_MAJOR;
  plugin.abi_minor = ACCELLOADER_PLUGIN_ABI_MINOR;
  plugin.sanitizer = ACCELLOADER_SANITIZER;
  plugin.name = "fake";
  plugin.version = "1.2.3";
  plugin.activate = &activate;
#if defined(FAULT_NULL_TABLE)
  return NULL;
#elif defined(FAULT_OLD_MAJOR)
  plugin.abi_major = 0;
  plugin.abi_minor = 7;
#elif defined(FAULT_SHORT_TABLE)
  plugin.struct_size = offsetof(accelloader_plugin_t, activate);
#elif defined(FAULT_TINY_TABLE)
  plugin.struct_size = 3;
#elif defined(FAULT_NULL_ACTIVATE)
  plugin.activate = NULL;
#elif defined(FAULT_NULL_NAME)
  plugin.name = NULL;
#elif defined(FAULT_WRONG_SANITIZER)
  plugin.sanitizer =
      ACCELLOADER_SANITIZER == ACCELLOADER_SANITIZER_THREAD ? ACCELLOADER_SANITIZER_NONE : ACCELLOADER_SANITIZER_THREAD;
#endif
  return &plugin;
}
