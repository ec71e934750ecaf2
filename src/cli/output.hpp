// What the subcommands print alike.
#pragma once

#include <cstdio>
#include <span>
#include <string>
#include <string_view>

#include <accelloader/loader.hpp>

namespace accelloader::cli {

void print(std::string_view text);
/// To standard output where they are what was asked for, to standard error where they are by the way.
void print_findings(std::span<const Finding> findings, std::FILE* stream = stdout);

/// "no Google TPU on the PCI bus (A0403)"; empty if nothing keeps the backend from being used.
std::string reason_text(const Backend& backend);

/// {"schema_version": 1, ..., "KEY": [documents], ...}: `documents` are JSON texts.
std::string json_document(const std::vector<std::pair<std::string, std::vector<std::string>>>& lists);

bool any_error(std::span<const Finding> findings);

}  // namespace accelloader::cli
