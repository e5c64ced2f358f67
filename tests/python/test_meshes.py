"""Plans on meshes."""

import gc
import unittest

import numpy as np

import stencilgen
from test_plans import interpreted

MEAN = "stencil mean on polygons { in cell p; in cell.cells column w; out cell q; q = sum(c in cells: w[c]*p[c]); }"


class Meshes(unittest.TestCase):
    def setUp(self):
        self.mesh = stencilgen.Mesh("icosahedron:R1B1")

    def test_counts_and_tables(self):
        self.assertEqual(self.mesh.counts, {"cell": 80, "edge": 120, "vertex": 42})
        edges = np.asarray(self.mesh.neighbors("cell.edges"))
        self.assertEqual((edges.shape, edges.min(), edges.max()), ((80, 3), 0, 119))
        self.assertAlmostEqual(np.asarray(self.mesh.values("cell", "area")).sum(), 4*np.pi)
        self.assertAlmostEqual(abs(np.linalg.norm(np.asarray(self.mesh.coordinates("edge")), axis=1) - 1).max(), 0)
        self.assertIsNone(self.mesh.neighbors("cell.corners"))
        self.assertIsNone(self.mesh.values("cell", "volume"))
        with self.assertRaisesRegex(stencilgen.Error, "'side' is no location"):
            self.mesh.coordinates("side")

    def test_views_keep_the_mesh(self):
        edges = np.asarray(stencilgen.Mesh("torus:6x4").neighbors("cell.edges"))
        gc.collect()
        self.assertEqual(edges.max(), 71)
        with self.assertRaises(ValueError):
            edges[0, 0] = 1

    def test_results_with_both_places_of_levels(self):
        stencil = stencilgen.Stencil("stencils/mesh/divergence.stencil")
        vn = np.random.default_rng(3).random((6, 120))
        factors = np.asarray(self.mesh.values("cell.edges", "geofac_div"))
        read = vn[:, np.asarray(self.mesh.neighbors("cell.edges"))]*factors
        expected = read[:, :, 0] + read[:, :, 1] + read[:, :, 2]
        for levels in "outermost", "innermost":
            plan = stencil.plan(6, mesh=self.mesh, levels=levels, backend="openmp")
            sparse = np.zeros(plan.fields["geofac_div"].shape)
            plan.arrange("geofac_div", factors, sparse)
            div = np.zeros(plan.fields["div"].shape)
            plan(vn=vn if levels == "outermost" else vn.T.copy(), geofac_div=sparse, div=div)
            self.assertTrue((div == (expected if levels == "outermost" else expected.T)).all())

    def test_half_levels(self):
        text = ("stencil s on triangles { in cell a; inout cell half w; out cell d;"
                " w = w + (above > 0 ? a : a[below]); d = w[above] - w; }")
        a, before = np.random.default_rng(4).random((5, 80)), np.random.default_rng(5).random((6, 80))
        w = before + np.concatenate([a, a[-1:]])
        for levels in "outermost", "innermost":
            innermost = levels == "innermost"
            turned = (lambda v: v.T) if innermost else (lambda v: v)
            plan = stencilgen.Plan(text=text, size=5, mesh=self.mesh, levels=levels, backend="openmp", pitch=8 if innermost else 0)
            own = {name: np.zeros((80, 8))[:, :info.shape[1]] if innermost else np.zeros(info.shape)
                   for name, info in plan.fields.items()}
            self.assertEqual([own[name].shape for name in "awd"], [turned(np.zeros((n, 80))).shape for n in (5, 6, 5)])
            own["a"][...], own["w"][...] = turned(a), turned(before)
            plan(**own)
            self.assertTrue((own["w"] == turned(w)).all())
            self.assertTrue((own["d"] == turned(w[1:] - w[:-1])).all())

    def test_half_levels_of_a_solver(self):
        path = "stencils/dycore/implicit_solver.stencil"
        random = np.random.default_rng(6)
        plan = stencilgen.Plan(path, 5, mesh=self.mesh, backend="openmp")
        outputs = [name for name, info in plan.fields.items() if info.role == "out"]
        given = {name: 1 + random.random(info.shape) for name, info in plan.fields.items() if name not in outputs}
        factors = 1 + random.random((80, 3))
        expected = interpreted(path, {**given, "geofac_div": factors}, outputs, ["--mesh", "icosahedron:R1B1", "--size-levels", "5"])
        self.assertEqual([len(expected[name]) for name in outputs], [6, 5, 5, 5])
        for levels in "outermost", "innermost":
            turned = (lambda v: v.T) if levels == "innermost" else (lambda v: v)
            plan = stencilgen.Plan(path, 5, mesh=self.mesh, levels=levels, backend="openmp")
            own = {name: np.zeros((info.shape[0], *info.strides[:1]))[:, :info.shape[-1]] if len(info.shape) == 2
                   else np.zeros(info.shape) for name, info in plan.fields.items()}
            plan.arrange("geofac_div", factors, own["geofac_div"])
            for name in given.keys() - {"geofac_div"}:
                own[name][...] = turned(given[name])
            plan(**own)
            for name in outputs:
                self.assertTrue((own[name] == turned(expected[name])).all(), name)

    def test_own_tables(self):
        vertices = np.asarray(self.mesh.neighbors("cell.vertices")).copy()
        mesh = stencilgen.Mesh(tables={"cell.vertices": vertices}, vertices=42)
        self.assertEqual(mesh.counts, self.mesh.counts)
        self.assertIsNone(mesh.coordinates("cell"))
        mesh = stencilgen.Mesh(tables={"cell.vertices": vertices},
                               coordinates={"vertex": np.asarray(self.mesh.coordinates("vertex"))},
                               rows={"cell": np.zeros(80, np.int32)})
        self.assertTrue((np.asarray(mesh.values("cell", "area")) == np.asarray(self.mesh.values("cell", "area"))).all())
        plan = stencilgen.Plan(text=MEAN, size=2, mesh=mesh, backend="openmp")
        weights, q = np.zeros(plan.fields["w"].shape), np.zeros((2, 80))
        plan.arrange("w", np.ones((80, 3)), weights)
        plan(p=np.ones((2, 80)), w=weights, q=q)
        self.assertTrue((q == 3).all())

    def test_levels_of_fields(self):
        text = "stencil layer on triangles { in cell w; out cell d; d = w[0,0,1] - w; }"
        plan = stencilgen.Plan(text=text, size=4, mesh=self.mesh, field_levels={"w": 5}, backend="openmp")
        self.assertEqual((plan.fields["w"].shape, plan.fields["d"].shape), ((5, 80), (4, 80)))
        with self.assertRaisesRegex(stencilgen.Error, "there is no field 'v'"):
            stencilgen.Plan(text=text, size=4, mesh=self.mesh, field_levels={"v": 5})

    def test_what_does_not_fit(self):
        vertices = np.asarray(self.mesh.neighbors("cell.vertices")).copy()
        wrong = vertices.copy()
        wrong[7, 1] = 99
        for said, make in (
                ("cell.vertices: cell 7, slot 1: vertex 99 of 42",
                 lambda: stencilgen.Mesh(tables={"cell.vertices": wrong}, vertices=42)),
                ("cell.vertices is no int32 array",
                 lambda: stencilgen.Mesh(tables={"cell.vertices": vertices.astype("i8")}, vertices=42)),
                ("cell.vertices is no int32 array",
                 lambda: stencilgen.Mesh(tables={"cell.vertices": vertices.T}, vertices=42)),
                ("cell.vertices is no array", lambda: stencilgen.Mesh(tables={"cell.vertices": 3}, vertices=42)),
                ("rows of cell: 79 of cell, but others have 80",
                 lambda: stencilgen.Mesh(tables={"cell.vertices": vertices}, rows={"cell": np.zeros(79, "i4")}, vertices=42)),
                ("No such file", lambda: stencilgen.Mesh("no/mesh")),
                ("is on a mesh: make a plan",
                 lambda: stencilgen.Stencil(text=MEAN)(p=np.ones((2, 80)), w=np.ones((3, 80)), q=np.ones((2, 80)))),
                ("is on a mesh \\(polygons\\): set mesh of the shape", lambda: stencilgen.Plan(text=MEAN, size=(1, 2, 3)))):
            with self.assertRaisesRegex(stencilgen.Error, said):
                make()
        with self.assertRaises(TypeError):
            stencilgen.Mesh()

    def test_arrange_checks_sizes(self):
        plan = stencilgen.Plan(text=MEAN, size=2, mesh=self.mesh, backend="openmp")
        room, good = np.zeros(plan.fields["w"].shape), np.ones((80, 3))
        read_only = room.copy()
        read_only.flags.writeable = False
        for said, name, values, array in (
                ("no field 'x'", "x", good, room), ("arranged from \\(80, 2\\), expected", "w", good[:, :2].copy(), room),
                ("in C order", "w", np.ones((3, 80)).T, room), ("arranged from float", "w", good.astype("f4"), room),
                ("has the shape", "w", good, room[1:].copy()), ("read-only", "w", good, read_only)):
            with self.assertRaisesRegex(stencilgen.Error, said):
                plan.arrange(name, values, array)
        flat = stencilgen.Plan("stencils/laplap.stencil", (3, 9, 9), backend="openmp")
        with self.assertRaisesRegex(stencilgen.Error, "not on a mesh"):
            flat.arrange("src", good, room)


if __name__ == "__main__":
    unittest.main()
