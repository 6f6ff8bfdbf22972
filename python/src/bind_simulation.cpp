// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <pybind11/stl.h>
#include <sinew/clip_run.h>
#include <sinew/simulation.h>

#include <atomic>

#include "arrays.h"
#include "bindings.h"
#include "calling_thread.h"
#include "keywords.h"

namespace sinew::python {
namespace {

/// Columns of one array of VertexStrain.
struct StrainArrays {
  py::object minStretch, maxStretch, volume;
};

struct Frame {
  py::object points;
  FrameReport report;
  py::object strain;  // None or StrainArrays
};

/// One at a time uses a simulation; the GIL does not see to that while it is released.
class InUse {
 public:
  explicit InUse(std::atomic<bool>& inUse) : inUse_(inUse) {
    if (inUse_.exchange(true)) {
      raise("Error", "The simulation is solving on another thread; make one per thread.");
    }
  }
  ~InUse() { inUse_.store(false); }
  InUse(const InUse&) = delete;
  InUse& operator=(const InUse&) = delete;

 private:
  std::atomic<bool>& inUse_;
};

StrainArrays strainOf(const Simulation& simulation, std::size_t vertices) {
  py::array rows = newPoints(vertices);
  static_assert(sizeof(VertexStrain) == 3 * sizeof(float));
  simulation.strain({static_cast<VertexStrain*>(rows.mutable_data()), vertices});
  const py::object columns = rows.attr("T");
  return {columns[py::int_(0)], columns[py::int_(1)], columns[py::int_(2)]};
}

class PySimulation {
 public:
  explicit PySimulation(CharacterPointer character)
      : character_(std::move(character)), simulation_(character_->file.character) {}

  Frame solve(const py::object& pose, const py::object& out, bool strain,
              const py::object& colliders, const py::kwargs& settingsGiven) {
    return frame(pose, colliders, out, strain, settingsGiven,
                 [&](const Pose& p, const SolveSettings& settings, Span<Vec3f> surface) {
                   return simulation_.solve(p, settings, surface, &cancel_);
                 });
  }

  Frame step(const py::object& pose, double seconds, const py::object& out, bool strain,
             const py::object& colliders, const py::kwargs& settingsGiven) {
    return frame(pose, colliders, out, strain, settingsGiven,
                 [&](const Pose& p, const SolveSettings& settings, Span<Vec3f> surface) {
                   return simulation_.step(p, seconds, settings, surface, &cancel_);
                 });
  }

 private:
  template <class Make>
  Frame frame(const py::object& bones, const py::object& colliders, const py::object& out,
              bool strain, const py::kwargs& settingsGiven, Make&& make) {
    SolveSettings settings = character_->solve;
    Keywords keywords(settingsGiven);
    keywords.take(settings);
    keywords.finish("give it to load or bind");
    Pose pose{transformsFrom(bones, "pose", "bones")};
    if (!colliders.is_none()) pose.colliders = transformsFrom(colliders, "colliders", "colliders");
    const std::size_t vertices = character_->vertices();
    Frame frame;
    frame.points = out.is_none() ? newPoints(vertices) : out;
    frame.strain = py::none();
    const Span<Vec3f> surface = borrowPointsToWrite(frame.points, "out", vertices);

    const InUse inUse(isInUse_);
    cancel_.store(false);
    CallingThread().runInterruptibly(cancel_, [&] {
      isSolving_.store(true);
      frame.report = make(pose, settings, surface);
      isSolving_.store(false);
    });
    if (frame.report.status == SolveStatus::BadInput) raise("PoseError", frame.report.message);
    if (strain) frame.strain = py::cast(strainOf(simulation_, vertices));
    return frame;
  }

 public:
  std::vector<std::string> setColliders(const std::vector<Collider>& colliders) {
    const InUse inUse(isInUse_);
    return valueOf(simulation_.setColliders(colliders));
  }

  void reset() {
    const InUse inUse(isInUse_);
    simulation_.reset();
  }

