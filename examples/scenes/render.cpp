// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Light is computed per vertex with soft shadows (lighting.h), spread a little under the skin, and
// interpolated; only the sheen is computed per sample.
#include "scenes/render.h"

#include <limits>

#include "scenes/raster.h"

namespace sinew::scenes {
namespace {

constexpr int kBandRows = 64;              // pixel rows drawn at a time, to bound memory
constexpr double kCreaseCosine = 0.6;      // faces further apart than 53 degrees get an edge
constexpr int kDiffusion[3] = {12, 7, 5};  // smoothings of red, green, blue light
constexpr int kGroundCells = 96, kGroundBlurs = 4;
constexpr Rgb kBackgroundTop{0.80, 0.81, 0.82}, kBackgroundBottom{0.90, 0.90, 0.895};

struct Vertex {
  Vec3d position, normal;
  Rgb colour, light;
};

/// Drawings as one mesh with normals, its vertices doubled along creases.
struct Shaded {
  std::vector<Vertex> vertices;
  std::vector<Triangle> triangles;
};

void addShaded(const Drawing& drawing, Shaded& shaded) {
  std::vector<std::vector<std::int32_t>> copies(drawing.points.size());
  std::vector<Vec3d> seedNormals(shaded.vertices.size());  // of the face that made each vertex
  for (const Triangle& t : drawing.triangles) {
    const std::int32_t corners[] = {t.a, t.b, t.c};
    const Vec3d a = toDouble(drawing.points[t.a]);
    const Vec3d face = cross(toDouble(drawing.points[t.b]) - a, toDouble(drawing.points[t.c]) - a);
    std::int32_t ids[3];
    for (int i = 0; i < 3; ++i) {
      const std::int32_t point = corners[i];
      ids[i] = -1;
      for (std::int32_t copy : copies[point]) {
        if (dot(seedNormals[copy], normalized(face)) > kCreaseCosine) ids[i] = copy;
      }
      if (ids[i] < 0) {
        ids[i] = static_cast<std::int32_t>(shaded.vertices.size());
        const Rgb colour =
            drawing.vertexColours.empty() ? drawing.colour : drawing.vertexColours[point];
        shaded.vertices.push_back({toDouble(drawing.points[point]), {}, colour, {}});
        seedNormals.push_back(normalized(face));
        copies[point].push_back(ids[i]);
      }
      Vec3d& normal = shaded.vertices[ids[i]].normal;
      normal = normal + face;
    }
    shaded.triangles.push_back({ids[0], ids[1], ids[2]});
  }
}

/// Light that enters skin leaves it a little further on, red light most of all. Weights are the
/// cotangents of the opposite angles: with equal ones, uneven triangles would show as stripes.
void diffuse(Shaded& shaded) {
  std::vector<Vertex>& vertices = shaded.vertices;
  for (int round = 0; round < kDiffusion[0]; ++round) {
    std::vector<Rgb> sum(vertices.size());
    std::vector<double> weight(vertices.size(), 1e-6);
    for (const Triangle& t : shaded.triangles) {
      const std::int32_t corners[] = {t.a, t.b, t.c};
      for (int i = 0; i < 3; ++i) {
        const std::int32_t a = corners[i], b = corners[(i + 1) % 3], c = corners[(i + 2) % 3];
        const Vec3d u = vertices[a].position - vertices[c].position;
        const Vec3d v = vertices[b].position - vertices[c].position;
        const double w = std::clamp(dot(u, v) / std::max(length(cross(u, v)), 1e-12), 0.02, 5.0);
        sum[a] = sum[a] + w * vertices[b].light;
        sum[b] = sum[b] + w * vertices[a].light;
        weight[a] += w;
        weight[b] += w;
      }
    }
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      Rgb& light = vertices[i].light;
      const Rgb mean = 0.5 * (light + (1 / weight[i]) * sum[i]);
      light.r = mean.r;
      if (round < kDiffusion[1]) light.g = mean.g;
      if (round < kDiffusion[2]) light.b = mean.b;
    }
  }
}

/// A floor that only darkens the background where light is held back.
struct Ground {
  Vec3d origin, u, v, normal;  ///< the floor is origin + a u + b v for a, b in [0, 1]
  std::vector<double> shade;   ///< light received over light without casters, on a grid

