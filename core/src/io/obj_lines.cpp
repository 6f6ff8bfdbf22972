// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "io/file_problem.h"
#include "io/surface_formats.h"
#include "io/text_scanner.h"
#include "io/whole_file.h"
#include "sinew/result_file.h"

namespace sinew {

using Line = std::array<std::int32_t, 2>;

std::vector<Line> io::readObjLines(Bytes bytes) {
  TextScanner text(bytes);
  std::int64_t points = 0;
  std::vector<Line> lines;
  while (text.nextLine()) {
    const std::string_view keyword = text.word();
    if (keyword == "v") ++points;
    if (keyword != "l") continue;
    Line line;
    for (std::int32_t& end : line) {
      std::int64_t number = 0;
      if (!parseNumber(text.word(), number) || number < 1 || number > points)
        text.failHere("a line has no such point.");
      end = static_cast<std::int32_t>(number - 1);
    }
    lines.push_back(line);
  }
  return lines;
}

Result<std::vector<Line>> readObjLines(const std::string& path) {
  return io::guarded<std::vector<Line>>(path, [&] {
    const std::vector<unsigned char> bytes = io::readWholeFile(path, "the lines");
    return io::readObjLines(bytes);
  });
}

}  // namespace sinew
