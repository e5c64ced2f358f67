"""The three ways in which arrays come, and those that do not fit."""

import unittest

import numpy as np

import stencilgen
from stencilgen._arrays import as_array
from stencilgen._plan import _common_stream


class OnlyDlpack:
    """As a package whose arrays have DLPack and nothing else."""

    def __init__(self, array):
        self._array = array

    def __dlpack__(self, stream=None):
        return self._array.__dlpack__()

    def __dlpack_device__(self):
        return self._array.__dlpack_device__()


class Labelled:
    """As xarray's DataArray: with names of dimensions and the array, but no interface."""

    def __init__(self, array):
        self.dims, self._array = ("z", "y", "x"), array

    @property
    def data(self):
        return self._array


class Lazy(Labelled):
    """As a DataArray whose file is still open."""

    @property
    def data(self):
        return self._array.copy()


class OnGpu:
    """As CuPy and others describe an array on a GPU; only looked at here."""

    def __init__(self, stream=None, strides=None, shape=(4, 5, 6), typestr="<f8"):
        self.__cuda_array_interface__ = {
            "data": (1 << 40, False), "shape": shape, "strides": strides, "typestr": typestr, "version": 3,
            "stream": stream,
        }


class OnDevice(OnlyDlpack):
    def __init__(self, array, device):
        super().__init__(array)
        self._device = device
        self.asked = []

    def __dlpack__(self, stream=None):
        self.asked.append(stream)
        return super().__dlpack__()

    def __dlpack_device__(self):
        return (self._device, 0)


class Arrays(unittest.TestCase):
    def test_numpy(self):
        whole = np.zeros((7, 8, 9), "f4")
        seen = as_array(whole[1:, 2:5, 3:], None)
        self.assertEqual(seen.pointer, whole.ctypes.data + 4 * (72 + 18 + 3))
        self.assertEqual((seen.type, seen.shape, seen.strides), ("float", (6, 3, 6), (72, 9, 1)))
        self.assertEqual((seen.device, seen.is_readonly), ("cpu", False))

    def test_dlpack_is_seen_like_numpy(self):
        for array in np.zeros((3, 4, 5)), np.zeros((3, 4, 5), "f4")[:, ::2], np.zeros(7, "i4"), np.zeros((2, 3)).T:
            a, b = as_array(array, None), as_array(OnlyDlpack(array), None)
            self.assertEqual((a.pointer, a.type, a.shape, a.strides), (b.pointer, b.type, b.shape, b.strides))

    def test_data_arrays_hold_one(self):
        array = np.zeros((3, 4, 5), "f4")[:, ::2]
        for held in array, OnlyDlpack(array):
            a, b = as_array(array, None), as_array(Labelled(held), None)
            self.assertEqual((a.pointer, a.type, a.shape, a.strides), (b.pointer, b.type, b.shape, b.strides))
        with self.assertRaisesRegex(stencilgen.Error, "results would be lost: call its load"):
            as_array(Lazy(array), None)
        for other in Labelled(None), Labelled([1.0]), memoryview(b"text").tolist():
            with self.assertRaisesRegex(stencilgen.Error, "is no array: it has neither"):
                as_array(other, None)

    def test_cuda_array_interface(self):
        seen = as_array(OnGpu(), None)
        self.assertEqual((seen.pointer, seen.strides, seen.device, seen.stream), (1 << 40, (30, 6, 1), "cuda", None))
        self.assertEqual(as_array(OnGpu(strides=(640, 80, 8)), None).strides, (80, 10, 1))
        self.assertEqual(as_array(OnGpu(stream=7), None).stream, 7)
        with self.assertRaisesRegex(stencilgen.Error, "not whole strides"):
            as_array(OnGpu(strides=(640, 80, 12)), None)

    def test_dlpack_on_a_gpu_is_asked_for_the_stream(self):
        array = OnDevice(np.zeros(3), 2)
        self.assertEqual(as_array(array, None).device, "cuda")
        as_array(array, 99)
        self.assertEqual(array.asked, [1, 99])
        array = OnDevice(np.zeros(3), 10)
        self.assertEqual((as_array(array, None).device, array.asked), ("hip", [0]))
        with self.assertRaisesRegex(stencilgen.Error, "neither on a CPU nor on a GPU"):
            as_array(OnDevice(np.zeros(3), 7), None)

    def test_other_types_have_names(self):
        for type, word in ("f2", "f2"), ("i8", "i8"), (">f8", "of the other byte order"), ("c16", "c16"):
            self.assertEqual(as_array(np.zeros(3, type), None).type, word)

    def test_masked_arrays_are_refused(self):
        with self.assertRaisesRegex(stencilgen.Error, r"is a masked array, and a mask would be ignored: pass array.filled\(value\)"):
            as_array(np.ma.masked_less(np.arange(6.), 3), None)
        as_array(np.ma.masked_less(np.arange(6.), 3).filled(0), None)

    def test_no_array(self):
        for value in None, 3.0, [1, 2], "text":
            with self.assertRaisesRegex(stencilgen.Error, "is no array"):
                as_array(value, None)