  double shadeAt(const Vec3d& eye, const Vec3d& direction) const {
    const double slope = dot(direction, normal);
    if (slope > -1e-6) return 1;
    const Vec3d hit = eye + (dot(origin - eye, normal) / slope) * direction - origin;
    const double a = dot(hit, u) / dot(u, u), b = dot(hit, v) / dot(v, v);
    if (!(a > 0 && a < 1 && b > 0 && b < 1)) return 1;
    const double x = a * kGroundCells, y = b * kGroundCells;
    const int i = static_cast<int>(x), j = static_cast<int>(y);
    const auto at = [&](int column, int row) { return shade[row * (kGroundCells + 1) + column]; };
    const double s = x - i, t = y - j;
    const double value = (1 - t) * ((1 - s) * at(i, j) + s * at(i + 1, j)) +
                         t * ((1 - s) * at(i, j + 1) + s * at(i + 1, j + 1));
    const double edge = std::min({a, 1 - a, b, 1 - b}) * 5;  // fade out before the grid ends
    return 1 - (1 - value) * std::min(1.0, edge);
  }
};

/// The floor under `bounds`, not yet lit.
Ground makeGround(const Bounds& bounds, const Vec3d& up) {
  const double size = 1.1 * length(bounds.size());
  const Vec3d n = normalized(up), half = 0.5 * bounds.size();
  const Vec3d u = normalized(cross(n, std::abs(n.x) < 0.7 ? Vec3d{1, 0, 0} : Vec3d{0, 0, 1}));
  const Vec3d v = cross(n, u);
  const double depth = std::abs(n.x) * half.x + std::abs(n.y) * half.y + std::abs(n.z) * half.z;
  const Vec3d middle = bounds.center() - (1.04 * depth) * n;
  return {middle - size * u - size * v, 2 * size * u, 2 * size * v, n, {}};
}

std::vector<Receiver> gridPoints(const Ground& ground) {
  std::vector<Receiver> receivers;
  const double cell = 1.0 / kGroundCells;
  for (int j = 0; j <= kGroundCells; ++j) {
    for (int i = 0; i <= kGroundCells; ++i) {
      receivers.push_back(
          {ground.origin + (i * cell) * ground.u + (j * cell) * ground.v, ground.normal});
    }
  }
  return receivers;
}

/// Sets the shade from the light that each grid point receives, blurred a little to hide the edges
/// of the single lamps' shadows.
void setShade(const std::vector<Light>& lights, Span<const Rgb> received, Ground& ground) {
  double open = 0;
  for (const Light& light : lights) {
    open += std::max(0.0, dot(ground.normal, light.direction)) * light.strength.g;
  }
  for (const Rgb& light : received) ground.shade.push_back(light.g / open);
  for (int round = 0; round < kGroundBlurs; ++round) {
    const std::vector<double> old = ground.shade;
    const int row = kGroundCells + 1;
    for (int i = row + 1; i < row * kGroundCells - 1; ++i) {
      ground.shade[i] = (4 * old[i] + old[i - 1] + old[i + 1] + old[i - row] + old[i + row]) / 8;
    }
  }
}

/// A broad highlight and a brighter edge, as on dry skin.
Rgb sheen(const Vec3d& normal, const Vec3d& toEye, const Light& key, const Rgb& light) {
  const double facing = std::max(0.0, dot(normal, toEye));
  const double edge = std::pow(1 - facing, 4);
  const Vec3d halfway = normalized(toEye + key.direction);
  const double gloss = std::pow(std::max(0.0, dot(normal, halfway)), 24);
  return (0.10 * edge + 0.045 * gloss) * light;
}

std::uint8_t encoded(double linear) {
  const double c = std::clamp(linear, 0.0, 1.0);
  const double s = c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
  return static_cast<std::uint8_t>(255 * s + 0.5);
}

/// Rolls off highlights: the identity for dark tones, 1 at 1.6.
double toned(double x) { return x * (1 + x / 2.56) / (1 + x); }

struct Sample {
  float nearness = -std::numeric_limits<float>::infinity();
  Rgb colour;
};

/// The samples of the pixel rows [rowBegin, rowEnd), meshes only.
std::vector<Sample> drawBand(const Shaded& shaded, const std::vector<ScreenPoint>& screen,
                             const Vec3d& toEye, const Light& key, int width, int rowBegin,
                             int rowEnd) {
  std::vector<Sample> samples(std::size_t(width) * (rowEnd - rowBegin));
  for (const Triangle& t : shaded.triangles) {
    const Vertex &a = shaded.vertices[t.a], &b = shaded.vertices[t.b], &c = shaded.vertices[t.c];
    fillTriangle({screen[t.a], screen[t.b], screen[t.c]}, width, rowBegin, rowEnd,
                 [&](int x, int y, float nearness, const std::array<double, 3>& mix) {
                   Sample& sample = samples[std::size_t(y - rowBegin) * width + x];
                   if (nearness <= sample.nearness) return;
                   const Vec3d normal =
                       normalized(mix[0] * a.normal + mix[1] * b.normal + mix[2] * c.normal);
                   const Rgb light = mix[0] * a.light + mix[1] * b.light + mix[2] * c.light;
                   const Rgb colour = mix[0] * a.colour + mix[1] * b.colour + mix[2] * c.colour;
                   sample = {nearness, colour * light + sheen(normal, toEye, key, light)};
                 });
  }
  return samples;
}

}  // namespace

