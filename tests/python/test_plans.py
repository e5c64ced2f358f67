"""Results, bit for bit those of the interpreter, and all else that plans do."""

import gc
import os
import re
import subprocess
import sys
import threading
import unittest
from unittest import mock

import numpy as np

import stencilgen

OUT = "build/tests/python"
random = np.random.default_rng(11)


def interpreted(path, fields, outputs, options=()):
    """What stencilrun computes, which --verify compares with the interpreter."""
    command = ["build/stencilrun", path, "--verify", "--backend", "openmp", *options]
    for name, array in fields.items():
        np.save("{}/{}.npy".format(OUT, name), array)
        command += ["--in", "{0}={1}/{0}.npy".format(name, OUT)]
    for name in outputs:
        command += ["--out", "{0}={1}/{0}.out.npy".format(name, OUT)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return {name: np.load("{}/{}.out.npy".format(OUT, name)) for name in outputs}


def inner(halo, array):
    return array[tuple(slice(low, n - high) for (low, high), n in zip(halo, array.shape))]


class Results(unittest.TestCase):
    def same_bits(self, path, shape, type, params=(), low=(), **shapes):
        stencil = stencilgen.Stencil(path, **dict(low))
        fields, options = {}, ["--{}={}".format(*item) for item in dict(low).items()]
        for name, field in stencil.fields.items():
            own = shapes.get(name, shape)
            fields[name] = random.random(own).astype(
                "f4" if field.type == "float" and name not in stencil._real else type)
        for name, value in dict(params).items():
            options += ["--param", "{}={}".format(name, value)]
        outputs = [n for n, f in stencil.fields.items() if f.role != "in"]
        given = {n: fields[n].copy() for n, f in stencil.fields.items() if f.role != "out"}
        expected = interpreted(path, given, outputs, options)
        before = {n: fields[n].copy() for n in outputs}
        stencil(**fields, **dict(params))
        for name in outputs:
            seen = inner(stencil.halo, fields[name])
            self.assertTrue((seen == inner(stencil.halo, expected[name])).all(), name)
            after = fields[name].copy()
            inner(stencil.halo, after)[...] = inner(stencil.halo, before[name])
            self.assertTrue((after == before[name]).all(), "halo of " + name)

    def test_double(self):
        self.same_bits("stencils/laplap.stencil", (3, 9, 13), "f8")

    def test_float(self):
        self.same_bits("stencils/hdiff.stencil", (5, 11, 12), "f4")

    def test_columns_profiles_and_params(self):
        self.same_bits("stencils/sponge.stencil", (6, 7, 9), "f8", rate=(6,), roughness=(7, 9))

    def test_half_levels(self):
        path = "tests/data/evaluated/half_levels.stencil"
        stencil, n = stencilgen.Stencil(path), 7
        half = [name for name, field in stencil.fields.items() if field.half]
        self.assertEqual(half, ["a", "b", "c", "w"])
        shapes = {name: (n + 1, 5, 6) for name in half}
        fields = {name: 1 + random.random(shapes.get(name, (n, 5, 6))) for name in stencil.fields if name != "most"}
        fields["most"] = np.zeros(1)
        given = {name: array.copy() for name, array in fields.items() if stencil.fields[name].role != "out"}
        expected = interpreted(path, given, ["w", "q", "pressure", "most"])
        stencil(**fields)
        for name, array in expected.items():
            same = fields[name] == array
            self.assertTrue((same if name == "most" else inner(stencil.halo, same)).all(), name)
        with self.assertRaisesRegex(stencilgen.Error, "field 'w' has 6 points in z, other fields have 7: half levels are one more"):
            stencil(**{**fields, "w": np.ones((6, 5, 6))})

    def test_low(self):
        path = OUT + "/low.stencil"
        with open(path, "w") as file:
            file.write("stencil low { in u; in low v; inout low column h; out d; param low c;"
                       " d = u[west] + low(c*u)*v; h = h*c; }")
        for low in "float", "real":
            self.same_bits(path, (3, 9, 13), "f8", {"c": 0.1}, {"low": low}, h=(9, 13))
        self.assertEqual(stencilgen.Stencil(path, low="float")._real, ["u", "d"])

    def test_fixed_params(self):
        path = OUT + "/scheme.stencil"
        with open(path, "w") as file:
            file.write("stencil scheme { in u; in f; out d; param int order = 1; param dt = 0.5;"
                       " d = (order > 1 ? u[west] + f : 3*u)*dt; }")
        for order, names in (1, ["u", "d"]), (2, ["u", "f", "d"]):
            fixed = stencilgen.Stencil(path, fix={"order": order})
            self.assertEqual(list(fixed.fields), names)
            self.assertEqual(list(fixed.params), ["dt"])
            fields = {n: random.random((3, 4, 7)) for n in ("u", "f")}
            d = np.zeros((3, 4, 7))
            expected = interpreted(path, fields, ["d"], ["--param", "order={}".format(order), "--param", "dt=0.3"])["d"]
            fixed(**{n: fields[n] for n in names if n != "d"}, d=d, dt=0.3)
            self.assertTrue((d[:, :, 1:] == expected[:, :, 1:]).all())
        plan = stencilgen.Plan(path, (3, 4, 7), fix="order=1,dt=2", backend="openmp")
        self.assertEqual((list(plan.fields), list(plan.params)), (["u", "d"], []))
        with self.assertRaisesRegex(stencilgen.Error, "option fix: there is no param 'oder'; did you mean 'order'?"):
            stencilgen.Stencil(path, fix={"oder": 1})

    def test_several_steps(self):
        text = "stencil wave { in u, old; out n; n = 1.5*u - 0.5*old + 0.125*(u[west] + u[east] + u[above] - 3*u); }"
        single = stencilgen.Plan(text=text, size=(7, 9, 11), backend="host")
        several = stencilgen.Plan(text=text, size=(7, 9, 11), backend="host", steps_per_launch=3, swap="n:u:old")
        self.assertEqual(list(several.fields), ["u", "old", "n", "old_next"])
        u, old = np.ones((7, 9, 11)), np.ones((7, 9, 11))
        u[1:-1, 1:-1, 1:-1], old[1:-1, 1:-1, 1:-1] = random.random((2, 5, 7, 9))
        n, u_of_one, old_of_one, old_next = u.copy(), u.copy(), old.copy(), old.copy()
        n_of_one = u.copy()
        several(u=u, old=old, n=n, old_next=old_next)
        for _ in range(3):
            single(u=u_of_one, old=old_of_one, n=n_of_one)
            old_of_one, u_of_one, n_of_one = u_of_one, n_of_one, old_of_one
        self.assertTrue((n == u_of_one).all() and (old_next == old_of_one).all())

    def test_part_of_a_larger_array(self):
        stencil = stencilgen.Stencil("stencils/laplap.stencil")
        src, dst = random.random((6, 12, 15)), np.full((6, 12, 15), 5.0)
        small, result = src[1:4, 2:11, 1:14].copy(), np.full((3, 9, 13), 5.0)
        stencil(src=small, dst=result)
        stencil(src=src[1:4, 2:11, 1:14], dst=dst[1:4, 2:11, 1:14])
        self.assertTrue((dst[1:4, 2:11, 1:14] == result).all())
        self.assertEqual((dst != 5).sum(), (result != 5).sum())

    def test_one_level(self):
        stencil = stencilgen.Stencil("stencils/laplap.stencil")
        src = random.random((3, 9, 13))
        dst, flat = np.zeros_like(src), np.zeros((9, 13))
        stencil(src=src, dst=dst)
        stencil(src=src[1], dst=flat)
        self.assertTrue((flat == dst[1]).all())

    def test_one_row(self):
        stencil = stencilgen.Stencil(text="stencil s { in u; in column h; inout w; w = h*(u[east] - u[west]) + w; }")
        u, h, w = random.random(13), random.random(13), np.ones(13)
        expected = w.copy()
        expected[1:-1] += h[1:-1] * (u[2:] - u[:-2])
        same = w.copy()
        stencil(u=u, h=h, w=w)
        self.assertTrue((w == expected).all())
        stencil.plan((13,), backend="openmp")(u=u, h=h, w=same)
        self.assertTrue((same == expected).all())
        with self.assertRaisesRegex(stencilgen.Error, "nothing to compute: the size in y is 1"):
            stencilgen.Stencil("stencils/laplap.stencil")(src=u, dst=w)

    def test_plan_of_one_level(self):
        src = random.random((9, 13))
        dst, same = np.zeros_like(src), np.zeros_like(src)
        stencilgen.Plan("stencils/laplap.stencil", src.shape, backend="openmp")(src=src, dst=dst)
        stencilgen.Plan("stencils/laplap.stencil", (1, 9, 13), backend="openmp")(src=src[np.newaxis], dst=same[np.newaxis])
        self.assertTrue((dst == same).all() and dst.any())
        wide = np.zeros_like(src)
        stencilgen.Plan("stencils/laplap.stencil", src.shape, halo=((3, 3), (2, 2)), backend="openmp")(src=src, dst=wide)
        self.assertTrue((wide[3:-3] == dst[3:-3]).all() and not wide[:3].any())
        with self.assertRaisesRegex(stencilgen.Error, "1 to 3 dimensions, not 4"):
            stencilgen.Plan("stencils/laplap.stencil", (1, 1, 9, 13))

    def test_transposed_fortran_order(self):
        stencil = stencilgen.Stencil("stencils/laplap.stencil")
        src = np.asfortranarray(random.random((13, 9, 3)))
        dst, same = np.zeros((13, 9, 3), order="F"), np.zeros((3, 9, 13))
        stencil(src=src.T, dst=dst.T)
        stencil(src=np.ascontiguousarray(src.T), dst=same)
        self.assertTrue((dst.T == same).all())

    def test_ints_and_bools(self):
        stencil = stencilgen.Stencil(text="stencil s { in u; in bool wet; in int kind; in bool column coast; out v;"
                                          " v = wet && !coast ? u*kind : -u; }")
        self.assertEqual([stencil.fields[n].type for n in ("wet", "kind", "coast")], ["bool", "int", "bool"])
        u, v, kind = random.random((3, 9, 13)), np.zeros((3, 9, 13)), random.integers(-5, 6, (3, 9, 13), "i4")
        wet, coast = random.random((3, 9, 13)) < 0.5, random.random((9, 13)) < 0.5
        stencil(u=u, wet=wet, kind=kind, coast=coast, v=v)
        self.assertTrue((v == np.where(wet & ~coast, u * kind, -u)).all())
        stencil(u=u[0], wet=wet[0], kind=kind[0], coast=coast, v=v[1])
        self.assertTrue((v[1] == v[0]).all())
        for name, wrong, message in (("kind", kind.astype("i8"), "is i8, expected int"),
                                     ("kind", u, "is double, expected int"),
                                     ("wet", wet.astype("u1"), "is u1, expected bool"),
                                     ("u", kind, "is int, expected")):
            with self.assertRaisesRegex(stencilgen.Error, message):
                stencil(**{**dict(u=u, wet=wet, kind=kind, coast=coast, v=v), name: wrong})

    def test_own_table(self):
        # A ring of columns: the neighbour in the east is the next one.
        text = "stencil ring { in a; out b; b = a[east] - 2*a[west]; }"
        n, columns = 10, np.arange(10)
        plan = stencilgen.Plan(text=text, size=(2, 1, n), storage="chasing",
                               table=(0, n, [(1, 0), (-1, 0)], [(columns + 1) % n, (columns - 1) % n]))
        a, b = random.random((2, n)), np.zeros((2, n))
        plan(a=a, b=b)
        self.assertTrue((b == np.roll(a, -1, 1) - 2 * np.roll(a, 1, 1)).all())
        with self.assertRaisesRegex(stencilgen.Error, "neighbo|column"):
            stencilgen.Plan(text=text, size=(2, 1, n), storage="chasing",
                            table=(0, n, [(1, 0), (-1, 0)], [columns + 1, columns - 1]))

    def test_own_tables_have_a_row_for_each_relation(self):
        columns = np.arange(6)
        text = "stencil s { in a; out b; b = a[east]; }"
        for table, message in (
                ((0, 6, [(1, 0), (-1, 0)], [columns]), "there are 2 relations, but neighbors has 1 rows"),
                ((0, 6, [(1, 0)], [columns[:5]]), "row 0 of neighbors has 5 numbers, expected 6"),
                ((0, 6, [(1, 0, 0)], [columns]), "row 0 of relations has 3 numbers, expected 2"),
                ((0, 6, [(1, 0)], [columns], [[0, 1, 2], [3, 4]]), "row 1 of columns_of has 2 numbers, expected 3")):
            with self.assertRaisesRegex(stencilgen.Error, message):
                stencilgen.Plan(text=text, size=(1, 1, 6), storage="chasing", backend="openmp", table=table)

    def test_own_table_of_a_box(self):
        text = "stencil box { inout a; out b; out scalar s; boundary a = periodic xy; a = 3*a; b = a[east] - a[north]; s = sum(b); }"
        rows, columns = 6, 8
        size, inner = rows * columns, (rows - 1) * (columns - 1)
        inside = np.zeros((rows, columns), bool)
        inside[1:, :-1] = True                             # what is read in the east and the north is halo
        columns_of = np.empty((rows, columns), int)
        columns_of[inside], columns_of[~inside] = random.permutation(inner), inner + random.permutation(size - inner)
        table = np.zeros((2, size), int)
        for relation, (dy, dx) in zip(table, ((0, 1), (-1, 0))):
            relation[columns_of] = np.roll(columns_of, (-dy, -dx), (0, 1))
        u, v, s = random.random((2, rows, columns)), np.zeros((2, rows, columns)), np.zeros(())
        own, result, total = np.empty((2, size)), np.zeros((2, size)), np.zeros(())
        own[:, columns_of] = u
        stencilgen.Plan(text=text, size=u.shape, backend="openmp")(a=u, b=v, s=s)
        stencilgen.Plan(text=text, size=(2, 1, size), backend="openmp", storage="chasing",
                        table=(0, inner, [(1, 0), (0, -1)], table, columns_of))(a=own, b=result, s=total)
        np.testing.assert_array_equal(result[:, columns_of], v)
        self.assertEqual(s, total)

    def test_levels_innermost(self):
        src = random.random((6, 9, 13))
        expected = np.zeros_like(src)
        stencilgen.Stencil("stencils/laplap.stencil")(src=src, dst=expected)
        plan = stencilgen.Plan("stencils/laplap.stencil", src.shape, storage="direct", levels="innermost", backend="openmp")
        field = plan.fields["src"]
        self.assertEqual(field.axes, (-1, 2))
        self.assertEqual(field.shape[1], 6)
        memory = np.zeros((2, field.shape[0], field.strides[0]))
        listed, result = memory[0, :, :6], memory[1, :, :6]
        columns = np.asarray(plan.positions).ravel()
        listed[columns] = src.reshape(6, -1).T
        plan(src=listed, dst=result)
        self.assertTrue((result[columns].T.reshape(src.shape) == expected).all())
        self.assertTrue((memory[:, :, 6:] == 0).all())
        with self.assertRaisesRegex(stencilgen.Error, r"has the shape \(6, 117\), expected \(117, 6\)"):
            plan(src=np.zeros((6, 117)), dst=result)
        with self.assertRaisesRegex(stencilgen.Error, r"has the strides \(6, 1\) \(in elements\), expected \(8, 1\)"):
            plan(src=listed.copy(), dst=result)

    def test_own_table_with_levels_innermost(self):
        text = "stencil ring { in a; in profile p; out b; b = a[east] - 2*p*a[west] + a[above]; }"
        n, levels, columns = 10, 5, np.arange(10)
        table = (0, n, [(1, 0), (-1, 0)], [(columns + 1) % n, (columns - 1) % n])
        common = {"text": text, "size": (levels, 1, n), "storage": "chasing", "table": table, "levels": "innermost"}
        p = random.random(levels)
        for pitch, backend in (0, "openmp"), (7, "openmp"), (0, "host"), (8, "host"):
            plan = stencilgen.Plan(pitch=pitch, backend=backend, **common)
            a, b = (np.zeros((n, pitch or levels))[:, :levels] for _ in "ab")
            a[...] = random.random((n, levels))
            plan(a=a, b=b, p=p)
            expected = np.roll(a, -1, 0) - 2 * p * np.roll(a, 1, 0)
            self.assertTrue((b[:, :-1] == expected[:, :-1] + a[:, 1:]).all())
            self.assertTrue((b[:, -1] == 0).all())
        with self.assertRaisesRegex(stencilgen.Error, "columns of 5 levels overlap: they are 4 elements apart"):
            stencilgen.Plan(pitch=4, backend="openmp", **common)
        with self.assertRaisesRegex(stencilgen.Error, "the pitch is 8, but levels are outermost"):
            stencilgen.Plan(pitch=8, backend="openmp", **{**common, "levels": "outermost"})

    def test_sparse(self):
        plan = stencilgen.Plan("stencils/sparse/hierarchize.stencil", dimensions=1, levels=3, backend="openmp")
        self.assertEqual(plan.fields["u"].shape, (7,))

    def test_readme(self):
        with open("runtime/python/README.md", encoding="utf-8") as readme:
            blocks = re.findall(r"```python\n(.*?)```", readme.read(), re.S)
        self.assertGreater(len(blocks), 3)
        said = []
        names = {"print": lambda *words: said.append(" ".join(map(str, words)))}
        for block in blocks:
            before = len(said)
            exec(block, names)
            promised = re.findall(r"print\(.*?\)\s+# (.*)$", block, re.M)
            self.assertEqual(said[before:before + len(promised)], promised)


class Plans(unittest.TestCase):
    def test_plans_are_kept(self):
        stencil = stencilgen.Stencil("stencils/laplap.stencil")
        a, b = np.zeros((1, 6, 7)), np.zeros((1, 6, 8))
        self.assertIs(stencil.plan_for(src=a, dst=a), stencil.plan_for(src=a.copy(), dst=a))
        self.assertIsNot(stencil.plan_for(src=a, dst=a), stencil.plan_for(src=b, dst=b))
        self.assertIsNot(stencil.plan_for(src=a, dst=a), stencil.plan_for(src=a.astype("f4")))

    def test_what_a_stencil_has(self):
        stencil = stencilgen.Stencil(text="""stencil s { in a; out float b; param k = 2; param int m;
            b = k*a[above] + m; }""")
        self.assertEqual([(f.role, f.type) for f in stencil.fields.values()], [("in", "float"), ("out", "float")])
        self.assertEqual([(p.name, p.value) for p in stencil.params.values()], [("k", 2.0), ("m", None)])
        self.assertEqual(stencil.halo, ((0, 1), (0, 0), (0, 0)))
        a, b = np.ones((3, 2, 2)), np.zeros((3, 2, 2), "f4")
        with self.assertRaisesRegex(stencilgen.Error, "param 'm' is missing"):
            stencil(a=a, b=b)
        with self.assertRaisesRegex(stencilgen.Error, "param m needs"):
            stencil(a=a, b=b, m=1.5)
        stencil(a=a, b=b, m=3)
        self.assertEqual(b[0, 0, 0], 5)
        stencil(a=a, b=b, m=3, k=4)
        self.assertEqual(b[0, 0, 0], 7)

    def test_a_stencil_that_cannot_be_read_leaves_no_plan(self):
        library = stencilgen._plan.library
        with mock.patch.object(library, "stencil_plan_halo", side_effect=MemoryError), \
                mock.patch.object(library, "stencil_plan_destroy", wraps=library.stencil_plan_destroy) as destroy:
            with self.assertRaises(MemoryError):
                stencilgen.Stencil("stencils/laplap.stencil")
        destroy.assert_called_once()

    def test_errors_of_the_compiler(self):
        with self.assertRaisesRegex(stencilgen.Error, r"(?s)text:1:30: error: unknown name 'd'.*\^"):
            stencilgen.Stencil(text="stencil a { in b; out c; c = d; }")
        with self.assertRaisesRegex(stencilgen.Error, "No such file"):
            stencilgen.Stencil("nowhere.stencil")
        with self.assertRaisesRegex(stencilgen.Error, "unknown storage 'x'"):
            stencilgen.Plan("stencils/laplap.stencil", (1, 9, 9), storage="x")
        with self.assertRaises(TypeError):
            stencilgen.Stencil()

    def test_threads(self):
        stencil = stencilgen.Stencil("stencils/laplap.stencil")
        src = random.random((2, 9, 11))
        expected, wrong = np.zeros_like(src), []
        stencil(src=src, dst=expected)

        def work():
            dst = np.zeros_like(src)
            for _ in range(20):
                dst[...] = 0
                stencil(src=src, dst=dst)
                if not (dst == expected).all():
                    wrong.append(dst)

        threads = [threading.Thread(target=work) for _ in range(3)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(wrong, [])

    def test_own_workspace(self):
        text = "stencil two { in u; out v; t = 2*u[west] - u[east]; v = t[south] + t[north]; }"
        u, expected, v = random.random((3, 7, 9)), np.zeros((3, 7, 9)), np.zeros((3, 7, 9))
        once = stencilgen.Plan(text=text, size=u.shape, backend="openmp")
        plan = stencilgen.Plan(text=text, size=u.shape, backend="openmp", store="t", own_workspace=False)
        self.assertEqual(once.workspace_bytes, 0)
        once(u=u, v=expected)
        with self.assertRaisesRegex(stencilgen.Error, "no workspace of its own"):
            plan(u=u, v=v)
        memory = np.full(plan.workspace_bytes // 8 + 32, 7.5)
        begin = -memory.ctypes.data % 256 // 8
        space = memory[begin:begin + plan.workspace_bytes // 8]
        for wrong, words in ((space[:-1], "needed are"), (space[1:], "not aligned"), (space[::2], "the workspace has gaps")):
            with self.assertRaisesRegex(stencilgen.Error, words):
                plan.bind_workspace(wrong)
        plan.bind_workspace(space)
        plan(u=u, v=v)
        np.testing.assert_array_equal(v, expected)
        self.assertTrue((space != 7.5).any() and (memory[:begin] == 7.5).all() and (memory[begin + space.size:] == 7.5).all())
        plan.bind_workspace(None)
        with self.assertRaisesRegex(stencilgen.Error, "no workspace of its own"):
            plan(u=u, v=v)

    def test_positions_outlive_their_plan(self):
        plan = stencilgen.Plan("stencils/laplap.stencil", (2, 7, 8), storage="direct", order="random",
                               backend="openmp")
        columns, shape = np.asarray(plan.positions), plan.fields["src"].shape
        before = columns.copy()
        del plan
        gc.collect()
        self.assertTrue((columns == before).all())
        self.assertEqual(len(np.unique(columns)), 7 * 8)
        self.assertTrue(0 <= columns.min() and columns.max() < shape[1])

    def test_library_is_found_where_it_is_said_to_be(self):
        environment = {**os.environ, "STENCILGEN_LIBRARY": "nowhere.so"}
        told = subprocess.run([sys.executable, "-c", "import stencilgen"], env=environment, capture_output=True)
        self.assertIn(b"libstencil is not found", told.stderr)
