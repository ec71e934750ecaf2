// One allocation of a chip's memory: pages that the host cannot touch, unless the chip has opened them.
#include "chip/region.hpp"

#include <cerrno>
#include <functional>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace simtpu::chip {
namespace {

std::size_t whole_pages(std::size_t bytes) {
  static const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return (bytes + page - 1) / page * page;
}

/// Address space costs nothing until it is opened and written.
std::byte* map_closed(Budget& budget, std::size_t size) {
  budget.take(size);
  void* const pages = mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages != MAP_FAILED) return static_cast<std::byte*>(pages);
  const int error = errno;
  budget.give_back(size);
  throw std::system_error(error, std::generic_category(), "the host has no pages for the memory of a simulated chip");
}

}  // namespace

Region::Region(Budget& budget, std::size_t bytes)
    : budget_(budget), size_(whole_pages(bytes)), begin_(map_closed(budget, size_)) {}

Region::~Region() {
  munmap(begin_, size_);
  budget_.give_back(size_);
}

bool Region::contains(const void* address) const noexcept {
  const std::less_equal<> not_after;
  const std::less<> before;
  return not_after(begin_, address) && before(address, begin_ + size_);
}

void Region::open() {
  const std::lock_guard lock(mutex_);
  if (users_ == 0 && mprotect(begin_, size_, PROT_READ | PROT_WRITE) != 0)
    throw std::system_error(errno, std::generic_category(), "memory of a simulated chip cannot be opened");
  ++users_;
}

void Region::close() noexcept {
  const std::lock_guard lock(mutex_);
  if (--users_ == 0) mprotect(begin_, size_, PROT_NONE);  // a failure leaves it open, which harms nobody
}

MemoryAccess::MemoryAccess(std::shared_ptr<Region> region) : region_(std::move(region)) { region_->open(); }

MemoryAccess::~MemoryAccess() {
  if (region_) region_->close();  // empty once it was moved from
}

}  // namespace simtpu::chip
