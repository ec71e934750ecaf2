/* Remembers what a variable was while it was loaded. */
#include <stdlib.h>
#include <string.h>

static char seen[64] = "unset";

__attribute__((constructor)) static void look(void) {
  const char* value = getenv("FAKE_SETTING");
  if (value) strncpy(seen, value, sizeof seen - 1);
}

__attribute__((visibility("default"))) const char* setting_at_load(void) { return seen; }
