#!/usr/bin/env python3
"""Reference values of stencils/dycore: python3 tests/dycore/reference.py STENCILRUN DIRECTORY

For each stencil it writes DIRECTORY/NAME.txt: the mesh, the levels, a formula for each input, and 64
sampled values of each output. They are computed here from the formulas with nothing but
Python's own floats, and share no code with stencilgen but the relations of the generated mesh.
Fields are sines of random amplitude, frequency and phase in element, level and slot. Those of bools are their signs, and those
of integers are rounded down.
"""
import functools
import math
import os
import random
import struct
import subprocess
import sys
import tempfile

LEVELS = 7


def table(path):
    """The rows, or the numbers, of a .npy file of int32; -1 is no neighbor."""
    with open(path, "rb") as file:
        data = file.read()
    start = 10 + struct.unpack("<H", data[8:10])[0]
    shape = eval(data[10:start].decode())["shape"]
    flat = struct.unpack("<%di" % math.prod(shape), data[start:])
    return flat if len(shape) == 1 else [[n for n in flat[i * shape[1]:(i + 1) * shape[1]] if n >= 0] for i in range(shape[0])]


class Field:
    """A random field: value(element, level, slot), and the same as a formula of --formula."""

    def __init__(self, seed, name, low, high, variables, kind=float):
        draw = random.Random(seed + name)
        self.whole = kind is int
        high += self.whole
        self.mean, self.amplitude = (low + high) / 2, (high - low) / 2
        self.by = {v: round(draw.uniform(0.3, 2.9), 3) for v in variables}
        self.phase = round(draw.uniform(0, 6), 3)
        terms = "".join("%r*%s + " % (self.by[v], v) for v in variables)
        self.bool = low is False
        self.formula = ("%s=sin(%s%r) > 0 ? 1 : 0" % (name, terms, self.phase) if self.bool
                        else ("%s=floor(%r + %r*sin(%s%r))" if self.whole else "%s=%r + %r*sin(%s%r)")
                        % (name, self.mean, self.amplitude, terms, self.phase))

    def __call__(self, element=0, k=0, slot=0):
        at = {"element": element, "k": k, "slot": slot}
        angle = 0.0
        for variable in self.by:
            angle += self.by[variable] * at[variable]
        wave = math.sin(angle + self.phase)
        value = wave > 0 if self.bool else self.mean + self.amplitude * wave
        return math.floor(value) if self.whole else value


class Mesh:
    def __init__(self, stencilrun, mesh):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([stencilrun, "--mesh", mesh, "--save-mesh", folder + "/m", "-q"], check=True)
            for name in ("cell_edges", "cell_vertices", "cell_cells", "edge_cells", "edge_vertices",
                         "vertex_edges", "vertex_cells"):
                setattr(self, name, table(folder + "/m/" + name + ".npy"))
            if os.path.exists(folder + "/m/cell_row.npy"):
                self.cell_row, self.edge_row = table(folder + "/m/cell_row.npy"), table(folder + "/m/edge_row.npy")

    def others(self, cell, edge):
        """The other edges of a cell, from the edge on."""
        at = self.cell_edges[cell].index(edge)
        return self.cell_edges[cell][at + 1:] + self.cell_edges[cell][:at]

    def around(self, edge):
        a, b = self.edge_cells[edge]
        return self.others(a, edge) + self.others(b, edge)


def dot(field, neighbors, k, weight, element):
    return math.fsum(weight(element, 0, i) * field(n, k) for i, n in enumerate(neighbors))


def divergence_damping(m, f):
    def vn(e, k):
        star = [e] + m.around(e)
        return f["vn"](e, k) + (f["factor"](0, k) + f["factor_boundary"](0, k) * f["nudge"](e)) \
            * dot(f["graddiv"], star, k, f["geofac_grdiv"], e)
    return {"vn": (vn, m.edge_cells)}


def mass_flux(m, f):
    def mass(e, k):
        return dot(f["rho"], m.edge_cells[e], k, f["c_lin_e"], e) * f["vn"](e, k) * f["ddqz"](e, k)
    return {"flux_mass": (mass, m.edge_cells),
            "flux_theta": (lambda e, k: mass(e, k) * f["theta_v"](e, k), m.edge_cells)}


def diffuse_theta_exner(m, f):
    def flux(e, k):
        a, b = m.edge_cells[e]
        return f["kh"](e, k) * f["inv_dual_length"](e) * (f["theta_v"](b, k) - f["theta_v"](a, k))

    def theta(c, k):
        return f["theta_v"](c, k) + f["area"](c) * dot(flux, m.cell_edges[c], k, f["geofac_div"], c)

    def exner(c, k):
        return f["exner"](c, k) * (1 + 0.4 * (theta(c, k) / f["theta_v"](c, k) - 1))
    return {"theta_new": (theta, m.cell_edges), "exner_new": (exner, m.cell_edges)}


def energy_divergence(m, f):
    def divergence(c, k):
        return dot(lambda e, k: f["dv"](e) * f["u"](e, k), m.cell_edges[c], k, f["sign"], c) / f["area"](c)

    def ke(c, k):
        return math.fsum(f["dc"](e) * f["dv"](e) * f["u"](e, k) ** 2 / 4 for e in m.cell_edges[c]) / f["area"](c)
    return {"divergence": (divergence, m.cell_edges), "ke": (ke, m.cell_edges)}


def vertex_pv(m, f):
    def q(v, k):
        circulation = dot(lambda e, k: f["dc"](e) * f["u"](e, k), m.vertex_edges[v], k, f["sign_v"], v)
        return (f["f"](v) * f["area_v"](v) + circulation) / dot(f["h"], m.vertex_cells[v], k, f["kite"], v)
    return q


def potential_vorticity(m, f):
    q = vertex_pv(m, f)

    def q_c(c, k):
        return dot(q, m.cell_vertices[c], k, f["kite_c"], c) / f["area"](c)

    def pv(e, k):
        (a, b), (s, t) = m.edge_cells[e], m.edge_vertices[e]
        gradients = f["u"](e, k) * (q_c(b, k) - q_c(a, k)) / f["dc"](e) + f["v"](e, k) * (q(t, k) - q(s, k)) / f["dv"](e)
        return (q(s, k) + q(t, k)) / 2 - 0.5 * 10 * gradients
    return {"pv": (pv, m.edge_cells)}


