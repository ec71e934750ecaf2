// An Error or Finding as text or JSON, for whoever talks to a person or a program.
#pragma once

#include <string>

#include <accelloader/finding.hpp>

namespace accelloader {

/// Escape sequences are only written when asked for: whether the reader is a terminal is the caller's knowledge.
enum class Color : bool { no, yes };

/// The whole story, as a compiler would tell it: several lines, each ended by a newline.
///
///     error[A0403]: no Google TPU on the PCI bus
///       --> /etc/accelloader/plugins/tpu.json:9:17
///        |
///      9 |     "hardware": {"any_of": [
///        |                 ^
///        = note: looked for 1ae0:005e in /sys/bus/pci/devices (6 devices)
///     help: run on a Cloud TPU VM
ACCELLOADER_EXPORT std::string render(const Finding& finding, Color color = Color::no);
ACCELLOADER_EXPORT std::string render(const Error& error, Color color = Color::no);

/// The same story in at most six lines without a final newline, for an exception or a log: the message, the first
/// causes, where it stands, the help.
ACCELLOADER_EXPORT std::string summarize(const Error& error);

/// One JSON object: code, severity, stage, message, location, notes, causes, help. Nothing of the text is lost.
ACCELLOADER_EXPORT std::string to_json(const Finding& finding);

}  // namespace accelloader
