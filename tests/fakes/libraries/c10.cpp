#include "c10.hpp"

bool c10::check(const std::string& text) { return !text.empty(); }
