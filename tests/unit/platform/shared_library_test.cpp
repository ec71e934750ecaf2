#include "platform/shared_library.hpp"

#include <dlfcn.h>
#include <filesystem>

#include <catch2/catch_test_macros.hpp>

#include "fakes/fake_paths.hpp"
#include "platform/file.hpp"
#include "support/test_folder.hpp"

using namespace accelloader::platform;
using test::TestFolder;

namespace {

SharedLibrary opened(const std::string& path, Scope scope = Scope::local) {
  auto library = SharedLibrary::open(path, scope);
  if (const auto* text = std::get_if<std::string>(&library)) FAIL(*text);
  return std::get<SharedLibrary>(library);
}

std::string refusal(const std::string& path) {
  const auto library = SharedLibrary::open(path, Scope::local);
  const auto* text = std::get_if<std::string>(&library);
  return text ? *text : "it was opened";
}

std::string copied(const TestFolder& folder, const std::string& library, const std::string& name) {
  std::filesystem::copy_file(library, folder / name);
  return folder / name;
}

}  // namespace

TEST_CASE("the functions of an open library can be called") {
  const SharedLibrary codec = opened(fakes::codec);
  auto* decode = reinterpret_cast<int (*)(const char*)>(codec.symbol("decode"));
  REQUIRE(decode);
  CHECK(decode("four") == 4);
  CHECK(codec.symbol("encode") == nullptr);
}

TEST_CASE("a library knows its file, and the handle that the linker gave it") {
  const SharedLibrary codec = opened(fakes::codec);
  CHECK(real_path(codec.path()) == real_path(fakes::codec));
  CHECK(dlsym(codec.native_handle(), "decode") == codec.symbol("decode"));
}

TEST_CASE("a library owns its own functions, and those of no other") {
  const SharedLibrary codec = opened(fakes::codec);
  const int local = 0;
  CHECK(codec.owns(codec.symbol("decode")));
  CHECK_FALSE(codec.owns(reinterpret_cast<const void*>(&dlopen)));
  CHECK_FALSE(codec.owns(&local));
}

TEST_CASE("a function that a lookup finds in a needed library is not the library's own") {
  const SharedLibrary library = opened(fakes::needs_a_plugin);
  const void* query = library.symbol("accelloader_plugin_query");
  REQUIRE(query);
  CHECK_FALSE(library.owns(query));
  CHECK(library.owns(library.symbol("decode")));
}

TEST_CASE("a bare name is looked up by the dynamic linker") {
  CHECK(opened("libm.so.6").path().ends_with("/libm.so.6"));
}

TEST_CASE("a bare name never means the current folder") {
  const TestFolder folder;
  copied(folder, fakes::codec, "libaccelloader_decoy.so");
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  const std::string text = refusal("libaccelloader_decoy.so");
  std::filesystem::current_path(before);
  CHECK(text == "libaccelloader_decoy.so: cannot open shared object file: No such file or directory");
}

TEST_CASE("what the linker says is kept word for word") {
  const TestFolder folder;
  const std::string text = folder.write("libtext.so", std::string(200, 'x')), empty = folder.write("libempty.so", "");
  CHECK(refusal(folder / "libnone.so") ==
        (folder / "libnone.so") + ": cannot open shared object file: No such file or directory");
  CHECK(refusal(text) == text + ": invalid ELF header");
  CHECK(refusal(empty) == empty + ": file too short");
  CHECK(refusal(folder.path()) == folder.path() + ": cannot read file data: Is a directory");
}

TEST_CASE("a function that is missing shows when the library is opened, and not at the first call") {
  CHECK(refusal(fakes::undefined_symbol) == std::string(fakes::undefined_symbol) + ": undefined symbol: vdrv_open");
}

TEST_CASE("words of Boost in a file's name do not cut what the linker says") {
  const TestFolder folder;
  const std::string path = folder / "(dlerror system message: x): y.so";
  CHECK(refusal(path) == path + ": cannot open shared object file: No such file or directory");
}

TEST_CASE("the functions of a library are seen by all others only if it was opened globally") {
  const TestFolder folder;
  opened(copied(folder, fakes::reads_environment, "liblocal.so"), Scope::local);
  CHECK(dlsym(RTLD_DEFAULT, "setting_at_load") == nullptr);
  const SharedLibrary global = opened(copied(folder, fakes::reads_environment, "libglobal.so"), Scope::global);
  CHECK(dlsym(RTLD_DEFAULT, "setting_at_load") == global.symbol("setting_at_load"));
}
