#include "platform/loaded_objects.hpp"

#include <link.h>

namespace accelloader::platform {
namespace {

/// glibc stores addresses in the dynamic section of a loaded object, but offsets in that of the vDSO.
const char* in_memory(const dl_phdr_info& object, ElfW(Addr) address) {
  return reinterpret_cast<const char*>(address < object.dlpi_addr ? object.dlpi_addr + address : address);
}

std::string soname_of(const dl_phdr_info& object) {
  const char* strings = nullptr;
  ElfW(Xword) soname = 0;
  for (int i = 0; i < object.dlpi_phnum; ++i) {
    if (object.dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    const auto* entry = reinterpret_cast<const ElfW(Dyn)*>(object.dlpi_addr + object.dlpi_phdr[i].p_vaddr);
    for (; entry->d_tag != DT_NULL; ++entry) {
      if (entry->d_tag == DT_STRTAB) strings = in_memory(object, entry->d_un.d_ptr);
      if (entry->d_tag == DT_SONAME) soname = entry->d_un.d_val;
    }
  }
  return strings && soname != 0 ? std::string(strings + soname) : std::string();
}

}  // namespace

std::vector<LoadedObject> loaded_objects() {
  std::vector<LoadedObject> objects;
  const auto add = [](dl_phdr_info* object, std::size_t, void* list) {
    const bool is_file = object->dlpi_name && object->dlpi_name[0] == '/';
    static_cast<std::vector<LoadedObject>*>(list)->push_back(
        {is_file ? object->dlpi_name : std::string(), soname_of(*object)});
    return 0;
  };
  dl_iterate_phdr(add, &objects);
  return objects;
}

}  // namespace accelloader::platform
