"""libstencil through ctypes: what runtime/library/stencil.h declares."""

import ctypes
import ctypes.util
import os
from ctypes import POINTER, Structure, c_char, c_char_p, c_double, c_int, c_longlong, c_size_t, c_uint, c_void_p


class Error(ValueError):
    """What the library or an array says is wrong."""


class CError(Structure):
    _fields_ = [("code", c_int), ("text", c_char * 8188)]


class CTable(Structure):
    _fields_ = [
        ("first", c_int), ("end", c_int), ("slots", c_int), ("relations", c_void_p), ("neighbors", c_void_p),
        ("width", c_int), ("height", c_int), ("columns_of", c_void_p),
    ]


class CShape(Structure):
    _fields_ = [
        ("size", c_int * 3), ("low", c_int * 3), ("high", c_int * 3), ("row", c_int), ("level", c_int),
        ("pitch", c_int), ("table", POINTER(CTable)), ("dimensions", c_int), ("levels", c_int), ("padded", c_int),
        ("probes", c_int), ("mesh", c_void_p), ("field_levels", POINTER(c_int)),
    ]


class CField(Structure):
    _fields_ = [
        ("name", c_char_p), ("role", c_int), ("type", c_int), ("dimensions", c_int), ("axes", c_int * 3),
        ("shape", c_longlong * 3), ("strides", c_longlong * 3), ("bytes", c_size_t), ("alignment", c_size_t),
        ("location", c_int), ("slots", c_int), ("half", c_int),
    ]


class CRelation(Structure):
    _fields_ = [("name", c_char_p), ("slots", c_int), ("neighbors", c_void_p)]


class CTables(Structure):
    _fields_ = [
        ("count", c_int * 3), ("relation_count", c_int), ("relations", POINTER(CRelation)), ("rows", c_void_p * 3),
        ("dimensions", c_int), ("coordinates", c_void_p * 3),
    ]


class CParam(Structure):
    _fields_ = [("name", c_char_p), ("type", c_int), ("is_set", c_int), ("value", c_double)]


ROLES = ("in", "out", "inout")
LOCATIONS = ("cell", "edge", "vertex")
TYPES = ("int", "float", "double", "bool")
EXACT, NO_WORKSPACE = 1, 4

FUNCTIONS = {
    "stencil_plan_create": (c_void_p, c_char_p, c_char_p, POINTER(CShape), c_char_p, c_uint, POINTER(CError)),
    "stencil_plan_create_text": (c_void_p, c_char_p, c_char_p, POINTER(CShape), c_char_p, c_uint, POINTER(CError)),
    "stencil_plan_destroy": (None, c_void_p),
    "stencil_plan_param": (c_int, c_void_p, c_char_p, c_double, POINTER(CError)),
    "stencil_plan_workspace": (c_size_t, c_void_p),
    "stencil_plan_bind_workspace": (c_int, c_void_p, c_void_p, c_size_t, POINTER(CError)),
    "stencil_execute_on": (c_int, c_void_p, POINTER(c_void_p), POINTER(c_double), c_void_p),
    "stencil_status_text": (c_char_p, c_void_p, c_int),
    "stencil_plan_field_count": (c_int, c_void_p),
    "stencil_plan_param_count": (c_int, c_void_p),
    "stencil_plan_field": (c_int, c_void_p, c_int, POINTER(CField)),
    "stencil_plan_param_at": (c_int, c_void_p, c_int, POINTER(CParam)),
    "stencil_plan_halo": (None, c_void_p, c_int * 3, c_int * 3),
    "stencil_plan_name": (c_char_p, c_void_p),
    "stencil_plan_kernel": (c_char_p, c_void_p),
    "stencil_plan_backend": (c_char_p, c_void_p),
    "stencil_plan_device": (c_char_p, c_void_p),
    "stencil_plan_positions": (POINTER(c_int), c_void_p),
    "stencil_plan_arrange": (c_int, c_void_p, c_int, c_void_p, c_void_p, POINTER(CError)),
    "stencil_mesh_open": (c_void_p, c_char_p, c_char_p, POINTER(CError)),
    "stencil_mesh_create": (c_void_p, POINTER(CTables), POINTER(CError)),
    "stencil_mesh_destroy": (None, c_void_p),
    "stencil_mesh_count": (c_int, c_void_p, c_int),
    "stencil_mesh_neighbors": (POINTER(c_int), c_void_p, c_char_p, POINTER(c_int)),
    "stencil_mesh_values": (POINTER(c_double), c_void_p, c_char_p, c_char_p, POINTER(c_int)),
    "stencil_mesh_coordinates": (POINTER(c_double), c_void_p, c_int, POINTER(c_int)),
    "stencil_version": (c_char_p,),
}


def _candidates():
    """Where the library may be: as the environment says, beside this file (in a wheel), where the loader looks."""
    if "STENCILGEN_LIBRARY" in os.environ:
        yield os.environ["STENCILGEN_LIBRARY"]
        return
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libstencil.so.1")
    if os.path.exists(beside):
        yield beside
    yield "libstencil.so.1"
    found = ctypes.util.find_library("stencil")
    if found:
        yield found


def _load():
    reasons = []
    for path in _candidates():
        try:
            library = ctypes.CDLL(path)
            break
        except OSError as reason:
            reasons.append(str(reason))
    else:
        raise ImportError("libstencil is not found: install stencilgen, or say where it is with STENCILGEN_LIBRARY ("
                          + "; ".join(reasons) + ")")
    for name, (result, *arguments) in FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


library = _load()
