// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "sinew/review.h"

#include <exception>
#include <filesystem>
#include <new>
#include <stdexcept>
#include <string_view>

#include "io/file_problem.h"
#include "io/whole_file.h"
#include "run/review_folder.h"
#include "run/review_pack.h"
#include "sinew/version.h"

namespace sinew {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kDataPlace = "<!-- sinew:data -->";

/// The scripts of the page that hold data, and what tells the page about them.
class DataWriter {
 public:
  /// Returns the name under which the page finds it.
  std::string add(const std::string& text) {
    const std::string name = "sinew-array-" + std::to_string(count_++);
    html_ += "<script type=\"text/plain\" id=\"" + name + "\">" + text + "</script>\n";
    return name;
  }

  std::string html(const Json& about) const {
    std::string json;
    for (const char c : about.dump(-1, ' ', false, Json::error_handler_t::replace)) {
      json += c == '<' ? "\\u003c" : std::string(1, c);  // no text can end the script
    }
    return html_ + "<script type=\"application/json\" id=\"sinew-about\">" + json + "</script>\n";
  }

 private:
  int count_ = 0;
  std::string html_;
};

/// Which frames of a folder are shown.
using FrameList = std::vector<std::int64_t>;

FrameList allFrames(const ReviewFolder& folder) {
  FrameList list;
  for (std::int64_t i = 0; i < folder.frames(); ++i) list.push_back(i);
  return list;
}

/// Those that have the numbers of the frames of `shown`.
FrameList sameFrames(const ReviewFolder& folder, const ReviewFolder& shown) {
  FrameList list;
  std::int64_t at = 0;
  for (std::int64_t i = 0; i < shown.frames(); ++i) {
    while (at < folder.frames() && folder.frameNumber(at) != shown.frameNumber(i)) ++at;
    if (at == folder.frames()) {
      throw std::runtime_error(folder.path + ": it has no frame " +
                               std::to_string(shown.frameNumber(i)) + ", which " + shown.path +
                               " has.");
    }
    list.push_back(at);
  }
  return list;
}

double framesPerSecond(const Json& report) {
  constexpr double kUsual = 24;
  const Json fps = report.value(Json::json_pointer("/run/fps"), Json());
  return fps.is_number() && fps.get<double>() > 0 ? fps.get<double>() : kUsual;
}

void requireSameSpeed(const ReviewFolder& a, const ReviewFolder& b) {
  if (framesPerSecond(a.report) == framesPerSecond(b.report)) return;
  throw std::runtime_error(b.path + " and " + a.path +
                           " have different frames per second, so their frames do not match.");
}

void requireSameSkin(const ReviewFolder& a, const ReviewFolder& b) {
  bool same = a.vertices() == b.vertices() && a.skin.triangles.size() == b.skin.triangles.size();
  for (std::size_t i = 0; same && i < a.skin.triangles.size(); ++i) {
    const Triangle &s = a.skin.triangles[i], &t = b.skin.triangles[i];
    same = s.a == t.a && s.b == t.b && s.c == t.c;
  }
  if (!same) throw std::runtime_error(b.path + " and " + a.path + " are of different skins.");
}

/// For each contact of a frame where it is, and a point one cell away along its normal.
std::vector<Vec3f> contactEnds(const ReviewFolder& folder, std::int64_t frame) {
  std::vector<Vec3f> ends;
  if (folder.contacts.empty()) return ends;
  const float length = folder.cellSize();
  for (const auto& [p, n, depth, pressure] : folder.contacts[static_cast<std::size_t>(frame)]) {
    ends.push_back(p);
    ends.push_back({p.x + length * n.x, p.y + length * n.y, p.z + length * n.z});
  }
  return ends;
}

void growBox(PackBox& box, const ReviewFolder& folder, const FrameList& frames) {
  for (const std::int64_t frame : frames) {
    for (const auto& cache : {std::optional(folder.surface), folder.skinned, folder.bones,
                              folder.springs, folder.lattice}) {
      if (cache) box.grow(pointsOf(*cache, frame));
    }
    box.grow(contactEnds(folder, frame));
  }
}

std::string packPoints(const FolderCache& cache, const FrameList& frames, const PackBox& box) {
  FramePacker packer(2);
  for (const std::int64_t frame : frames) packer.add(quantisePoints(pointsOf(cache, frame), box));
  return packer.text();
}

std::string packStrain(const FolderCache& cache, const FrameList& frames) {
  FramePacker packer(1);
  for (const std::int64_t frame : frames) packer.add(quantiseStrain(pointsOf(cache, frame)));
  return packer.text();
}

Json packQuality(const FolderCache& cache, const FrameList& frames, DataWriter& data) {
  QualityRange range;
  for (const std::int64_t frame : frames) range.grow(pointsOf(cache, frame));
  FramePacker packer(1);
  for (const std::int64_t frame : frames)
    packer.add(quantiseQuality(pointsOf(cache, frame), range));
  return {{"numbers", data.add(packer.text())},
          {"penetration", range.penetration},
          {"pressure", range.pressure}};
}

/// All frames as one, with the number of points of each; null if nothing touches.
Json packContacts(const ReviewFolder& folder, const FrameList& frames, const PackBox& box,
                  DataWriter& data) {
  std::vector<Vec3f> all;
  Json counts = Json::array();
  for (const std::int64_t frame : frames) {
    const std::vector<Vec3f> ends = contactEnds(folder, frame);
    all.insert(all.end(), ends.begin(), ends.end());
    counts.push_back(ends.size());
  }
  if (all.empty()) return nullptr;
  FramePacker packer(2);
  packer.add(quantisePoints(all, box));
  return {{"points", data.add(packer.text())}, {"count", all.size()}, {"counts", counts}};
}

std::string packNumbers(const std::vector<std::uint32_t>& numbers) {
  FramePacker packer(4);
  packer.add(numbers);
  return packer.text();
}

std::string packTriangles(const std::vector<Triangle>& triangles) {
  std::vector<std::uint32_t> corners;
  for (const Triangle& t : triangles)
    for (const std::int32_t corner : {t.a, t.b, t.c})
      corners.push_back(static_cast<std::uint32_t>(corner));
  return packNumbers(corners);
}

std::string packLines(const std::vector<std::array<std::int32_t, 2>>& lines) {
  std::vector<std::uint32_t> ends;
  for (const auto& line : lines)
    for (const std::int32_t end : line) ends.push_back(static_cast<std::uint32_t>(end));
  return packNumbers(ends);
}

/// Points of lines: two for each, unless said otherwise.
Json addLines(const FolderCache& cache, const FrameList& frames, const PackBox& box,
              DataWriter& data) {
  return {{"points", data.add(packPoints(cache, frames, box))}, {"count", cache.head.points}};
}

Json addRun(const ReviewFolder& folder, const FrameList& frames, const PackBox& box,
            DataWriter& data) {
  Json run{{"name", folder.name}};
  run["surface"] = data.add(packPoints(folder.surface, frames, box));
  if (folder.skinned) run["skinned"] = data.add(packPoints(*folder.skinned, frames, box));
  if (folder.strain) run["strain"] = data.add(packStrain(*folder.strain, frames));
  if (folder.quality) run["quality"] = packQuality(*folder.quality, frames, data);
  if (Json contacts = packContacts(folder, frames, box, data); !contacts.is_null())
    run["contacts"] = std::move(contacts);
  if (folder.bones) run["bones"] = addLines(*folder.bones, frames, box, data);
  if (folder.springs) run["springs"] = addLines(*folder.springs, frames, box, data);
  if (folder.lattice) {
    run["lattice"] = addLines(*folder.lattice, frames, box, data);
    run["lattice"]["lines"] = data.add(packLines(folder.latticeLines));
    run["lattice"]["ends"] = 2 * folder.latticeLines.size();
  }
  run["report"] = folder.report;
  Json reports = Json::array();
  for (const std::int64_t frame : frames)
    reports.push_back(folder.report["frames"][static_cast<std::size_t>(frame)]);
  run["report"]["frames"] = std::move(reports);
  return run;
}

std::string dataOf(const Review& review) {
  const ReviewFolder shown = openReviewFolder(review.folder);
  const FrameList frames = allFrames(shown);
  PackBox box;
  growBox(box, shown, frames);
  std::optional<ReviewFolder> other;
  FrameList otherFrames;
  if (!review.against.empty()) {
    other = openReviewFolder(review.against);
    requireSameSkin(shown, *other);
    requireSameSpeed(shown, *other);
    otherFrames = sameFrames(*other, shown);
    growBox(box, *other, otherFrames);
  }
  DataWriter data;
  Json about{{"layout", 1},
             {"title", review.title.empty() ? shown.name : review.title},
             {"sinew", version()},
             {"fps", framesPerSecond(shown.report)},
             {"vertices", shown.vertices()},
             {"corners", 3 * shown.skin.triangles.size()},
             {"least", box.least},
             {"most", box.most}};
  about["triangles"] = data.add(packTriangles(shown.skin.triangles));
  about["runs"] = Json::array({addRun(shown, frames, box, data)});
  if (other) about["runs"].push_back(addRun(*other, otherFrames, box, data));
  return data.html(about);
}

std::string readTemplate(const std::string& path) {
  if (!std::filesystem::exists(path)) {
    throw std::runtime_error("the review page was not built (" + path +
                             " is missing): install npm and run scripts/build again.");
  }
  const std::vector<unsigned char> bytes = io::readWholeFile(path, "the page template");
  return {bytes.begin(), bytes.end()};
}

std::int64_t writeChecked(const Review& review, const std::string& path) {
  std::string page = readTemplate(review.pageTemplate);
  const std::size_t place = page.find(kDataPlace);
  if (place == std::string::npos)
    throw std::runtime_error(review.pageTemplate + ": it is not a template of the review page.");
  page.replace(place, kDataPlace.size(), dataOf(review));
  const Result<std::int64_t> written = writeText(path, page);
  if (!written) throw std::runtime_error(written.error().message);
  return written.value();
}

}  // namespace

Result<std::int64_t> writeReview(const Review& review, const std::string& path) {
  try {
    return writeChecked(review, path);
  } catch (const io::FileProblem& problem) {
    return Error{problem.code, problem.what};
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::TooLarge, "there is not enough memory to write the page."};
  } catch (const std::exception& error) {
    return Error{ErrorCode::BadFile, error.what()};
  }
}

}  // namespace sinew
