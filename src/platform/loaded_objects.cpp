#include "platform/loaded_objects.hpp"

#include <link.h>

namespace accelloader::platform {
namespace {

/// glibc stores addresses in the dynamic section of a loaded object, but offsets in that of the vDSO.
const char* in_memory(const dl_phdr_info& object, ElfW(Addr) address) {
  return reinterpret_cast<const char*>(address < object.dlpi_addr ? object.dlpi_addr + address : address);
}

void read_dynamic(const dl_phdr_info& object, const ElfW(Phdr) & segment, LoadedObject& read) {
  const char* strings = nullptr;
  ElfW(Xword) soname = 0, flags = 0;
  const auto* entry = reinterpret_cast<const ElfW(Dyn)*>(object.dlpi_addr + segment.p_vaddr);
  for (; entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_STRTAB) strings = in_memory(object, entry->d_un.d_ptr);
    if (entry->d_tag == DT_SONAME) soname = entry->d_un.d_val;
    if (entry->d_tag == DT_FLAGS) flags = entry->d_un.d_val;
  }
  if (strings && soname != 0) read.soname = strings + soname;
  if ((flags & DF_STATIC_TLS) == 0) read.static_tls = 0;
}

LoadedObject read_object(const dl_phdr_info& object) {
  LoadedObject read;
  if (object.dlpi_name && object.dlpi_name[0] == '/') read.path = object.dlpi_name;
  for (int i = 0; i < object.dlpi_phnum; ++i)
    if (object.dlpi_phdr[i].p_type == PT_TLS) read.static_tls = object.dlpi_phdr[i].p_memsz;
  for (int i = 0; i < object.dlpi_phnum; ++i)
    if (object.dlpi_phdr[i].p_type == PT_DYNAMIC) read_dynamic(object, object.dlpi_phdr[i], read);
  return read;
}

}  // namespace

std::vector<LoadedObject> loaded_objects() {
  std::vector<LoadedObject> objects;
  const auto add = [](dl_phdr_info* object, std::size_t, void* list) {
    static_cast<std::vector<LoadedObject>*>(list)->push_back(read_object(*object));
    return 0;
  };
  dl_iterate_phdr(add, &objects);
  return objects;
}

}  // namespace accelloader::platform
