# SPDX-FileCopyrightText: 2026 The Sinew authors
# SPDX-License-Identifier: MIT
"""The plots of docs/results/papers.md: a function each, from the experiments of sinew_reproduce to a figure."""

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

OURS, THEIRS, OTHER, DARK = "#c0392b", "#2c6fbb", "#7f8c8d", "#2c3e50"
TANGENT_COLOURS = {"warped": OTHER, "quasi-linear": THEIRS, "projected": OURS}
TANGENT_LABELS = {
    "warped": "warped stiffness",
    "quasi-linear": "quasi-linear (Zhu)",
    "projected": "projected (McAdams, our preconditioner)",
}

def figure(columns, rows=1, width=4.6, height=3.6):
    return plt.subplots(rows, columns, figsize=(width * columns, height * rows), squeeze=False)


def semilogy_histories(axes, lines, x_label):
    for label, history, style in lines:
        axes.semilogy(range(len(history)), history, label=label, **style)
    axes.set_xlabel(x_label)
    axes.set_ylabel("residual / start")
    axes.grid(True, alpha=0.3)
    axes.legend(fontsize=7)


def style_of(name):
    if name.startswith("ours, default"):
        return {"color": OURS, "marker": "o", "markersize": 3}
    if name.startswith("ours"):
        return {"color": OURS, "linestyle": "--"}
    if name.startswith("CG"):
        return {"color": OTHER}
    return {"color": THEIRS}


def plot_tangents(data):
    sequence = data["sequence"]["plots"]
    fig, ((left, right),) = figure(2)
    for entry in sequence["radius"]:
        name = entry["name"]
        left.semilogy(
            entry["stretch"],
            [max(q, 1e-4) for q in entry["Q"]],
            color=TANGENT_COLOURS[name],
            marker="o",
            markersize=3,
            label=TANGENT_LABELS[name],
        )
    left.axhline(1, color=DARK, linewidth=0.8)
    left.plot([2.4] * 3, [4.87, 0.829, 0.0717], "kx", label="McAdams 2011, section 5")
    left.set_xlabel("stretch")
    left.set_ylabel("Q = rho(I - Jhat^-1 J), at least 1e-4")
    for entry in sequence["sequence"]:
        name = entry["name"]
        right.semilogy(
            entry["stretch"],
            [max(r, 1e-12) for r in entry["residual"]],
            color=TANGENT_COLOURS[name],
            marker="o",
            markersize=3,
            label=TANGENT_LABELS[name],
        )
    right.set_xlabel("stretch")
    right.set_ylabel("force left after 10 steps")
    for axes in (left, right):
        axes.grid(True, alpha=0.3)
        axes.legend(fontsize=7)
    return fig


def lattice_lines(axes, grid, colour):
    """grid: {(i, j): (x, y)}"""
    xs, ys = [], []
    for (i, j), point in grid.items():
        for neighbour in ((i + 1, j), (i, j + 1)):
            if neighbour in grid:
                xs += [point[0], grid[neighbour][0], float("nan")]
                ys += [point[1], grid[neighbour][1], float("nan")]
    axes.plot(xs, ys, color=colour, linewidth=0.6)


def plot_shapes(data):
    shapes = data["sequence"]["plots"]["sequence_shapes"]
    fig, axes = figure(1, len(shapes), width=8, height=1.9)
    for ax, entry in zip(axes[:, 0], shapes):
        grid = {(i, j): (x, y) for i, j, x, y in entry["nodes"]}
        lattice_lines(ax, grid, TANGENT_COLOURS[entry["name"]])
        ax.set_title(f"{TANGENT_LABELS[entry['name']]}, {entry['stretch']:.1f}x", fontsize=9)
        top = max(j for _, j in grid)
        heights = [y for _, y in grid.values()]
        ax.set_xlim(-2, 1.05 * entry["stretch"] * max(i for i, _ in grid))
        ax.set_ylim(max(-2 * top, min(-0.3 * top, *heights)), min(3 * top, max(1.3 * top, *heights)))
        ax.set_aspect("equal")
    return fig


def plot_hourglass(data):
    entries = data["hourglass"]["plots"]["hourglass"]
    fig, axes = figure(len(entries), width=3.4, height=3.5)
    for ax, entry in zip(axes[0], entries):
        n, nodes = entry["n"], entry["nodes"]
        # Nodes are numbered as cells first meet them; the patch is walked the same way here.
        order, grid = {}, {}
        for y in range(n):
            for x in range(n):
                for a in range(8):
                    key = (x + (a & 1), y + (a >> 1 & 1), a >> 2)
                    if key not in order:
                        order[key] = len(order)
        for (x, y, z), node in order.items():
            if z == 1:
                grid[x, y] = nodes[node][:2]
        lattice_lines(ax, grid, OURS if "ours" in entry["name"] else THEIRS if "12" in entry["name"] else OTHER)
        ax.set_title(entry["name"], fontsize=9)
        ax.set_aspect("equal")
    return fig


