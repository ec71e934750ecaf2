// One simulated chip: its memory and its streams.
#include "chip/chip.hpp"

#include <string>

#include "chip/immediate_stream.hpp"
#include "chip/queued_stream.hpp"

namespace simtpu::chip {

Chip::Chip(int index, std::size_t memory) : index_(index), memory_(memory) {
  streams_[default_stream] = std::make_unique<ImmediateStream>();
  for (std::size_t id = 1; id < streams_.size(); ++id)
    streams_[id] = std::make_unique<QueuedStream>("chip" + std::to_string(index) + "-stream" + std::to_string(id));
}

void* Chip::allocate(std::size_t bytes) {
  try {
    return memory_.allocate(bytes);
  } catch (const OutOfMemory&) {
    for (const auto& stream : streams_) stream->wait();
    return memory_.allocate(bytes);
  }
}

void Chip::synchronize() {
  for (const auto& stream : streams_) stream->wait();  // for all, also if one of them has a failure to tell
  for (const auto& stream : streams_) stream->synchronize();
}

void Chip::abandon() noexcept {
  for (const auto& stream : streams_) stream->abandon();
}

void Chip::join() noexcept {
  for (const auto& stream : streams_) stream->join();
}

}  // namespace simtpu::chip
