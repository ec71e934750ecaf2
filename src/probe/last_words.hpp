// What a worker still says when a plugin ends it.
#pragma once

#include "probe/worker_record.hpp"

namespace accelloader::probe {

/// From here on a fatal signal is recorded with where it struck, and an exception that nothing catches with its text.
/// After a signal's record the process waits to be ended: whoever reads the record looks up what is mapped where.
/// `record` must live as long as the process.
void record_last_words(WorkerRecord& record);

}  // namespace accelloader::probe