class WrongArrays(unittest.TestCase):
    def setUp(self):
        self.laplap = stencilgen.Stencil("stencils/laplap.stencil")
        self.plan = self.laplap.plan((3, 9, 11), backend="openmp")
        self.src, self.dst = np.ones((3, 9, 11)), np.full((3, 9, 11), -7.0)

    def refused(self, words, call=None, **values):
        with self.assertRaisesRegex(stencilgen.Error, words):
            (call or self.plan)(**{"src": self.src, "dst": self.dst, **values})
        self.assertTrue((self.dst == -7).all())

    def test_names(self):
        self.refused("no field or param 'srd'; it has src, dst", srd=self.src)
        with self.assertRaisesRegex(stencilgen.Error, "field 'dst' is missing"):
            self.plan(src=self.src)

    def test_shapes(self):
        self.refused(r"field 'src' has the shape \(3, 11, 9\), expected \(3, 9, 11\)", src=np.ones((3, 11, 9)))
        self.refused(r"shape \(2, 9, 11\)", src=np.ones((2, 9, 11)))
        self.refused(r"shape \(9, 11\)", src=np.ones((9, 11)))
        self.refused("field 'dst' has 9 points in y, other fields have 8", self.laplap, src=np.ones((3, 8, 11)))
        self.refused("nothing to compute: the size in x is 3", self.laplap, src=np.ones((3, 9, 3)),
                     dst=np.ones((3, 9, 3)))

    def test_strides(self):
        self.refused("Fortran order", src=np.asfortranarray(self.src))
        self.refused("strides", src=np.ones((3, 9, 22))[:, :, ::2])
        self.refused("strides", src=np.ones((3, 9, 12))[:, :, :11])
        self.refused("strides", src=self.src[:, ::-1])

    def test_types(self):
        self.refused("field 'src' is float, expected double", src=self.src.astype("f4"))
        self.refused("field 'src' is i8, expected double", src=self.src.astype("i8"))

    def test_read_only(self):
        fixed = np.zeros((3, 9, 11))
        fixed.flags.writeable = False
        self.refused("field 'dst' is written", dst=fixed)
        self.plan(src=fixed, dst=self.dst)

    def test_alignment(self):
        memory = np.zeros(8 * 300 + 4, "u1")[4:]
        odd = np.ndarray((3, 9, 11), "f8", memory)
        self.refused("multiple of 8 bytes", src=odd)

    def test_devices(self):
        self.refused("in the memory of the GPU, but the plan's backend is openmp", src=OnGpu(shape=(3, 9, 11)))

    def test_what_is_written_shares_no_elements(self):
        shares = "field 'd', which is written, shares memory with field 'u': give each an array of its own"
        stencil = stencilgen.Stencil(text="stencil s { in u; out d; d = u[west] + u[east]; }", backend="openmp")
        whole = np.random.default_rng(1).random((5, 8, 16))
        for u, d in ((whole, whole), (whole[1:], whole[:-1]), (whole[:, 1:], whole[:, :-1]), (whole[:, :, 1:], whole[:, :, :-1]),
                     (whole[:, :4], whole[:, 3:7])):
            with self.assertRaisesRegex(stencilgen.Error, shares):
                stencil(u=u, d=d)
            with self.assertRaisesRegex(stencilgen.Error, shares):
                stencil(u=d, d=u)
        for u, d in ((whole[:2], whole[2:4]), (whole[:, :4], whole[:, 4:]), (whole[:, ::2], whole[:, 1::2]),
                     (whole[..., :8], whole[..., 8:])):
            result = np.zeros(u.shape)
            stencil(u=u.copy(), d=result)
            stencil(u=u, d=d)
            self.assertTrue((d[..., 1:-1] == result[..., 1:-1]).all())
        both = np.ones((2, 3, 4))
        stencilgen.Stencil(text="stencil s { inout u; u = 2*u; }", backend="openmp")(u=both)
        self.assertTrue((both == 2).all())

    def test_scalars_have_no_dimensions_or_one_element(self):
        stencil = stencilgen.Stencil(text="stencil s { in u; in scalar k; out v; out scalar m; v = k*u; m = sum(v); }", backend="openmp")
        u = np.ones((2, 3, 4))
        plan = stencil.plan((2, 3, 4))
        for apply in stencil, plan:
            for shape in (), (1,):
                v, m = np.zeros_like(u), np.zeros(shape)
                apply(u=u, k=np.full(shape, 3.), v=v, m=m)
                self.assertEqual((m.sum(), v[1, 2, 3]), (72, 3))
            with self.assertRaisesRegex(stencilgen.Error, "field 'm' has the shape"):
                apply(u=u, k=np.zeros(()), v=u.copy(), m=np.zeros(2))

    def test_streams(self):
        arrays = [as_array(OnGpu(stream=s), None) for s in (None, 7, 7, 8)]
        self.assertIsNone(_common_stream(arrays[:1]))
        self.assertEqual(_common_stream(arrays[:3]), 7)
        with self.assertRaisesRegex(stencilgen.Error, "several streams"):
            _common_stream(arrays)