def plot_euler(data):
    fig, ((left, right),) = figure(2)
    shades = {}
    for entry in data["euler"]["plots"]["euler"]:
        axes = left if entry["tangent"] == "exact" else right
        shade = shades.setdefault(entry["name"], ["#9dc3e6", THEIRS, DARK][len(shades) % 3])
        axes.plot(entry["squeeze"], entry["ratio"], marker="o", markersize=3, color=shade, label=entry["name"])
    for axes, title in ((left, "without the fix"), (right, "with the fix (ours too)")):
        axes.set_title(title, fontsize=10)
        axes.axhline(0, color=DARK, linewidth=0.8)
        axes.set_xlabel("squeezed to")
        axes.invert_xaxis()
        axes.set_ylabel("least / greatest eigenvalue")
        axes.set_yscale("symlog", linthresh=1e-3)
        axes.set_ylim(-0.02, 0.5)
        axes.grid(True, alpha=0.3)
        axes.legend(fontsize=7)
    return fig


def plot_cube(data):
    fig, ((axes,),) = figure(1, width=6)
    widths = {5: 0.8, 11: 1.6, 21: 2.4}
    lines = []
    for entry in data["cube"]["plots"]["cube"]:
        style = dict(style_of(entry["name"]))
        if entry["name"].startswith("McAdams"):
            style["linewidth"] = widths.get(entry["sweepsPerCycle"], 1)
        lines.append((entry["name"], entry["residual"], style))
    semilogy_histories(axes, lines, "V-cycles")
    return fig