  py::bytes state() {
    const InUse inUse(isInUse_);
    const std::vector<unsigned char> bytes = simulation_.state();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  void restore(const py::bytes& state) {
    const InUse inUse(isInUse_);
    const std::string_view bytes = state;
    valueOf(
        simulation_.restore({reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()}));
  }

  void cancel() { cancel_.store(true); }
  bool isSolving() const { return isSolving_.load(); }
  CharacterPointer character() const { return character_; }

 private:
  CharacterPointer character_;
  Simulation simulation_;
  std::atomic<bool> cancel_{false}, isInUse_{false}, isSolving_{false};
};

py::object asDict(const FrameReport& report, int frame) {
  return py::module_::import("json").attr("loads")(frameJson(frame, report));
}

void addReport(py::module_& module) {
  using R = FrameReport;
  py::class_<R>(module, "FrameReport",
                "How a frame went. Lengths are in cells. Names are those of report.json.")
      .def_property_readonly(
          "status", [](const R& r) { return name(r.status); },
          "'converged', 'iteration_limit', 'failed' or 'cancelled'.")
      .def_readonly("newton", &R::newton, "Newton steps, over all sub-poses.")
      .def_readonly("vcycles", &R::vcycles, "V-cycles, over all sub-poses.")
      .def_readonly("sub_poses", &R::subPoses, "1: the pose was reached directly.")
      .def_readonly("halvings", &R::halvings, "Line search halvings.")
      .def_readonly("projected_steps", &R::projectedSteps,
                    "Steps that fell back to the projected Hessian.")
      .def_readonly("eigenvalue_raises", &R::eigenvalueRaises,
                    "Times the smoother's eigenvalue bound was raised.")
      .def_readonly("step", &R::step, "Last Newton step [cells]; in preview the next, foretold.")
      .def_readonly("residual", &R::residual, "Force at the end over force at the start.")
      .def_readonly("min_j", &R::minJ, "Least volume change of a cell.")
      .def_readonly("max_j", &R::maxJ, "Greatest volume change of a cell.")
      .def_readonly("inverted_cells", &R::invertedCells)
      .def_readonly("contacts", &R::contacts,
                    "Points that press against flesh, bones or colliders.")
      .def_readonly("contacts_changed", &R::contactsChanged,
                    "Contacts that came or went in the last detection.")
      .def_readonly("max_penetration", &R::maxPenetration,
                    "How deep the deepest contact is, beyond the rest pose [cells].")
      .def_readonly("mean_penetration", &R::meanPenetration, "Of all contacts [cells].")
      .def_readonly("volume_ratio", &R::volumeRatio, "Skin volume over its rest volume.")
      .def_readonly(
          "motion_jump", &R::motionJump,
          "Largest move of a skin point since this simulation's last frame that the bones' "
          "motion does not explain [cells].")
      .def_readonly("other_shape", &R::otherShape,
                    "With otherShapes='find': how far another shape of this pose is, or of the "
                    "pose before, to which the other frame leads [cells]; 0: none was found.")
      .def_property_readonly(
          "energy", [](const R& r) { return asDict(r, 0).attr("get")("energy"); },
          "Of the free flesh [J]: elastic, kinetic, and gravity, against the rest pose.")
      .def_property_readonly(
          "seconds", [](const R& r) { return asDict(r, 0).attr("get")("seconds"); },
          "Time per stage [s]: total, start, contact, linearise, setup, linear, embed.")
      .def("as_dict", &asDict, py::arg("frame") = 0, "The entry of report.json.")
      .def("__repr__", [](const R& r) {
        return std::string("<sinew.FrameReport ") + name(r.status) + ", " +
               std::to_string(r.newton) + " Newton steps>";
      });
}

}  // namespace

void addSimulation(py::module_& module) {
  addReport(module);
  py::class_<StrainArrays>(
      module, "Strain",
      "How far the flesh below each skin vertex is deformed: of the lattice cell it "
      "hangs in. Float32 (vertices,).")
      .def_readonly("min_stretch", &StrainArrays::minStretch, "Least length over rest length.")
      .def_readonly("max_stretch", &StrainArrays::maxStretch, "Greatest length over rest length.")
      .def_readonly("volume", &StrainArrays::volume,
                    "Volume over rest volume; negative where it is turned inside out.");
  py::class_<Frame>(module, "Frame", "A solved pose.")
      .def_readonly("points", &Frame::points, "The skin [m], float32 (vertices, 3).")
      .def_property_readonly(
          "report",
          [](const Frame& f) { return FrameReport(f.report); },  // does not keep the points
          "How it went.")
      .def_readonly("strain", &Frame::strain, "Strain if it was asked for, otherwise None.");
  py::class_<PySimulation>(module, "Simulation",
                           "The moving part of one character. Cheap to make; use one per thread.")
      .def(py::init<CharacterPointer>(), py::arg("character"))
      .def("solve", &PySimulation::solve, py::arg("pose"), py::kw_only(),
           py::arg("out") = py::none(), py::arg("strain") = false,
           py::arg("colliders") = py::none(),
           "The equilibrium of the flesh in a pose: the same bits whatever was solved before and "
           "for any number of threads. With mode='sequential' it starts from the frame before "
           "instead.\n\n"
           "pose: rest to posed space [m] for each bone, (bones, 3, 4) or (bones, 4, 4), column "
           "vectors.\n"
           "out: float32 (vertices, 3) in C order that receives the points; a new array if None.\n"
           "strain: whether Frame.strain is wanted.\n"
           "colliders: where those of set_colliders are [m], like pose; where they were made if "
           "None.\n"
           "Further keywords are settings, such as stepTolerance=0.1: see sinew.settings().\n\n"
           "Not converged is no exception: look at Frame.report.status. Ctrl-C stops between "
           "Newton steps.")
      .def("step", &PySimulation::step, py::arg("pose"), py::arg("seconds"), py::kw_only(),
           py::arg("out") = py::none(), py::arg("strain") = false,
           py::arg("colliders") = py::none(),
           "The flesh in a pose `seconds` after the frame before: it has mass, lags behind, swings "
           "and settles. The first step is where the motion starts, and no time passes in it, "
           "unless a frame was solved before. Same bits for any number of threads, and after "
           "restore. Otherwise as solve.")
      .def("set_colliders", &PySimulation::setColliders, py::arg("colliders"),
           "What the body touches from now on, instead of what was set before. Returns warnings; "
           "an Error, and nothing changes, if one cannot be used.")
      .def("reset", &PySimulation::reset,
           "Forgets the frame before: a sequential frame starts from rest again.")
      .def("state", &PySimulation::state,
           "What a sequential frame or a step starts from, as bytes for restore; b'' before the "
           "first frame.")
      .def("restore", &PySimulation::restore, py::arg("state"),
           "Goes back to a state() of a simulation of the same character: what follows has the "
           "same bits as there. FileError if it is damaged or of another character.")
      .def("cancel", &PySimulation::cancel,
           "Stops a solve that another thread is in, between Newton steps; its status is "
           "'cancelled'.")
      .def_property_readonly("is_solving", &PySimulation::isSolving,
                             "Whether some thread is in solve just now.")
      .def_property_readonly("character", &PySimulation::character);
}

}  // namespace sinew::python