def eliminate(rows):
    """Solves a system of equations, whose right sides are last: Gaussian elimination of the full matrix, with pivots."""
    for i in range(len(rows)):
        pivot = max(range(i, len(rows)), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(len(rows)):
            if r != i:
                scale = rows[r][i] / rows[i][i]
                rows[r] = [x - scale * y for x, y in zip(rows[r], rows[i])]
    return [row[-1] / row[k] for k, row in enumerate(rows)]


def vmix_momentum(m, f):
    def solve(e):
        thick = [math.fsum(f["h"](c, k) for c in m.edge_cells[e]) / 2 for k in range(LEVELS)]
        rows = [[0.0] * LEVELS + [f["u"](e, k)] for k in range(LEVELS)]
        for k in range(LEVELS):
            rows[k][k] = 1.0
        for k in range(1, LEVELS):
            mixing = 60 * f["visc"](e, k) / ((thick[k - 1] + thick[k]) / 2)
            for here, there in ((k, k - 1), (k - 1, k)):
                rows[here][here] += mixing / thick[here]
                rows[here][there] -= mixing / thick[here]
        return eliminate(rows)
    return {"u_new": (lambda e, k: solve(e)[k], m.edge_cells)}


def no_change(element, k):
    return 0


def implicit_solver(m, f, ddt_w=None, rho_incr=no_change, exner_incr=no_change, damping=lambda k: 1):
    rd, cpd, dt = 287.04, 1004.64, 10
    cvd = cpd - rd
    ddt_w = ddt_w or f["ddt_w"]

    def alpha(c, k):
        return f["w_impl_wgt"](c) * f["theta_ic"](c, k) * f["rho_ic"](c, k) if k < LEVELS else 0

    def flux(c, k):
        return f["rho_ic"](c, k) * (f["w_expl_wgt"](c) * f["w_now"](c, k) - f["w_con"](c, k)) if 0 < k < LEVELS else 0

    def beta(c, k):
        return dt * rd * f["exner"](c, k) / (cvd * f["rho"](c, k) * f["theta"](c, k)) * f["inv_ddqz"](c, k)

    def rho_expl(c, k):
        outflow = dot(f["mass_fl"], m.cell_edges[c], k, f["geofac_div"], c) + flux(c, k) - flux(c, k + 1)
        return f["rho"](c, k) - dt * f["inv_ddqz"](c, k) * outflow + rho_incr(c, k)

    def exner_expl(c, k):
        outflow = dot(f["theta_fl"], m.cell_edges[c], k, f["geofac_div"], c) \
            + f["theta_ic"](c, k) * flux(c, k) - f["theta_ic"](c, k + 1) * flux(c, k + 1)
        return f["exner_pr"](c, k) - beta(c, k) * outflow + dt * f["ddt_exner"](c, k) + exner_incr(c, k)

    def solve(c):
        rows = []
        for k in range(1, LEVELS):
            gamma = dt * cpd * f["w_impl_wgt"](c) * f["theta_ic"](c, k) / f["ddqz_half"](c, k)
            row = [0.0] * LEVELS
            if k > 1:
                row[k - 2] = -gamma * beta(c, k - 1) * alpha(c, k - 1)
            row[k - 1] = 1 + gamma * alpha(c, k) * (beta(c, k - 1) + beta(c, k))
            if k < LEVELS - 1:
                row[k] = -gamma * beta(c, k) * alpha(c, k + 1)
            row[-1] = f["w_now"](c, k) + dt * (ddt_w(c, k) - cpd * f["buoy"](c, k)) \
                - gamma * (exner_expl(c, k - 1) - exner_expl(c, k))
            rows.append(row)
        return [w * damping(k) for k, w in enumerate([0.0] + eliminate(rows) + [f["w_con"](c, LEVELS)])]

    def rho_new(c, k):
        w = solve(c)
        outflow = f["rho_ic"](c, k) * w[k] - f["rho_ic"](c, k + 1) * w[k + 1]
        return rho_expl(c, k) - f["w_impl_wgt"](c) * dt * f["inv_ddqz"](c, k) * outflow

    def exner_new(c, k):
        w = solve(c)
        return exner_expl(c, k) + f["exner_ref"](c, k) - beta(c, k) * (alpha(c, k) * w[k] - alpha(c, k + 1) * w[k + 1])

    def theta_new(c, k):
        change = (exner_new(c, k) / f["exner"](c, k) - 1) * (cvd / rd) + 1
        return f["rho"](c, k) * f["theta"](c, k) * change / rho_new(c, k)
    return {"w": (lambda c, k: solve(c)[k], m.cell_edges, LEVELS + 1), "rho_new": (rho_new, m.cell_edges),
            "exner_new": (exner_new, m.cell_edges), "theta_new": (theta_new, m.cell_edges)}


def solve_w(m, f):
    cpd, dt = 1004.64, 10

    def w(c, k):
        rows = []
        for n in range(1, LEVELS):
            gamma = dt * cpd * f["w_impl_wgt"](c) * f["theta_ic"](c, n) / f["ddqz_half"](c, n)
            row = [0.0] * LEVELS
            if n > 1:
                row[n - 2] = -gamma * f["beta"](c, n - 1) * f["alpha"](c, n - 1)
            row[n - 1] = 1 + gamma * f["alpha"](c, n) * (f["beta"](c, n - 1) + f["beta"](c, n))
            if n < LEVELS - 1:
                row[n] = -gamma * f["beta"](c, n) * f["alpha"](c, n + 1)
            else:
                row[-1] += gamma * f["beta"](c, n) * f["alpha"](c, n + 1) * f["w_expl"](c, LEVELS)
            row[-1] += f["w_expl"](c, n) - gamma * (f["exner_expl"](c, n - 1) - f["exner_expl"](c, n))
            rows.append(row)
        return ([0.0] + eliminate(rows) + [f["w_expl"](c, LEVELS)])[k]
    return {"w": (w, m.cell_edges, LEVELS + 1)}


def implicit_corrector(m, f):
    results = implicit_solver(
        m, f, lambda c, k: 0.25 * f["ddt_w1"](c, k) + 0.75 * f["ddt_w2"](c, k), lambda c, k: 0.2 * f["rho_incr"](c, k),
        lambda c, k: 0.2 * f["exner_incr"](c, k), lambda k: f["raylfac"](0, k) if 1 <= k <= 2 else 1)
    w, exner_new = results["w"][0], results["exner_new"][0]

    def exner_dyn(c, k):
        old = f["exner_dyn"](c, k)
        return exner_new(c, k) - (old + 50 * f["ddt_exner"](c, k)) if k >= 3 else old

    def flux(c, k):
        return (f["w_expl_wgt"](c) * f["w_now"](c, k) - f["w_con"](c, k) + f["w_impl_wgt"](c) * w(c, k)) / 5 if k else 0

    def mass_ic(c, k):
        return f["mass_ic"](c, k) + f["rho_ic"](c, k) * flux(c, k)

    def vol_ic(c, k):
        return f["vol_ic"](c, k) + flux(c, k)
    return dict(results, exner_dyn=(exner_dyn, m.cell_edges), mass_ic=(mass_ic, m.cell_edges), vol_ic=(vol_ic, m.cell_edges))


def implicit_predictor(m, f, flat=1):
    def mean(c, k):
        return dot(f["concorr_me"], m.cell_edges[c], k, f["e_bln"], c)

    def w_con(c, k):
        if 0 < m.cell_row[c] < 3:
            return f["w_con"](c, k)
        if k == LEVELS:
            return at_ground(mean, f["wgtq"], c)
        return between(mean, f["wgt"], c, k) if k > flat else f["w_con"](c, k)

    solved = implicit_solver(
        m, dict(f, w_con=w_con), None, lambda c, k: 0.2 * f["rho_incr"](c, k), lambda c, k: 0.2 * f["exner_incr"](c, k),
        lambda k: f["raylfac"](0, k) if 1 <= k <= 2 else 1)

    def dwdz(c, k):
        w = solved["w"][0]
        return f["inv_ddqz"](c, k) * (w(c, k) - w(c, k + 1) - w_con(c, k) + w_con(c, k + 1))

    def exner_dyn(c, k):
        return f["exner" if k >= 3 else "exner_dyn"](c, k)

    def from_row_5(name, value, elements, *levels):
        return (lambda c, k: f[name](c, k) if 0 < m.cell_row[c] < 5 else value(c, k), elements, *levels)
    solved.update(dwdz=(dwdz, m.cell_edges), exner_dyn=(exner_dyn, m.cell_edges))
    return dict({name: from_row_5(name, *result) for name, result in solved.items()}, w_con=(w_con, m.cell_edges, LEVELS + 1))


def vertical_momentum(m, f, correction=None, hadv=None):
    cfl, dt, first, damped = 0.065, 10, 1, 3
    hadv = hadv or f["hadv"]

    def mean(c, k):
        return dot(f["concorr_me"], m.cell_edges[c], k, f["e_bln"], c)

    correction = correction or (lambda c, k: between(mean, f["wgtfac"], c, k) if k > first else 0)

    def contravariant(c, k):
        return f["w"](c, k) - correction(c, k)

    def is_clipped(c, k):
        return max(2, damped - 2) <= k < LEVELS - 3 and abs(contravariant(c, k)) > cfl * f["ddqz_half"](c, k)

    def courant(c, k):
        return contravariant(c, k) * dt / f["ddqz_half"](c, k) if is_clipped(c, k) else 0

    def limited(c, k):
        if abs(courant(c, k)) <= 0.85:
            return contravariant(c, k)
        return math.copysign(0.85, courant(c, k)) * f["ddqz_half"](c, k) / dt

    def w_full(c, k):
        return (limited(c, k) + (limited(c, k + 1) if k < LEVELS - 1 else 0)) / 2

    def tendency(c, k):
        if k == 0:
            return f["ddt_w"](c, k)
        low, here, high = (f["w"](c, n) for n in (k - 1, k, k + 1))
        up, down = f["coeff1"](c, k), f["coeff2"](c, k)
        value = dot(hadv, m.cell_edges[c], k, f["e_bln"], c) - limited(c, k) * (low * up - high * down + here * (down - up))
        if is_clipped(c, k) and f["owner"](c):
            excess = min(0.85 - cfl * dt, abs(limited(c, k)) * dt / f["ddqz_half"](c, k) - cfl * dt)
            value += 0.05 * excess * f["area"](c) * dot(f["w"], [c] + m.cell_cells[c], k, f["n2s"], c)
        return value
    return {"concorr_c": (correction, m.cell_edges), "w_full": (w_full, m.cell_edges), "vcfl": (courant, m.cell_edges),
            "ddt_w": (tendency, m.cell_edges)}


def horizontal_advection(m, f, vn_half, vt_half):
    def w_v(v, k):
        return dot(f["w"], m.vertex_cells[v], k, f["c_intp"], v)

    def hadv(e, k):
        (a, b), (s, t) = m.edge_cells[e], m.edge_vertices[e]
        return vn_half(e, k) * f["inv_dual"](e) * (f["w"](a, k) - f["w"](b, k)) \
            + vt_half(e, k) * f["inv_primal"](e) * f["tangent"](e) * (w_v(s, k) - w_v(t, k))
    return hadv


def vertical_momentum_corrector(m, f):
    results = vertical_momentum(m, f, f["concorr_c"], horizontal_advection(m, f, f["vn_half"], f["vt_half"]))
    return {name: results[name] for name in ("w_full", "vcfl", "ddt_w")}


def half_level_values(m, f):
    def vn_half(e, k):
        if k == LEVELS:
            return f["wgtq_e"](e, k - 1) * f["vn"](e, k - 1) + f["wgtq_e"](e, k - 2) * f["vn"](e, k - 2)
        return between(f["vn"], f["wgt_e"], e, k)

    def between(field, weight, at, k):
        return field(at, k) if k == 0 else weight(at, k) * field(at, k) + (1 - weight(at, k)) * field(at, k - 1)

    def theta_half(c, k):
        return f["theta_ref"](c, k) if k == LEVELS else between(f["theta"], f["wgt"], c, k)

    def buoy(c, k):
        if k == 0:
            return f["buoy"](c, k)
        gradient = (f["exner_pr"](c, k - 1) - f["exner_pr"](c, k)) / f["ddqz_half"](c, k)
        return f["expl_wgt"](c) * theta_half(c, k) * gradient + (theta_half(c, k) - f["theta_ref"](c, k)) * f["dexner_ref"](c, k)
    return {"vn_half": (vn_half, m.edge_cells, LEVELS + 1), "theta_half": (theta_half, m.cell_edges, LEVELS + 1),
            "buoy": (buoy, m.cell_edges)}


def star(m, location, element):
    return [element] + (m.cell_cells[element] if location == "cell" else m.around(element))


def between(field, weight, at, k):
    """A value on a half level between two levels."""
    return weight(at, k) * field(at, k) + (1 - weight(at, k)) * field(at, k - 1)


def at_ground(field, weight, at):
    return math.fsum(weight(at, LEVELS - i) * field(at, LEVELS - i) for i in (1, 2, 3))


def averaged_fluxes(m, f):
    def vn_avg(e, k):
        return dot(f["vn"], star(m, "edge", e), k, f["flx_avg"], e)

    def mass_fl(e, k):
        return f["rho_e"](e, k) * vn_avg(e, k) * f["ddqz_e"](e, k)

    def theta_fl(e, k):
        return mass_fl(e, k) * f["theta_e"](e, k)
    results = {"vn_avg": vn_avg, "mass_fl": mass_fl, "theta_fl": theta_fl}
    if "vn_traj" in f:
        results["vn_traj"] = lambda e, k: f["vn_traj"](e, k) + vn_avg(e, k) / 5
        results["mass_traj"] = lambda e, k: f["mass_traj"](e, k) + mass_fl(e, k) / 5
    return {name: (value, m.edge_cells) for name, value in results.items()}


def horizontal_velocity(m, f):
    def vt(e, k):
        return dot(f["vn"], m.around(e), k, f["rbf"], e)

    def graddiv(e, k):
        return dot(f["vn"], star(m, "edge", e), k, f["grdiv"], e)

    def ekin(e, k):
        return (f["vn"](e, k) ** 2 + vt(e, k) ** 2) / 2

    def vt_half(e, k):
        return vt(e, 0) if k == 0 else between(vt, f["wgt_e"], e, k)

    def vn_half(e, k):
        if k == LEVELS:
            return at_ground(f["vn"], f["wgtq_e"], e)
        return f["vn"](e, 0) if k == 0 else between(f["vn"], f["wgt_e"], e, k)

    def concorr(e, k):
        return f["concorr"](e, k) if k < 2 else f["vn"](e, k) * f["ddxn"](e, k) + vt(e, k) * f["ddxt"](e, k)
    winds = {"vt": (vt, m.edge_cells), "ekin": (ekin, m.edge_cells), "vt_half": (vt_half, m.edge_cells),
             "vn_half": (vn_half, m.edge_cells, LEVELS + 1), "concorr": (concorr, m.edge_cells)}
    if "w" in f:
        return dict(winds, hadv=(horizontal_advection(m, f, vn_half, vt_half), m.edge_cells))
    return dict(averaged_fluxes(m, f), graddiv=(graddiv, m.edge_cells), **winds)


def wind_diagnostics(m, f):
    return horizontal_velocity(m, f)


def horizontal_momentum(m, f):
    cfl, dt = 0.065, 10

    def ekin_c(c, k):
        return dot(f["ekin"], m.cell_edges[c], k, f["e_bln"], c)

    def vorticity(v, k):
        return dot(f["vn"], m.vertex_edges[v], k, f["geofac_rot"], v)

    def tendency(e, k):
        (a, b), (s, t) = m.edge_cells[e], m.edge_vertices[e]
        w, thick, kinetic = dot(f["w_full"], (a, b), k, f["c_lin"], e), f["ddqz_e"](e, k), f["ekin"](e, k)
        value = f["gradekin"](e, 0, 0) * (ekin_c(a, k) - kinetic) + f["gradekin"](e, 0, 1) * (kinetic - ekin_c(b, k)) \
            - f["vt"](e, k) * (f["f"](e) + (vorticity(s, k) + vorticity(t, k)) / 2) \
            - w * (f["vn_half"](e, k) - f["vn_half"](e, k + 1)) / thick
        if 2 <= k < LEVELS - 4 and abs(w) > cfl * thick:
            excess = min(0.85 - cfl * dt, abs(w) * dt / thick - cfl * dt)
            spread = dot(f["vn"], star(m, "edge", e), k, f["grdiv"], e) \
                + f["tangent"](e) * f["inv_primal"](e) * (vorticity(t, k) - vorticity(s, k))
            value += 0.05 * excess * f["area"](e) * spread
        return value
    return {"ddt_vn": (tendency, m.edge_cells)}


def buoyancy(m, f):
    def mean(name):
        return lambda c, k: 0.4 * f[name](c, k) + 0.6 * f[name + "_new"](c, k)

    def upstream(field):
        def value(c, k):
            path = -5 * (f["w"](c, k) - f["w_con"](c, k)) / f["ddqz_half"](c, k)
            return between(field, f["wgt"], c, k) + path * (field(c, k - 1) - field(c, k))
        return value

    def dtheta(c, k):
        return mean("theta")(c, k) - f["theta_ref"](c, k)

    def buoy(c, k):
        gradient = (f["exner_pr"](c, k - 1) - f["exner_pr"](c, k)) / f["ddqz_half"](c, k)
        return f["expl_wgt"](c) * upstream(mean("theta"))(c, k) * gradient + between(dtheta, f["wgt"], c, k) * f["dexner_ref"](c, k)
    results = {"rho_ic": upstream(mean("rho")), "theta_ic": upstream(mean("theta")), "buoy": buoy}
    return {name: (lambda c, k, name=name, value=value: value(c, k) if k else f[name](c, k), m.cell_edges)
            for name, value in results.items()}


def damped_wind(m, f):
    def gradient(e, k):
        a, b = m.edge_cells[e]
        return f["graddiv"](e, k) + f["mask"](e) * f["scaling"](0, k) * f["inv_dual"](e) * (f["dwdz"](b, k) - f["dwdz"](a, k))

    def vn(e, k):
        tendency = f["ddt_adv1"](e, k) / 4 + f["ddt_adv2"](e, k) * 3 / 4 + f["ddt_phy"](e, k) \
            - 1004.64 * f["theta_e"](e, k) * f["pgrad"](e, k)
        strength = max(0, f["factor"](0, k) - 0.025) * 2.25
        damping = strength * (0.75 / (0.3 + sys.float_info.epsilon) * f["nudge"](e) - 1) \
            * dot(gradient, star(m, "edge", e), k, f["grdiv"], e)
        return f["vn_now"](e, k) + 10 * tendency + 0.01 * gradient(e, k) + damping + 0.2 * f["vn_incr"](e, k)
    return {"vn": (vn, m.edge_cells)}


def perturbed_quantities(m, f):
    def difference(name):
        return lambda c, k: f[name](c, k) - f[name + "_ref"](c, k)
    dexner, dtheta = difference("exner"), difference("theta")

    def ex_pr(c, k):
        return dexner(c, k) + f["exfac"](c, k) * (dexner(c, k) - f["exner_pr"](c, k))

    def on_half(field):
        return lambda c, k: at_ground(field, f["wgtq"], c) if k == LEVELS else k and between(field, f["wgt"], c, k)

    def theta_ic(c, k):
        if k == LEVELS:
            return f["theta_ref_ic"](c, k) + on_half(dtheta)(c, k)
        return between(f["theta"], f["wgt"], c, k) if k else f["theta_ic"](c, k)

    def slope(field, c, k):
        return on_half(field)(c, k) - on_half(field)(c, k + 1)

    def buoy(c, k):
        gradient = (dexner(c, k - 1) - dexner(c, k)) / f["ddqz_half"](c, k)
        return f["expl_wgt"](c) * theta_ic(c, k) * gradient + on_half(dtheta)(c, k) * f["dexner_ref"](c, k)

    def dex2(c, k):
        return -(slope(dtheta, c, k) * f["fac1"](c, k) + dtheta(c, k) * f["fac2"](c, k)) / 2

    def since(level, name, value):
        return lambda c, k: value(c, k) if k >= level else f[name](c, k)
    results = {
        "rho_pr": difference("rho"), "theta_pr": dtheta, "ex_pr": ex_pr, "exner_pr": dexner,
        "dex1": since(2, "dex1", lambda c, k: slope(ex_pr, c, k) * f["inv_ddqz"](c, k)), "dex2": since(4, "dex2", dex2),
        "buoy": since(1, "buoy", buoy), "rho_ic": since(1, "rho_ic", lambda c, k: between(f["rho"], f["wgt"], c, k))}
    return dict({name: (value, m.cell_edges) for name, value in results.items()}, theta_ic=(theta_ic, m.cell_edges, LEVELS + 1))


def vertical_mass_flux(m, f):
    def flux(c, k):
        speed = f["w_expl_wgt"](c) * f["w_now"](c, k) + f["w_impl_wgt"](c) * f["w_new"](c, k) - f["w_con"](c, k)
        return f["flux"](c, k) + f["rho_ic"](c, k) * speed / 5
    return {"flux": (flux, m.cell_edges)}


def corner_winds(m, f, e, k, x, y):
    """The wind at the four corners of an edge in the direction (x, y)."""
    ends, cells = m.edge_vertices[e], m.edge_cells[e]
    far = [next(v for v in m.cell_vertices[c] if v not in ends) for c in cells]
    return [f["u"](v, k) * f[x](e, 0, i) + f["v"](v, k) * f[y](e, 0, i) for i, v in enumerate(ends + far)]


def laplacian(winds, middle, along, across):
    """Of second order, from the values at both ends and at both far corners."""
    return 4 * ((winds[0] + winds[1] - 2 * middle) * along ** 2 + (winds[2] + winds[3] - 2 * middle) * across ** 2)


def smagorinsky(m, f):
    def deformation(e, k):
        normal = corner_winds(m, f, e, k, "normal_x", "normal_y")
        dual = corner_winds(m, f, e, k, "dual_x", "dual_y")
        along, across = f["inv_primal"](e), f["inv_vert"](e)
        shear = (normal[1] - normal[0]) * f["tangent"](e) * along + (dual[3] - dual[2]) * across
        strain = (normal[3] - normal[2]) * across - (dual[1] - dual[0]) * f["tangent"](e) * along
        return f["factor"](0, k) * math.hypot(strain, shear)

    def kh(e, k):
        return min(max(0, deformation(e, k) - 2), f["limit"](0, k))

    def nabla2(e, k):
        return laplacian(corner_winds(m, f, e, k, "normal_x", "normal_y"), f["vn"](e, k), f["inv_primal"](e), f["inv_vert"](e))
    return {"kh": (kh, m.edge_cells), "kh_raw": (deformation, m.edge_cells), "nabla2": (nabla2, m.edge_cells)}


def diffuse_vn(m, f):
    def vn(e, k):
        if 0 < m.edge_row[e] < 10:
            return f["vn"](e, k) + (0.05 * f["area"](e) * f["nabla2"](e, k) if m.edge_row[e] >= 5 else 0)
        winds = corner_winds(m, f, e, k, "normal_x", "normal_y")
        nabla4 = laplacian(winds, f["nabla2"](e, k), f["inv_primal"](e), f["inv_vert"](e))
        strength = max(f["kh"](e, k), 2 * f["nudge"](e))
        tendency = strength * f["nabla2"](e, k) - f["factor"](0, k) * f["area"](e) * nabla4
        return f["vn"](e, k) + f["area"](e) * tendency
    return {"vn": (vn, m.edge_cells)}


def diffuse_vn_boundary(m, f):
    def vn(e, k):
        return f["vn"](e, k) + (f["nabla2"](e, k) * f["area"](e) / 20 if 5 <= m.edge_row[e] <= 9 else 0)
    return {"vn": (vn, m.edge_cells)}


def diffuse_w(m, f):
    def across(name, field, c, k):
        return dot(field, star(m, "cell", c), k, f[name], c)

    def nabla2(c, k):
        return across("n2s", f["w_old"], c, k)

    def w(c, k):
        if 0 < m.cell_row[c] < 6:
            return f["w_old" if m.cell_row[c] == 5 else "w"](c, k)
        tendency = -0.01 * f["area"](c) ** 2 * across("n2s", nabla2, c, k)
        if 0 < k < 3:
            tendency += f["n2w"](0, k) * f["area"](c) * nabla2(c, k)
        return f["w_old"](c, k) + tendency

    def gradient(name, weights):
        return lambda c, k: f[name](c, k) if k == 0 or 0 < m.cell_row[c] < 5 else across(weights, f["w_old"], c, k)
    return {"w": (w, m.cell_edges), "dwdx": (gradient("dwdx", "grg_x"), m.cell_edges),
            "dwdy": (gradient("dwdy", "grg_y"), m.cell_edges)}


def rbf_interpolation(m, f):
    def at_vertex(name):
        return lambda v, k: dot(f["vn"], m.vertex_edges[v], k, f[name], v)

    def wide(c):
        edges = list(m.cell_edges[c])
        for n in m.cell_cells[c]:
            edges += [e for e in m.cell_edges[n] if e not in edges]
        return edges

    def in_cell(name):
        return lambda c, k: dot(f["vn"], wide(c), k, f[name], c)
    return {"u_vert": (at_vertex("vertex_x"), m.vertex_edges), "v_vert": (at_vertex("vertex_y"), m.vertex_edges),
            "u": (in_cell("cell_x"), m.cell_edges), "v": (in_cell("cell_y"), m.cell_edges)}


def turbulence_diagnostics(m, f):
    def div(c, k):
        return dot(f["vn"], m.cell_edges[c], k, f["geofac_div"], c)

    def kh(c, k):
        return dot(f["kh"], m.cell_edges[c], k, f["e_bln"], c) / f["factor"](0, k)

    def div_ic(c, k):
        return between(div, f["wgt"], c, k) if k else f["div_ic"](c, k)

    def hdef_ic(c, k):
        return between(kh, f["wgt"], c, k) ** 2 if k else f["hdef_ic"](c, k)
    return {"div_ic": (div_ic, m.cell_edges), "hdef_ic": (hdef_ic, m.cell_edges)}


def cold_pools(m, f):
    def excess(name, c, k):
        return f[name](c, k) - math.fsum(f[name](n, k) for n in m.cell_cells[c]) / 3

    def enhanced(c, k):
        reference = excess("theta_ref", c, k)
        below = -5 - (excess("theta", c, k) - reference)
        return below * 0.0005 if below > (0 if reference < 0 else 2.5) or below > 2.5 else 0
    return {"kh": (lambda e, k: max([f["kh"](e, k)] + [enhanced(c, k) for c in m.edge_cells[e]]), m.edge_cells)}


def halo_theta_exner(m, f):
    rd = 287.04
    cvd = 1004.64 - rd

    def theta_new(c, k):
        if not f["mask"](c):
            return f["exner_new"](c, k)
        change = 1 + (f["exner_new"](c, k) / f["exner_now"](c, k) - 1) * cvd / rd
        return f["rho_now"](c, k) * f["theta_now"](c, k) * change / f["rho_new"](c, k)

    def exner_new(c, k):
        old = f["exner_new"](c, k)
        return old if f["mask"](c) else (rd * f["rho_new"](c, k) * old / 1e5) ** (rd / cvd)
    return {"theta_new": (theta_new, m.cell_edges), "exner_new": (exner_new, m.cell_edges)}


def level(k, levels=LEVELS):
    """A level by value: one of those that exist."""
    return min(max(k, 0), levels - 1)


def wind_predictor(m, f):
    def upstream(name):
        def gradient(c, k, weights):
            return dot(f[name + "_pr"], star(m, "cell", c), k, f[weights], c)

        def value(e, k):
            if 0 < m.edge_row[e] < 7:
                return 0.0
            side = 0 if f["vn_now"](e, k) > 0 else 1
            cell = m.edge_cells[e][side]
            back = [-(f[wind](e, k) * 5 + f[center](e, 0, side)) for wind, center in (("vn_now", "pos_x"), ("vt", "pos_y"))]
            change = sum(math.fsum(b * f[direction + axis](e, 0, side) for b, direction in zip(back, ("normal", "dual")))
                         * gradient(cell, k, "grg" + axis) for axis in ("_x", "_y"))
            return f[name + "_ref"](e, k) + f[name + "_pr"](cell, k) + change
        return value

    def at_height(e, k, side):
        cell, to, dz = m.edge_cells[e][side], level(k + f["ikoffset"](e, k, side)), f["zdiff"](e, k, side)
        return f["ex_pr"](cell, to) + dz * f["dex1"](cell, to) + dz * dz * f["dex2"](cell, to)

    def gradient(e, k):
        if 0 < m.edge_row[e] < 10:
            return f["gradient"](e, k)
        a, b = m.edge_cells[e]
        change = at_height(e, k, 1) - at_height(e, k, 0) if k > 4 else f["ex_pr"](b, k) - f["ex_pr"](a, k)
        slope = f["ddxn"](e, k) * dot(f["dex1"], (a, b), k, f["c_lin"], e) if 2 <= k <= 4 else 0
        return f["inv_dual"](e) * change - slope + f["hydro_corr"](e) * f["pg_exdist"](e, k)

    def vn(e, k):
        if 0 < m.edge_row[e] < 10:
            return f["vn_now"](e, k) + 10 * f["grf_tend"](e, k)
        tendency = f["ddt_adv"](e, k) + f["ddt_phy"](e, k) - 1004.64 * upstream("theta")(e, k) * gradient(e, k)
        return f["vn_now"](e, k) + 10 * tendency + 0.2 * f["vn_incr"](e, k)
    results = {"rho_e": upstream("rho"), "theta_e": upstream("theta"), "gradient": gradient, "vn": vn}
    return {name: (value, m.edge_cells) for name, value in results.items()}


def predictor_step(m, f):
    """Four operators, one after the other, each in its rows: elsewhere fields keep what they had."""
    f = dict(f, expl_wgt=f["w_expl_wgt"])
    outputs = {}

    def put(results, rows=None, first=0):
        for name, (value, elements, *levels) in results.items():
            def updated(at, k, value=value, old=f.get(name)):
                return old(at, k) if rows and 0 < rows[at] < first else value(at, k)
            f[name] = functools.lru_cache(None)(updated)
            outputs[name] = (f[name], elements, *levels)

    perturbed = perturbed_quantities(m, dict(f))
    rho_half, old_rho_ic = perturbed.pop("rho_ic")[0], f["rho_ic"]
    put({name: perturbed.pop(name) for name in ("rho_pr", "theta_pr", "ex_pr")})
    put(dict(perturbed, rho_ic=(lambda c, k: old_rho_ic(c, k) if k == LEVELS else rho_half(c, k), m.cell_edges, LEVELS + 1)), m.cell_row, 3)
    put(wind_predictor(m, dict(f, rho_ref=f["rho_ref_e"], theta_ref=f["theta_ref_e"])))
    put(horizontal_velocity(m, {name: field for name, field in f.items() if name != "w"}), m.edge_row, 5)
    put(implicit_predictor(m, dict(f, concorr_me=f["concorr"]), 2))
    return {name: result for name, result in outputs.items() if not name.endswith("_pr") or name == "exner_pr"}


def hydrostatic_correction(m, f):
    def at_height(e, side):
        cell, k = m.edge_cells[e][side], LEVELS - 1 + f["ikoffset"](e, LEVELS - 1, side)
        up, low = (f["theta_ic"](cell, level(n, LEVELS + 1)) for n in (k, k + 1))
        return f["theta"](cell, level(k)) + f["zdiff"](e, LEVELS - 1, side) * (up - low) * f["inv_ddqz"](cell, level(k))

    def correction(e, k):
        a, b = at_height(e, 0), at_height(e, 1)
        return 0.00976 * f["inv_dual"](e) * (b - a) / ((a + b) / 2) ** 2
    return {"correction": (correction, m.edge_cells, 1)}


def steep_diffusion(m, f):
    def flux(e, k):
        a, b = m.edge_cells[e]
        return f["kh"](e, k) * f["inv_dual"](e) * (f["theta"](b, k) - f["theta"](a, k))

    def near(c, k, slot):
        cell, weight, to = m.cell_cells[c][slot], f["vcoef"](c, k, slot), k + f["offset"](c, k, slot)
        return weight * f["theta"](cell, level(to)) + (1 - weight) * f["theta"](cell, level(to + 1))

    def theta_new(c, k):
        horizontal = math.fsum([f["n2s_c"](c) * f["theta"](c, k)] + [f["n2s"](c, 0, i) * near(c, k, i) for i in range(3)])
        tendency = dot(flux, m.cell_edges[c], k, f["geofac_div"], c) + f["diffcoef"](c, k) * horizontal
        return f["theta"](c, k) + f["area"](c) * tendency

    def exner(c, k):
        return f["exner"](c, k) * (1 + 0.4 * (theta_new(c, k) / f["theta"](c, k) - 1))
    return {"theta_new": (theta_new, m.cell_edges), "exner": (exner, m.cell_edges)}


def theta_advection(m, f):
    def flux(e, k):
        wide, ru = list(m.edge_cells[e]), f["ru"](e, k)
        for cell in m.edge_cells[e]:
            wide += [n for n in m.cell_cells[cell] if n not in wide]
        return ru * (dot(f["theta"], wide, k, f["adv_2"], e) + math.copysign(0.25, ru) * dot(f["theta"], wide, k, f["adv_3"], e))
    return {"tend_theta": (lambda c, k: -dot(flux, m.cell_edges[c], k, f["sign"], c) / f["area"](c), m.cell_edges)}


def lateral_boundary(m, f):
    def update(name, now, tendency):
        def value(c, k):
            return f[now](c, k) + 10 * f[tendency](c, k) if 1 <= m.cell_row[c] <= 4 else f[name](c, k)
        return value
    return {"rho": (update("rho", "rho_now", "grf_rho"), m.cell_edges),
            "exner": (update("exner", "theta_now", "grf_theta"), m.cell_edges),
            "w": (update("w", "w_now", "grf_w"), m.cell_edges, LEVELS + 1)}


def boundary_and_dwdz(m, f):
    results = lateral_boundary(m, f)
    w = results["w"][0]

    def dwdz(c, k):
        if not 1 <= m.cell_row[c] <= 4:
            return f["dwdz"](c, k)
        return f["inv_ddqz"](c, k) * (w(c, k) - w(c, k + 1) - f["w_con"](c, k) + f["w_con"](c, k + 1))
    return dict(results, dwdz=(dwdz, m.cell_edges))


def acoustic_damping(m, f):
    def ru_p(e, k):
        a, b = m.edge_cells[e]
        change = [f["rtheta_pp"](c, k) - f["rtheta_pp_old"](c, k) for c in (a, b)]
        theta = f["theta_m"](a, k) + f["theta_m"](b, k)
        return f["ru_p"](e, k) + 4.8 * (change[0] - change[1]) * (1 - f["spec_zone"](e)) / theta
    return {"ru_p": (ru_p, m.edge_cells)}


def vertical_flux3(m, f):
    def flux(c, k):
        if k in (0, LEVELS):
            return 0
        q, rw = lambda n: f["theta"](c, k + n), f["rw"](c, k)
        if k in (1, LEVELS - 1):
            return rw * (f["fzm"](0, k) * q(0) + f["fzp"](0, k) * q(-1))
        centered = (7 * q(0) + 7 * q(-1) - q(1) - q(-2)) / 12
        return rw * centered + abs(rw) / 48 * (q(1) - 3 * q(0) + 3 * q(-1) - q(-2))

    def tend_theta(c, k):
        return f["tend_theta"](c, k) - f["rdzw"](0, k) * (flux(c, k + 1) - flux(c, k))
    return {"tend_theta": (tend_theta, m.cell_edges)}


def acoustic_column(m, f):
    dts, late, early = 5, 1.1, 0.9
    resm = early / late

    def outflow(c, k, scalar):
        return dts / f["area"](c) * dot(
            lambda e, k: f["dv"](e) * f["ru_p"](e, k) * scalar(e, k), m.cell_edges[c], k, f["sign"], c)

    def theta_e(e, k):
        return math.fsum(f["theta_m"](c, k) for c in m.edge_cells[e]) / 2

    def jump(weight, w, c, k):
        return weight(c, k + 1) * w(k + 1) - weight(c, k) * w(k)

    def rs(c, k):
        w = f["rw_p"]
        return f["rho_pp"](c, k) + dts * f["tend_rho"](c, k) - outflow(c, k, lambda e, k: 1) \
            - resm * f["cofrz"](0, k) * (w(c, k + 1) - w(c, k))

    def ts(c, k):
        return f["rtheta_pp"](c, k) + dts * f["tend_rt"](c, k) - outflow(c, k, theta_e) \
            - resm * f["rdzw"](0, k) * jump(f["coftz"], lambda n: f["rw_p"](c, n), c, k)

    def right(c, k):
        pressure = [f["zz"](c, n) * (ts(c, n) + resm * f["rtheta_pp"](c, n)) for n in (k - 1, k)]
        weight = [rs(c, n) + resm * f["rho_pp"](c, n) for n in (k - 1, k)]
        warmth = [f["cofwt"](c, n) * (ts(c, n) + resm * f["rtheta_pp"](c, n)) for n in (k - 1, k)]
        return f["rw_p"](c, k) + dts * f["tend_rw"](c, k) - f["cofwz"](c, k) * (pressure[1] - pressure[0]) \
            - f["cofwr"](c, k) * sum(weight) + sum(warmth)

    def solve(c):
        # The matrix whose factors are a_tri, alpha_tri and gamma_tri.
        rows = []
        for k in range(1, LEVELS):
            row = [0.0] * LEVELS
            row[k - 1] = 1 / f["alpha_tri"](c, k)
            if k > 1:
                row[k - 2] = f["a_tri"](c, k)
                row[k - 1] += f["a_tri"](c, k) * f["gamma_tri"](c, k - 1)
            if k < LEVELS - 1:
                row[k] = f["gamma_tri"](c, k) / f["alpha_tri"](c, k)
            row[-1] = right(c, k)
            rows.append(row)
        return [0.0] + eliminate(rows) + [0.0]

    def column(c):
        x = solve(c)
        for k in range(1, LEVELS):
            half = [f["fzm"](0, k) * f[name](c, k) + f["fzp"](0, k) * f[name](c, k - 1) for name in ("zz", "rho_zz")]
            x[k] = (x[k] - dts * f["dss"](c, k) * half[0] * half[1] * f["w"](c, k)) / (1 + dts * f["dss"](c, k))
        return x

    def ww_avg(c, k):
        return f["ww_avg"](c, k) + (early * f["rw_p"](c, k) + late * column(c)[k]) / 2

    def rho_pp(c, k):
        w = column(c)
        return rs(c, k) - f["cofrz"](0, k) * (w[k + 1] - w[k])

    def rtheta_pp(c, k):
        return ts(c, k) - f["rdzw"](0, k) * jump(f["coftz"], column(c).__getitem__, c, k)
    return {"rho_pp": (rho_pp, m.cell_edges), "rtheta_pp": (rtheta_pp, m.cell_edges),
            "rw_p": (lambda c, k: column(c)[k], m.cell_edges, LEVELS + 1), "ww_avg": (ww_avg, m.cell_edges, LEVELS + 1)}


def limited_area_wind(m, f):
    def vn(e, k):
        if 0 < m.edge_row[e] < 10:
            return f["vn_now"](e, k) + 10 * f["grf_tend"](e, k)
        a, b = m.edge_cells[e]
        gradient = f["inv_dual_length"](e) * (f["exner_pr"](b, k) - f["exner_pr"](a, k))
        return f["vn_now"](e, k) + 10 * (f["ddt_adv"](e, k) + f["ddt_phy"](e, k) - 1004.64 * f["theta_e"](e, k) * gradient)

    def dwdz(c, k):
        if 0 < m.cell_row[c] < 3:
            return f["dwdz"](c, k)
        return f["inv_ddqz"](c, k) * (f["w"](c, k) - f["w"](c, k + 1) - f["w_concorr"](c, k) + f["w_concorr"](c, k + 1))
    return {"vn": (vn, m.edge_cells), "dwdz": (dwdz, m.cell_edges)}


def trisk_stage(m, f):
    q = vertex_pv(m, f)

    def flux(e, k):
        return f["u"](e, k) * math.fsum(f["h"](c, k) for c in m.edge_cells[e]) / 2

    def pv(e, k):
        return math.fsum(q(v, k) for v in m.edge_vertices[e]) / 2

    def energy(c, k):
        kinetic = math.fsum(f["dc"](e) * f["dv"](e) * f["u"](e, k) ** 2 / 4 for e in m.cell_edges[c])
        return 9.80616 * f["h"](c, k) + kinetic / f["area"](c)

    def h_new(c, k):
        outflow = dot(lambda e, k: f["dv"](e) * flux(e, k), m.cell_edges[c], k, f["sign"], c)
        return f["h_0"](c, k) - 10 * outflow / f["area"](c)

    def u_new(e, k):
        a, b = m.edge_cells[e]
        rotation = dot(lambda n, k: flux(n, k) * (pv(e, k) + pv(n, k)) / 2, m.around(e), k, f["weights"], e)
        return f["u_0"](e, k) + 10 * (rotation - (energy(b, k) - energy(a, k)) / f["dc"](e))
    return {"h_new": (h_new, m.cell_edges), "u_new": (u_new, m.edge_cells)}


TRIANGLES, POLYGONS, LIMITED = "icosahedron:R2B1", "dual:icosahedron:R2B1", "cap:70:icosahedron:R2B1"
WIDE = "cap:60:icosahedron:R2B3"  # a limited area with inner rows
L, C, S, P = ["element", "k"], ["element"], ["element", "slot"], ["k"]
VORTICITY = {"u": (-20, 20, L), "h": (50, 90, L), "dc": (1, 2, C), "dv": (1, 2, C), "area": (2, 4, C),
             "sign_v": (-1, 1, S), "kite": (0.5, 1.5, S), "area_v": (2, 4, C), "f": (-1, 1, C)}
FLUXES = {"vn": (-20, 20, L), "rho_e": (0.4, 1.3, L), "theta_e": (280, 360, L), "ddqz_e": (50, 400, L), "flx_avg": (-0.1, 0.6, S)}
CORNERS = {"u": (-20, 20, L), "v": (-20, 20, L), "normal_x": (-1, 1, S), "normal_y": (-1, 1, S), "inv_primal": (0.2, 0.9, C),
           "inv_vert": (0.2, 0.9, C), "vn": (-20, 20, L)}
SOLVER = {
    "mass_fl": (-9, 9, L), "theta_fl": (-2000, 2000, L), "geofac_div": (-1e-3, 1e-3, S), "w_expl_wgt": (0.3, 0.4, C),
    "w_impl_wgt": (0.6, 0.7, C), "rho_ic": (0.4, 1.3, L), "theta_ic": (280, 360, L), "w_con": (-0.1, 0.1, L), "w_now": (-1, 1, L),
    "ddqz_half": (50, 400, L), "buoy": (-1e-5, 1e-5, L), "rho": (0.4, 1.3, L), "exner": (0.6, 1, L), "theta": (280, 360, L),
    "exner_pr": (-0.02, 0.02, L), "exner_ref": (0.6, 1, L), "ddt_exner": (-1e-5, 1e-5, L), "inv_ddqz": (0.0025, 0.02, L)}
BOUNDARY = {
    "rho_now": (0.4, 1.3, L), "grf_rho": (-0.01, 0.01, L), "theta_now": (280, 360, L), "grf_theta": (-0.1, 0.1, L),
    "w_now": (-1, 1, L), "grf_w": (-0.01, 0.01, L), "rho": (0.4, 1.3, L), "exner": (0.6, 1, L), "w": (-1, 1, L)}
WINDS = {"rbf": (-0.5, 0.5, S), "ddxn": (-1, 1, L), "ddxt": (-1, 1, L), "wgt_e": (0.3, 0.7, L), "wgtq_e": (-0.5, 1.5, L),
         "concorr": (-1, 1, L)}
UPWARD = {"w": (-8, 8, L), "inv_dual": (0.2, 0.9, C), "inv_primal": (0.2, 0.9, C), "tangent": (-1, 1, C), "c_intp": (0.1, 0.3, S)}
STENCILS = {
    divergence_damping: (TRIANGLES, {
        "graddiv": (-2, 2, L), "geofac_grdiv": (-1, 1, S), "nudge": (0, 1, C), "factor": (0.1, 0.4, P),
        "factor_boundary": (0.2, 0.9, P), "vn": (-20, 20, L)}),
    mass_flux: (TRIANGLES, {
        "rho": (0.4, 1.3, L), "vn": (-20, 20, L), "ddqz": (50, 400, L), "theta_v": (280, 360, L), "c_lin_e": (0.3, 0.7, S)}),
    diffuse_theta_exner: (TRIANGLES, {
        "theta_v": (280, 360, L), "exner": (0.6, 1, L), "kh": (0, 2, L), "inv_dual_length": (0.1, 0.5, C),
        "geofac_div": (-1, 1, S), "area": (0.5, 2, C)}),
    energy_divergence: (POLYGONS, {
        "u": (-20, 20, L), "dc": (1, 2, C), "dv": (1, 2, C), "sign": (-1, 1, S), "area": (2, 4, C)}),
    potential_vorticity: (POLYGONS, dict(VORTICITY, v=(-20, 20, L), kite_c=(0.5, 1.5, S))),
    vmix_momentum: (POLYGONS, {"h": (3, 30, L), "visc": (0.01, 0.9, L), "u": (-1, 1, L)}),
    solve_w: (TRIANGLES, {
        "theta_ic": (280, 360, L), "ddqz_half": (50, 400, L), "alpha": (70, 300, L), "w_expl": (-1, 1, L), "beta": (1e-7, 1e-6, L),
        "exner_expl": (-0.02, 0.02, L), "w_impl_wgt": (0.6, 0.7, C)}),
    implicit_solver: (TRIANGLES, dict(SOLVER, ddt_w=(-0.01, 0.01, L))),
    implicit_predictor: (WIDE, dict(
        SOLVER, ddt_w=(-0.01, 0.01, L), concorr_me=(-0.1, 0.1, L), e_bln=(0.2, 0.5, S), wgt=(0.3, 0.7, L), wgtq=(-0.5, 1.5, L),
        rho_incr=(-0.01, 0.01, L), exner_incr=(-1e-3, 1e-3, L), raylfac=(0.2, 0.9, P), w=(-1, 1, L), rho_new=(0.4, 1.3, L),
        exner_new=(0.6, 1, L), theta_new=(280, 360, L), dwdz=(-1, 1, L), exner_dyn=(-0.02, 0.02, L))),
    implicit_corrector: (TRIANGLES, dict(
        SOLVER, ddt_w1=(-0.01, 0.01, L), ddt_w2=(-0.01, 0.01, L), rho_incr=(-0.01, 0.01, L), exner_incr=(-1e-3, 1e-3, L),
        raylfac=(0.2, 0.9, P), w=(-1, 1, L), rho_new=(0.4, 1.3, L), exner_new=(0.6, 1, L), theta_new=(280, 360, L),
        exner_dyn=(-0.02, 0.02, L), mass_ic=(-1, 1, L), vol_ic=(-1, 1, L))),
    vertical_momentum: (TRIANGLES, {
        "concorr_me": (-2, 2, L), "hadv": (-0.01, 0.01, L), "e_bln": (0.2, 0.5, S), "n2s": (-0.1, 0.1, S), "w": (-8, 8, L),
        "wgtfac": (0.3, 0.7, L), "ddqz_half": (50, 100, L), "coeff1": (0.001, 0.01, L), "coeff2": (0.001, 0.01, L),
        "area": (0.5, 2, C), "owner": (False, True, C), "ddt_w": (-1, 1, L)}),
    half_level_values: (TRIANGLES, {
        "vn": (-20, 20, L), "wgt_e": (0.3, 0.7, L), "wgtq_e": (-0.5, 1.5, L), "theta": (280, 360, L), "exner_pr": (-0.02, 0.02, L),
        "wgt": (0.3, 0.7, L), "ddqz_half": (50, 400, L), "dexner_ref": (-1e-4, 1e-4, L), "theta_ref": (280, 360, L),
        "expl_wgt": (0.3, 0.4, C), "buoy": (-1, 1, L)}),
    averaged_fluxes: (TRIANGLES, dict(FLUXES, vn_traj=(-20, 20, L), mass_traj=(-9, 9, L))),
    horizontal_velocity: (TRIANGLES, dict(FLUXES, grdiv=(-1, 1, S), **WINDS)),
    wind_diagnostics: (TRIANGLES, dict(UPWARD, vn=(-20, 20, L), vt_half=(-20, 20, L), hadv=(-0.01, 0.01, L), **WINDS)),
    vertical_momentum_corrector: (TRIANGLES, dict(
        UPWARD, vn_half=(-20, 20, L), vt_half=(-20, 20, L), e_bln=(0.2, 0.5, S), n2s=(-0.1, 0.1, S), concorr_c=(-1, 1, L),
        ddqz_half=(50, 100, L), coeff1=(0.001, 0.01, L), coeff2=(0.001, 0.01, L), area=(0.5, 2, C), owner=(False, True, C),
        w_full=(-8, 8, L), vcfl=(-1, 1, L), ddt_w=(-1, 1, L))),
    horizontal_momentum: (TRIANGLES, {
        "vn": (-20, 20, L), "vt": (-20, 20, L), "ekin": (0, 200, L), "ddqz_e": (50, 100, L), "vn_half": (-20, 20, L),
        "w_full": (-12, 12, L), "f": (-1, 1, C), "area": (0.5, 2, C), "tangent": (-1, 1, C), "inv_primal": (0.2, 0.9, C),
        "e_bln": (0.2, 0.5, S), "geofac_rot": (-1, 1, S), "gradekin": (-1, 1, S), "c_lin": (0.3, 0.7, S), "grdiv": (-1, 1, S),
        "ddt_vn": (-1, 1, L)}),
    buoyancy: (TRIANGLES, {
        "w": (-1, 1, L), "w_con": (-0.1, 0.1, L), "rho": (0.4, 1.3, L), "rho_new": (0.4, 1.3, L), "theta": (280, 360, L),
        "theta_new": (280, 360, L), "theta_ref": (280, 360, L), "exner_pr": (-0.02, 0.02, L), "ddqz_half": (50, 400, L),
        "wgt": (0.3, 0.7, L), "dexner_ref": (-1e-4, 1e-4, L), "expl_wgt": (0.3, 0.4, C), "rho_ic": (0.4, 1.3, L),
        "theta_ic": (280, 360, L), "buoy": (-1, 1, L)}),
    damped_wind: (TRIANGLES, {
        "vn_now": (-20, 20, L), "graddiv": (-2, 2, L), "ddt_adv1": (-0.1, 0.1, L), "ddt_adv2": (-0.1, 0.1, L),
        "ddt_phy": (-0.1, 0.1, L), "vn_incr": (-1, 1, L), "theta_e": (280, 360, L), "pgrad": (-1e-6, 1e-6, L), "dwdz": (-2, 2, L),
        "mask": (0, 1, C), "inv_dual": (0.2, 0.9, C), "nudge": (0, 1, C), "grdiv": (-1, 1, S), "scaling": (0.1, 0.9, P),
        "factor": (0, 0.2, P), "vn": (-20, 20, L)}),
    perturbed_quantities: (TRIANGLES, {
        "exner": (0.6, 1, L), "exner_ref": (0.6, 1, L), "rho": (0.4, 1.3, L), "rho_ref": (0.4, 1.3, L), "theta": (280, 360, L),
        "theta_ref": (280, 360, L), "exfac": (0.2, 0.4, L), "inv_ddqz": (0.0025, 0.02, L), "fac1": (-1, 1, L),
        "fac2": (-1, 1, L), "wgtq": (-0.5, 1.5, L), "wgt": (0.3, 0.7, L), "ddqz_half": (50, 400, L),
        "dexner_ref": (-1e-4, 1e-4, L), "theta_ref_ic": (280, 360, L), "expl_wgt": (0.3, 0.4, C), "exner_pr": (-0.02, 0.02, L),
        "dex1": (-1, 1, L), "dex2": (-1, 1, L), "buoy": (-1, 1, L), "rho_ic": (0.4, 1.3, L), "theta_ic": (280, 360, L)}),
    vertical_mass_flux: (TRIANGLES, {
        "rho_ic": (0.4, 1.3, L), "w_now": (-1, 1, L), "w_new": (-1, 1, L), "w_con": (-0.1, 0.1, L), "w_expl_wgt": (0.3, 0.4, C),
        "w_impl_wgt": (0.6, 0.7, C), "flux": (-1, 1, L)}),
    smagorinsky: (TRIANGLES, dict(
        CORNERS, dual_x=(-1, 1, S), dual_y=(-1, 1, S), tangent=(-1, 1, C), factor=(0.1, 0.3, P), limit=(2, 9, P))),
    diffuse_vn: (WIDE, dict(
        CORNERS, nabla2=(-1, 1, L), kh=(0, 2, L), area=(0.5, 2, C), factor=(0.01, 0.1, P), nudge=(0, 1, C))),
    diffuse_vn_boundary: (LIMITED, {"nabla2": (-1, 1, L), "area": (0.5, 2, C), "vn": (-20, 20, L)}),
    diffuse_w: (WIDE, {
        "w_old": (-1, 1, L), "n2s": (-1, 1, S), "grg_x": (-1, 1, S), "grg_y": (-1, 1, S), "area": (0.5, 2, C),
        "n2w": (0.01, 0.1, P), "w": (-1, 1, L), "dwdx": (-1, 1, L), "dwdy": (-1, 1, L)}),
    rbf_interpolation: (TRIANGLES, {
        "vn": (-20, 20, L), "vertex_x": (-0.5, 0.5, S), "vertex_y": (-0.5, 0.5, S), "cell_x": (-0.5, 0.5, S),
        "cell_y": (-0.5, 0.5, S)}),
    turbulence_diagnostics: (TRIANGLES, {
        "vn": (-20, 20, L), "kh": (0, 2, L), "wgt": (0.3, 0.7, L), "e_bln": (0.2, 0.5, S), "geofac_div": (-1, 1, S),
        "factor": (0.1, 0.3, P), "div_ic": (-1, 1, L), "hdef_ic": (0, 1, L)}),
    cold_pools: (TRIANGLES, {"theta": (280, 300, L), "theta_ref": (280, 300, L), "kh": (0, 0.004, L)}),
    halo_theta_exner: (TRIANGLES, {
        "mask": (False, True, C), "rho_now": (0.4, 1.3, L), "rho_new": (0.4, 1.3, L), "theta_now": (280, 360, L),
        "exner_now": (0.6, 1, L), "theta_new": (280, 360, L), "exner_new": (0.6, 1, L)}),
    wind_predictor: (WIDE, {
        "vn_now": (-20, 20, L), "vt": (-20, 20, L), "rho_ref": (0.4, 1.3, L), "theta_ref": (280, 360, L), "ddt_adv": (-0.1, 0.1, L),
        "ddt_phy": (-0.1, 0.1, L), "vn_incr": (-1, 1, L), "grf_tend": (-0.1, 0.1, L), "ddxn": (-1, 1, L),
        "pg_exdist": (-1, 1, L), "rho_pr": (-0.1, 0.1, L), "theta_pr": (-9, 9, L), "dex1": (-1e-6, 1e-6, L),
        "dex2": (-1e-8, 1e-8, L), "ex_pr": (-1e-4, 1e-4, L), "hydro_corr": (-1e-6, 1e-6, C), "inv_dual": (0.002, 0.009, C),
        "grg_x": (-1e-3, 1e-3, S), "grg_y": (-1e-3, 1e-3, S), "pos_x": (-90, 90, S), "pos_y": (-90, 90, S),
        "normal_x": (-1, 1, S), "normal_y": (-1, 1, S), "dual_x": (-1, 1, S), "dual_y": (-1, 1, S), "c_lin": (0.3, 0.7, S),
        "zdiff": (-90, 90, L + ["slot"]), "ikoffset": (-2, 2, L + ["slot"], int),
        "gradient": (-1e-6, 1e-6, L), "vn": (-20, 20, L)}),
    predictor_step: (WIDE, {
        "exner": (0.8, 0.82, L), "exner_ref": (0.79, 0.81, L), "rho": (0.4, 1.3, L), "rho_ref": (0.4, 1.3, L), "theta": (290, 310, L),
        "theta_ref": (290, 310, L), "dexner_ref": (-1e-4, 1e-4, L), "w_now": (-1, 1, L), "ddt_w": (-0.01, 0.01, L),
        "ddt_exner": (-1e-5, 1e-5, L), "rho_incr": (-0.01, 0.01, L), "exner_incr": (-1e-3, 1e-3, L), "theta_ref_ic": (290, 310, L),
        "vn_now": (-20, 20, L), "rho_ref_e": (0.4, 1.3, L), "theta_ref_e": (290, 310, L), "ddt_adv": (-0.1, 0.1, L),
        "ddt_phy": (-0.1, 0.1, L), "vn_incr": (-1, 1, L), "grf_tend": (-0.1, 0.1, L), "exfac": (0.2, 0.4, L),
        "inv_ddqz": (0.0025, 0.02, L), "ddqz_half": (50, 400, L), "fac1": (-1e-8, 1e-8, L), "fac2": (-1e-8, 1e-8, L),
        "wgtq": (-0.5, 1.5, L), "wgt": (0.3, 0.7, L), "w_expl_wgt": (0.3, 0.4, C), "w_impl_wgt": (0.6, 0.7, C),
        "grg_x": (-1e-5, 1e-5, S), "grg_y": (-1e-5, 1e-5, S), "geofac_div": (-3e-6, 3e-6, S), "e_bln": (0.2, 0.5, S),
        "ddqz_e": (50, 400, L), "ddxn": (-1e-3, 1e-3, L), "ddxt": (-1e-3, 1e-3, L), "wgt_e": (0.3, 0.7, L), "wgtq_e": (-0.5, 1.5, L),
        "pg_exdist": (-1, 1, L), "hydro_corr": (-1e-6, 1e-6, C), "inv_dual": (1e-5, 2e-5, C), "pos_x": (-90, 90, S),
        "pos_y": (-90, 90, S), "normal_x": (-1, 1, S), "normal_y": (-1, 1, S), "dual_x": (-1, 1, S), "dual_y": (-1, 1, S),
        "c_lin": (0.3, 0.7, S), "zdiff": (-90, 90, L + ["slot"]), "ikoffset": (-2, 2, L + ["slot"], int), "flx_avg": (-0.1, 0.6, S),
        "grdiv": (-1, 1, S), "rbf": (-0.5, 0.5, S), "raylfac": (0.2, 0.9, P), "exner_pr": (-0.02, 0.02, L), "dex1": (-3e-4, 3e-4, L),
        "dex2": (-1e-7, 1e-7, L), "buoy": (-1e-5, 1e-5, L), "rho_ic": (0.4, 1.3, L), "theta_ic": (290, 310, L),
        "w_con": (-0.1, 0.1, L), "w": (-1, 1, L), "rho_new": (0.4, 1.3, L), "exner_new": (0.6, 1, L), "theta_new": (280, 360, L),
        "dwdz": (-1, 1, L), "exner_dyn": (-0.02, 0.02, L), "gradient": (-1e-6, 1e-6, L), "vn": (-20, 20, L), "vn_avg": (-20, 20, L),
        "graddiv": (-2, 2, L), "vt": (-20, 20, L), "mass_fl": (-9000, 9000, L), "theta_fl": (-2e6, 2e6, L), "vt_half": (-20, 20, L),
        "ekin": (0, 200, L), "concorr": (-0.02, 0.02, L), "vn_half": (-20, 20, L)}),
    hydrostatic_correction: (TRIANGLES, {
        "theta": (280, 360, L), "inv_ddqz": (0.0025, 0.02, L), "theta_ic": (280, 360, L), "zdiff": (-90, 90, L + ["slot"]),
        "ikoffset": (-3, 1, L + ["slot"], int), "inv_dual": (0.2, 0.9, C)}),
    steep_diffusion: (TRIANGLES, {
        "kh": (0, 2, L), "inv_dual": (0.2, 0.9, C), "theta": (280, 360, L), "diffcoef": (0.01, 0.1, L), "geofac_div": (-1, 1, S),
        "n2s_c": (-3, -2, C), "area": (0.5, 2, C), "n2s": (0.5, 1.5, S), "vcoef": (0, 1, L + ["slot"]),
        "offset": (-2, 2, L + ["slot"], int), "exner": (0.6, 1, L)}),
    theta_advection: (POLYGONS, {
        "theta": (280, 360, L), "ru": (-20, 20, L), "adv_2": (-0.1, 0.3, S), "adv_3": (-0.1, 0.1, S), "sign": (-1, 1, S),
        "area": (2, 4, C)}),
    lateral_boundary: (LIMITED, BOUNDARY),
    boundary_and_dwdz: (WIDE, dict(BOUNDARY, inv_ddqz=(0.0025, 0.02, L), w_con=(-0.1, 0.1, L), dwdz=(-1, 1, L))),
    acoustic_damping: (POLYGONS, {
        "rtheta_pp": (-1, 1, L), "rtheta_pp_old": (-1, 1, L), "theta_m": (280, 360, L), "spec_zone": (0, 1, C),
        "ru_p": (-1, 1, L)}),
    vertical_flux3: (POLYGONS, {
        "theta": (280, 360, L), "rw": (-2, 2, L), "fzm": (0.4, 0.6, P), "fzp": (0.4, 0.6, P), "rdzw": (0.0025, 0.02, P),
        "tend_theta": (-1, 1, L)}),
    acoustic_column: (POLYGONS, {
        "ru_p": (-1, 1, L), "dv": (1, 2, C), "sign": (-1, 1, S), "area": (20, 40, C), "theta_m": (280, 360, L), "zz": (0.9, 1.1, L),
        "rho_zz": (0.4, 1.3, L), "tend_rho": (-0.01, 0.01, L), "tend_rt": (-1, 1, L), "a_tri": (-0.5, -0.1, L),
        "alpha_tri": (0.3, 0.6, L), "gamma_tri": (-0.5, -0.1, L), "cofwz": (0.01, 0.1, L), "cofwr": (0.01, 0.1, L),
        "cofwt": (0.001, 0.01, L), "w": (-1, 1, L), "tend_rw": (-0.01, 0.01, L), "coftz": (100, 300, L), "rdzw": (0.0025, 0.02, P),
        "cofrz": (0.01, 0.1, P), "fzm": (0.4, 0.6, P), "fzp": (0.4, 0.6, P), "dss": (0, 0.02, L), "rho_pp": (-0.01, 0.01, L),
        "rtheta_pp": (-1, 1, L), "rw_p": (-1, 1, L), "ww_avg": (-1, 1, L)}),
    limited_area_wind: ("cap:50:icosahedron:R2B2", {
        "vn_now": (-20, 20, L), "ddt_adv": (-0.01, 0.01, L), "ddt_phy": (-0.01, 0.01, L), "theta_e": (280, 360, L),
        "grf_tend": (-0.1, 0.1, L), "inv_dual_length": (1e-4, 5e-4, C), "exner_pr": (-0.02, 0.02, L), "inv_ddqz": (0.0025, 0.02, L),
        "w": (-8, 8, L), "w_concorr": (-2, 2, L), "vn": (-20, 20, L), "dwdz": (-1, 1, L)}),
    trisk_stage: (POLYGONS, dict(VORTICITY, h_0=(50, 90, L), u_0=(-20, 20, L), sign=(-1, 1, S), weights=(-0.4, 0.4, S))),
}


def main(stencilrun, directory):
    for stencil, (mesh, ranges) in STENCILS.items():
        name = stencil.__name__
        fields = {n: Field(name, n, *r) for n, r in ranges.items()}
        outputs = stencil(Mesh(stencilrun, mesh), fields)
        lines = ["mesh %s" % mesh, "levels %d" % LEVELS] + ["formula %s" % f.formula for f in fields.values()]
        for output, (value, elements, *levels) in outputs.items():
            draw = random.Random(name + output)
            points = draw.sample([(k, e) for k in range(*levels or [LEVELS]) for e in range(len(elements))], 64)
            lines += ["value %s %d %d %r" % (output, k * len(elements) + e, k, value(e, k)) for k, e in sorted(points)]
        with open(os.path.join(directory, name + ".txt"), "w") as file:
            file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