Image render(const std::vector<Drawing>& drawings, const Bounds& bounds, const View& view,
             const RenderSettings& settings) {
  const double aspect = double(settings.width) / settings.height;
  const Camera camera(view, bounds, aspect, settings.margin);
  const std::vector<Light> lights = studioLights(view);
  std::vector<Caster> casters;
  Shaded shaded;
  for (const Drawing& drawing : drawings) {
    casters.push_back({drawing.points, drawing.triangles});
    addShaded(drawing, shaded);
  }

  std::vector<Receiver> receivers;
  for (Vertex& vertex : shaded.vertices) {
    vertex.normal = normalized(vertex.normal);
    receivers.push_back({vertex.position, vertex.normal});
  }
  Ground ground;
  if (settings.ground) {
    ground = makeGround(bounds, view.up);
    const std::vector<Receiver> grid = gridPoints(ground);
    receivers.insert(receivers.end(), grid.begin(), grid.end());
  }
  const std::vector<Rgb> light = irradiance(lights, casters, receivers);
  const std::size_t vertexCount = shaded.vertices.size();
  for (std::size_t i = 0; i < vertexCount; ++i) shaded.vertices[i].light = light[i];
  diffuse(shaded);
  if (settings.ground) {
    setShade(lights, {light.data() + vertexCount, light.size() - vertexCount}, ground);
  }

  // Samples are numbered as pixels are, but `samples` times finer.
  const int fine = settings.samples, width = settings.width * fine;
  const double scale = 0.5 * settings.height * fine;
  std::vector<ScreenPoint> screen;
  for (const Vertex& vertex : shaded.vertices) {
    ScreenPoint p = camera.project(vertex.position);
    p.x = scale * (aspect + p.x);
    p.y = scale * (1 - p.y);
    screen.push_back(p);
  }

  Image image(settings.width, settings.height, {});
  const Vec3d toEye = -normalized(view.direction);
  for (int band = 0; band < settings.height; band += kBandRows) {
    const int bandEnd = std::min(settings.height, band + kBandRows);
    const std::vector<Sample> samples =
        drawBand(shaded, screen, toEye, lights.front(), width, band * fine, bandEnd * fine);
    for (int y = band; y < bandEnd; ++y) {
      const double height = 1 - (y + 0.5) / settings.height;
      for (int x = 0; x < settings.width; ++x) {
        const double sx = (x + 0.5) * fine / scale - aspect, sy = 1 - (y + 0.5) * fine / scale;
        Rgb background = height * kBackgroundTop + (1 - height) * kBackgroundBottom;
        if (settings.ground) {
          background =
              ground.shadeAt(camera.eyeAt(sx, sy), camera.directionAt(sx, sy)) * background;
        }
        Rgb sum;
        for (int i = 0; i < fine * fine; ++i) {
          const Sample& sample =
              samples[std::size_t((y - band) * fine + i / fine) * width + x * fine + i % fine];
          const Rgb& c = sample.colour;
          const bool hit = sample.nearness > -std::numeric_limits<float>::infinity();
          sum = sum + (hit ? Rgb{toned(c.r), toned(c.g), toned(c.b)} : background);
        }
        const Rgb mean = (1.0 / (fine * fine)) * sum;
        image.at(x, y) = {encoded(mean.r), encoded(mean.g), encoded(mean.b)};
      }
    }
  }
  return image;
}

}  // namespace sinew::scenes
