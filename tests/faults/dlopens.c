// Opens the file as a plugin is opened, and prints what dlopen tells: "loads", or its words. `dlopens FILE [SYMBOL]`
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  void* library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (library && argc > 2 && !dlsym(library, argv[2])) library = NULL;
  const char* words = library ? "loads" : dlerror();
  puts(words ? words : "no words");
  return 0;
}
