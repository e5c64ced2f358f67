"""Arrays of other packages, seen as pointers: NumPy's array interface, DLPack, CUDA's array interface."""

import ctypes
import sys
from ctypes import POINTER, Structure, c_char_p, c_int32, c_int64, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p

from ._library import Error


class Array:
    """Memory that somebody else owns. Strides in elements, slowest first; device: cpu, cuda or hip."""

    def __init__(self, pointer, type, shape, strides, device, is_readonly, owner, stream=None):
        self.pointer, self.type, self.shape, self.strides = pointer, type, shape, strides
        self.device, self.is_readonly, self.owner, self.stream = device, is_readonly, owner, stream


def compact_strides(shape):
    strides = [1] * len(shape)
    for d in reversed(range(len(shape) - 1)):
        strides[d] = strides[d + 1] * shape[d + 1]
    return tuple(strides)


TYPE_WORDS = {"f4": "float", "f8": "double", "i4": "int", "b1": "bool"}


def _from_interface(interface, device, owner):
    """The dictionary that NumPy and CUDA's array interface share."""
    order, word = interface["typestr"][0], interface["typestr"][1:]
    element = int(word[1:])
    shape = tuple(interface["shape"])
    strides = interface.get("strides")
    if strides is None:
        strides = compact_strides(shape)
    elif any(s % element for s in strides):
        raise Error("elements are not whole strides apart")
    else:
        strides = tuple(s // element for s in strides)
    type = "of the other byte order" if order == ">" else TYPE_WORDS.get(word, word)
    pointer, is_readonly = interface["data"]
    return Array(pointer, type, shape, strides, device, is_readonly, owner, interface.get("stream"))


class DLTensor(Structure):
    _fields_ = [
        ("data", c_void_p), ("device_type", c_int32), ("device_id", c_int32), ("ndim", c_int32),
        ("code", c_uint8), ("bits", c_uint8), ("lanes", c_uint16),
        ("shape", POINTER(c_int64)), ("strides", POINTER(c_int64)), ("byte_offset", c_uint64),
    ]


class DLManagedTensor(Structure):
    _fields_ = [("tensor", DLTensor), ("context", c_void_p), ("deleter", c_void_p)]


class DLManagedTensorVersioned(Structure):
    _fields_ = [
        ("major", c_uint32), ("minor", c_uint32), ("context", c_void_p), ("deleter", c_void_p),
        ("flags", c_uint64), ("tensor", DLTensor),
    ]


DL_DEVICES = {1: "cpu", 2: "cuda", 3: "cpu", 10: "hip", 11: "cpu", 13: "cuda"}  # 3, 11: pinned; 13: managed
DL_CODES = {0: "i", 1: "u", 2: "f", 4: "bf", 5: "c", 6: "b"}
DL_READ_ONLY = 1

_pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_of.restype, _pointer_of.argtypes = c_void_p, [ctypes.py_object, c_char_p]
_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.restype, _is_valid.argtypes = ctypes.c_int, [ctypes.py_object, c_char_p]


def _from_dlpack(array, stream):
    device = DL_DEVICES.get(int(array.__dlpack_device__()[0]))
    if not device:
        raise Error("is neither on a CPU nor on a GPU of NVIDIA or AMD")
    # The owner makes this stream wait for what it has under way. The default stream is 1 for CUDA, 0 for HIP.
    capsule = array.__dlpack__() if device == "cpu" else array.__dlpack__(stream=stream or int(device == "cuda"))
    # The capsule keeps its name, and so still frees what it holds.
    if _is_valid(capsule, b"dltensor_versioned"):
        managed = DLManagedTensorVersioned.from_address(_pointer_of(capsule, b"dltensor_versioned"))
        is_readonly = bool(managed.flags & DL_READ_ONLY)
    else:
        managed = DLManagedTensor.from_address(_pointer_of(capsule, b"dltensor"))
        is_readonly = False
    tensor = managed.tensor
    shape = tuple(tensor.shape[d] for d in range(tensor.ndim))
    strides = tuple(tensor.strides[d] for d in range(tensor.ndim)) if tensor.strides else compact_strides(shape)
    word = "{}{}".format(DL_CODES.get(tensor.code, "?"), tensor.bits // 8)
    type = TYPE_WORDS.get(word, word) if tensor.lanes == 1 else "of vectors"
    return Array((tensor.data or 0) + tensor.byte_offset, type, shape, strides, device, is_readonly, capsule)


def _is_masked(value):
    """Whether it is a masked array of NumPy, whose interface does not tell of the mask."""
    masked = sys.modules.get("numpy.ma")
    return masked is not None and isinstance(value, masked.MaskedArray)


def _held_by(value):
    """The array that a DataArray of xarray holds; None: it is something else."""
    held = getattr(value, "data", None) if hasattr(value, "dims") else None
    if held is not None and value.data is not held:
        raise Error("is read from its file anew each time, so that results would be lost: call its load() before")
    return held


def as_array(value, stream):
    """An Array of anything that has one of the three interfaces, or is a DataArray of such."""
    if _is_masked(value):
        raise Error("is a masked array, and a mask would be ignored: pass array.filled(value), or array.data for all values")
    if hasattr(value, "__array_interface__"):
        return _from_interface(value.__array_interface__, "cpu", value)
    cuda = getattr(value, "__cuda_array_interface__", None)
    # One that tells its stream is best: what comes before and after there keeps its order.
    if cuda and (cuda.get("stream") is not None or not hasattr(value, "__dlpack__")):
        return _from_interface(cuda, "cuda", value)
    if hasattr(value, "__dlpack__"):
        return _from_dlpack(value, stream)
    held = _held_by(value)
    if held is not None:
        return as_array(held, stream)
    raise Error("is no array: it has neither an array interface nor DLPack, it is of type "
                + type(value).__name__)
