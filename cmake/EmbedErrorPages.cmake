# cmake -DPAGES=folder -DOUTPUT=file.cpp -P EmbedErrorPages.cmake: the pages of docs/errors as a table in C++, so that
# the program needs no file to explain a code.
file(GLOB pages "${PAGES}/A[0-9][0-9][0-9][0-9].md")
list(SORT pages)
set(content "// Generated from docs/errors.\n#include \"cli/error_pages.hpp\"\n\nnamespace accelloader::cli {\n\n")
string(APPEND content "std::span<const ErrorPage> error_pages() {\n  static constexpr ErrorPage pages[] = {\n")
foreach(path ${pages})
  get_filename_component(code "${path}" NAME_WE)
  file(READ "${path}" text)
  string(APPEND content "      {\"${code}\", R\"page(${text})page\"},\n")
endforeach()
string(APPEND content "  };\n  return pages;\n}\n\n}  // namespace accelloader::cli\n")
file(WRITE "${OUTPUT}" "${content}")
