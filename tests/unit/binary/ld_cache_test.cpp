#include "binary/ld_cache.hpp"

#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "support/test_folder.hpp"

using namespace accelloader::binary;

namespace {

#if defined(__x86_64__)
constexpr std::uint32_t this_machine = 0x0303;
#else
constexpr std::uint32_t this_machine = 0x0a03;
#endif
constexpr std::uint32_t i386 = 0x0003;

struct Entry {
  std::string soname, path;
  std::uint32_t flags = this_machine;
  std::uint64_t hwcap = 0;
};

template <class Number>
std::string bytes_of(Number number) {
  std::string bytes(sizeof number, '\0');
  std::memcpy(bytes.data(), &number, sizeof number);
  return bytes;
}

/// As ldconfig writes it: a header of 48 bytes, entries of 24 bytes, strings that end in NUL.
std::string cache(const std::vector<Entry>& entries) {
  std::string table, strings;
  const std::size_t start = 48 + 24 * entries.size();
  for (const Entry& entry : entries) {
    table += bytes_of(entry.flags) + bytes_of(static_cast<std::uint32_t>(start + strings.size()));
    strings += entry.soname + '\0';
    table += bytes_of(static_cast<std::uint32_t>(start + strings.size())) + bytes_of(std::uint32_t{0}) +
             bytes_of(entry.hwcap);
    strings += entry.path + '\0';
  }
  std::string header = "glibc-ld.so.cache1.1" + bytes_of(static_cast<std::uint32_t>(entries.size())) +
                       bytes_of(static_cast<std::uint32_t>(strings.size()));
  header.resize(48);
  return header + table + strings;
}

/// In a room of exactly the size, so that a sanitizer sees a read behind it.
std::string found_in(const std::string& bytes, std::string_view soname) {
  const auto room = std::make_unique<char[]>(bytes.size());
  std::memcpy(room.get(), bytes.data(), bytes.size());
  return find_in_ld_cache_content({room.get(), bytes.size()}, soname);
}

const std::string two = cache({{"libnpu.so.1", "/opt/npu/libnpu.so.1"}, {"libtpu.so", "/usr/lib/libtpu.so"}});

}  // namespace

TEST_CASE("a library is found by the name that others need it by") {
  CHECK(found_in(two, "libnpu.so.1") == "/opt/npu/libnpu.so.1");
  CHECK(found_in(two, "libtpu.so") == "/usr/lib/libtpu.so");
  CHECK(found_in(two, "libnpu.so").empty());
  CHECK(found_in(two, "").empty());
}

TEST_CASE("libraries of other architectures are passed over") {
  CHECK(found_in(cache({{"libnpu.so", "/lib32/libnpu.so", i386}, {"libnpu.so", "/lib64/libnpu.so"}}), "libnpu.so") ==
        "/lib64/libnpu.so");
  CHECK(found_in(cache({{"libnpu.so", "/lib32/libnpu.so", i386}}), "libnpu.so").empty());
}

TEST_CASE("of several the one is taken that every processor can run") {
  const Entry fast{"libnpu.so", "/lib/glibc-hwcaps/x86-64-v4/libnpu.so", this_machine, 1ULL << 62 | 1};
  CHECK(found_in(cache({fast, {"libnpu.so", "/lib/libnpu.so"}}), "libnpu.so") == "/lib/libnpu.so");
  CHECK(found_in(cache({fast}), "libnpu.so") == "/lib/glibc-hwcaps/x86-64-v4/libnpu.so");
}

TEST_CASE("of two that are equally good the first is taken") {
  CHECK(found_in(cache({{"libnpu.so", "/first/libnpu.so"}, {"libnpu.so", "/second/libnpu.so"}}), "libnpu.so") ==
        "/first/libnpu.so");
}

TEST_CASE("a cache of another format is none") {
  std::string other = two;
  other[19] = '2';
  CHECK(found_in(other, "libtpu.so").empty());
  CHECK(found_in("", "libtpu.so").empty());
  CHECK(found_in("glibc-ld.so.cache1.1", "libtpu.so").empty());
}

TEST_CASE("a cache that was cut anywhere is read to its end, and not behind it") {
  for (std::size_t length = 0; length < two.size(); ++length) {
    const std::string found = found_in(two.substr(0, length), "libtpu.so");
    CHECK((found.empty() || found == "/usr/lib/libtpu.so"));
  }
}

TEST_CASE("a cache whose numbers lie is bounded") {
  std::string many = two, far = two;
  many.replace(20, 4, "\xff\xff\xff\xff");
  CHECK(found_in(many, "libtpu.so") == "/usr/lib/libtpu.so");
  CHECK(found_in(many, "libnone.so").empty());
  far.replace(48 + 4, 4, "\xff\xff\xff\xff");
  far.replace(48 + 24 + 8, 4, bytes_of(static_cast<std::uint32_t>(two.size())));
  CHECK(found_in(far, "libnpu.so.1").empty());
  CHECK(found_in(far, "libtpu.so").empty());
}

TEST_CASE("a string without an end is none") {
  std::string endless = two;
  endless.back() = 'x';
  CHECK(found_in(endless, "libtpu.so").empty());
}

TEST_CASE("the cache of an image is the one below it") {
  const test::TestFolder image;
  CHECK(find_in_ld_cache(image.path(), "libtpu.so").empty());
  image.write("etc/ld.so.cache", two);
  CHECK(find_in_ld_cache(image.path(), "libtpu.so") == "/usr/lib/libtpu.so");
}

TEST_CASE("the cache of this machine knows the C library") {
  CHECK(find_in_ld_cache("/", "libc.so.6").ends_with("/libc.so.6"));
}