def plot_residuals(data):
    entries = data["residuals"]["plots"]["residuals"]
    scenes = list(dict.fromkeys(entry["scene"] for entry in entries))
    fig, axes = figure(min(2, len(scenes)), (len(scenes) + 1) // 2)
    for ax, scene in zip(axes.flat, scenes):
        for entry in entries:
            if entry["scene"] == scene:
                products = [k * entry["products"] for k in range(len(entry["residual"]))]
                ax.semilogy(products, entry["residual"], label=entry["name"], **style_of(entry["name"]))
        ax.set_title(scene, fontsize=10)
        ax.set_xlabel("products with the fine matrix")
        ax.set_ylabel("residual / start")
        ax.grid(True, alpha=0.3)
        ax.legend(fontsize=7)
    return fig


def plot_fas(data):
    entries = data["fas"]["plots"]["fas"]
    scenes = list(dict.fromkeys(entry["scene"] for entry in entries))
    fig, axes = figure(len(scenes))
    styles = {
        "FAS": {"color": THEIRS},
        "FAS with line search": {"color": THEIRS, "linestyle": "--"},
        "linear, 1 V-cycle per Newton step": {"color": OTHER},
        "ours, default": {"color": OURS, "marker": "o", "markersize": 3},
    }
    for ax, scene in zip(axes[0], scenes):
        semilogy_histories(
            ax, [(e["name"], e["residual"], styles[e["name"]]) for e in entries if e["scene"] == scene], "cycles or steps"
        )
        ax.set_title(scene, fontsize=10)
        ax.set_ylim(1e-6, 1e2)
        ax.set_ylabel("force / start")
    return fig


def plot_svd(data):
    entry = data["svd"]["plots"]["svd"][0]
    fig, ((axes,),) = figure(1, width=6)
    for key, label, style in (
        ("exactMedian", "exact angles, median", {"color": OTHER}),
        ("exactWorst", "exact angles, 99.9 %", {"color": OTHER, "linestyle": "--"}),
        ("approximateMedian", "approximate (McAdams), median", {"color": THEIRS}),
        ("approximateWorst", "approximate (McAdams), 99.9 %", {"color": THEIRS, "linestyle": "--"}),
    ):
        axes.semilogy(entry["sweeps"], entry[key], marker="o", markersize=3, label=label, **style)
    axes.axhspan(1e-5, 1e-4, color="#f5d76e", alpha=0.4, label="4 to 5 orders")
    axes.axhline(entry["ours"], color=OURS, label="ours (no sweeps, float), worst")
    axes.set_xticks(entry["sweeps"])
    axes.set_xlabel("sweeps")
    axes.set_ylabel("off-diagonal / largest diagonal entry")
    axes.grid(True, alpha=0.3)
    axes.legend(fontsize=7)
    return fig


def plot_poisson(data):
    entry = data["poisson"]["plots"]["poisson"][0]
    fig, ((axes,),) = figure(1, width=6)
    for name, rates in entry.items():
        if name != "nu":
            style = {"marker": "o", "markersize": 3, **style_of(name)}
            shown = [r if r < 1 else float("nan") for r in rates]
            axes.plot(entry["nu"], shown, label=name, **style)
    axes.plot([0.2, 0.49], [0.26, 0.28], "k^--", label="Zhu 2010, their method")
    axes.plot([0.2, 0.475, 0.49], [0.41, 0.85, 0.9], "kx:", label="Zhu 2010, not augmented")
    axes.plot([0.2, 0.475, 0.49], [0.35, 0.8, 0.89], "k+:", label="Zhu 2010, tetrahedra")
    axes.set_ylim(0, 1)
    axes.set_xlabel("Poisson's ratio")
    axes.set_ylabel("residual factor per V-cycle")
    axes.grid(True, alpha=0.3)
    axes.legend(fontsize=7)
    return fig


def plot_stagnation(data):
    entries = data["stagnation"]["plots"]["stagnation"]
    fig, ((left, right),) = figure(2)
    for entry in entries:
        axes = left if entry["method"] == "CG" else right
        thick = "64" in entry["name"] or "16^3" in entry["name"]
        axes.semilogy(
            entry["residual"],
            color=OTHER if entry["method"] == "CG" else OURS,
            linestyle="--" if "0.49" in entry["name"] else "-",
            linewidth=2 if thick else 1,
            label=entry["name"],
        )
    left.set_xlabel("CG iterations")
    right.set_xlabel("V-cycles")
    for axes in (left, right):
        axes.set_ylabel("residual / start")
        axes.grid(True, alpha=0.3)
        axes.legend(fontsize=7)
    return fig


def plot_disc(data):
    fig, ((left, right),) = figure(2)
    for entry in data["disc"]["plots"]["disc"]:
        style = {
            "color": OURS if "full" in entry["name"] else THEIRS,
            "linestyle": "-" if "0.49" in entry["name"] else "--",
            "marker": "o",
            "markersize": 3,
        }
        left.loglog(entry["h"], entry["largest"], label=entry["name"], **style)
        right.loglog(entry["h"], entry["mean"], label=entry["name"], **style)
    for axes, what in ((left, "largest"), (right, "mean")):
        axes.minorticks_off()
        h = data["disc"]["plots"]["disc"][0]["h"]
        axes.loglog(h, [0.2 * (x / h[0]) ** 1.2 for x in h], color=DARK, linewidth=0.8, label="order 1.2 (Zhu 2010)")
        axes.set_xticks(h, [f"1/{round(1 / x)}" for x in h], fontsize=8)
        axes.set_xlabel("cell edge h")
        axes.set_ylabel(f"{what} error of the displacement")
        axes.grid(True, alpha=0.3)
        axes.legend(fontsize=7)
    return fig


def plot_volume(data):
    entry = data["volume"]["plots"]["volume"][0]
    fig, ((left, right),) = figure(2)
    places = range(len(entry["law"]))
    errors = [
        [max(0, t - low) for t, low in zip(entry["total"], entry["least"])],
        [max(0, high - t) for t, high in zip(entry["total"], entry["greatest"])],
    ]
    colours = [THEIRS, OURS, OTHER]
    left.bar(places, entry["total"], color=colours, yerr=errors, capsize=4)
    left.axhline(1, color=DARK, linewidth=0.8)
    left.set_xticks(list(places), [f"{law}\n(our default)" if law == "corotatedVolume" else law for law in entry["law"]],
                    fontsize=8)
    left.set_ylabel("volume / rest")
    for line in data["volume"]["plots"]["qmr"]:
        right.loglog(range(1, len(line["residual"]) + 1), line["residual"], label=line["name"],
                     color=OURS if line["name"].startswith("ours") else THEIRS)
    right.set_xlabel("iterations of the linear solver + 1")
    right.set_ylabel("residual / start")
    right.grid(True, alpha=0.3)
    right.legend(fontsize=7)
    return fig


def plot_times(data):
    entries = data["times"]["plots"]["times"]
    printed = {0: [0.005, 0.007, 0.422, 1.466], 1: [0.041, 0.067, 7.035, 31.825]}
    rows = ["force\ndifferential", "Krylov\niteration", "Newton\nstep", "frame"]
    fig, axes = figure(len(entries), width=5)
    for k, (ax, entry) in enumerate(zip(axes[0], entries)):
        for shift, values, label, colour in (
            (-0.27, printed[k], "Patterson 2012, printed, 1 core", THEIRS),
            (0, entry["prototype"], "their method, plain prototype", OTHER),
            (0.27, entry["ours"], "ours, default", OURS),
        ):
            ax.bar([i + shift for i in range(4)], values, width=0.25, label=label, color=colour)
        ax.set_yscale("log")
        ax.set_xticks(range(4), rows, fontsize=8)
        ax.set_ylabel("seconds, one thread")
        ax.set_title(f"{entry['cells']} cells", fontsize=10)
        ax.legend(fontsize=7)
        ax.grid(True, axis="y", alpha=0.3)
    return fig


# Plot: the experiment it stands under, and how it is drawn.
PLOTS = {
    "tangents": ("sequence", plot_tangents),
    "shapes": ("sequence", plot_shapes),
    "hourglass": ("hourglass", plot_hourglass),
    "euler": ("euler", plot_euler),
    "cube": ("cube", plot_cube),
    "residuals": ("residuals", plot_residuals),
    "fas": ("fas", plot_fas),
    "svd": ("svd", plot_svd),
    "poisson": ("poisson", plot_poisson),
    "stagnation": ("stagnation", plot_stagnation),
    "disc": ("disc", plot_disc),
    "volume": ("volume", plot_volume),
    "times": ("times", plot_times),
}
