"""Stencils and plans."""

import contextlib
import ctypes
import os
import threading
import weakref
from ctypes import byref
from typing import NamedTuple, Optional, Tuple

from ._arrays import as_array, compact_strides
from ._library import EXACT, LOCATIONS, NO_WORKSPACE, ROLES, TYPES, CError, CField, CParam, CShape, CTable, Error, library


GPUS = ("cuda", "hip")
SIZES = {"bool": 1, "int": 4, "float": 4, "double": 8}


class Field(NamedTuple):
    """An array of a stencil. Shape and strides in elements, slowest first; unknown without a plan."""
    name: str
    role: str                             # "in", "out" or "inout"
    type: str                             # "float" or "double"; of an in field also "int" or "bool"
    axes: Tuple[int, ...]                 # which of x, y, z (0, 1, 2) each dimension is; -1: another one
    shape: Optional[Tuple[int, ...]]
    strides: Optional[Tuple[int, ...]]
    alignment: int                        # of its first element, in bytes
    location: Optional[str] = None        # on a mesh: "cell", "edge" or "vertex"
    slots: int = 0                        # on a mesh, of values of slots: how many Plan.arrange takes of an element
    half: bool = False                    # it has half levels, one more than other fields have levels


class Param(NamedTuple):
    name: str
    type: str                             # "int", "float" or "double"
    value: Optional[float]                # the default; None: it must be given


def _create(path, text, name, shape, options, flags):
    error = CError()
    source = os.fsencode(path) if text is None else text.encode()
    create = library.stencil_plan_create if text is None else library.stencil_plan_create_text
    plan = create(source, name and name.encode(), shape and byref(shape), options.encode(), flags,
                  byref(error))
    if not plan:
        raise Error(error.text.decode(errors="replace"))
    return plan


def _read_fields(plan, has_shape):
    fields = []
    for number in range(library.stencil_plan_field_count(plan)):
        f = CField()
        library.stencil_plan_field(plan, number, byref(f))
        fields.append(Field(
            f.name.decode(), ROLES[f.role], TYPES[f.type], tuple(f.axes[:f.dimensions]),
            tuple(f.shape[:f.dimensions]) if has_shape else None,
            tuple(f.strides[:f.dimensions]) if has_shape else None, f.alignment,
            LOCATIONS[f.location] if f.location >= 0 else None, f.slots, bool(f.half)))
    return fields


def _read_params(plan):
    params = []
    for number in range(library.stencil_plan_param_count(plan)):
        p = CParam()
        library.stencil_plan_param_at(plan, number, byref(p))
        params.append(Param(p.name.decode(), TYPES[p.type], p.value if p.is_set else None))
    return params


def _read_halo(plan):
    low, high = (ctypes.c_int * 3)(), (ctypes.c_int * 3)()
    library.stencil_plan_halo(plan, low, high)
    return tuple(zip(low[::-1], high[::-1]))


def _describe(self, plan, has_shape):
    """What plans and stencils tell of themselves."""
    self.name = library.stencil_plan_name(plan).decode()
    self.fields = {f.name: f for f in _read_fields(plan, has_shape)}
    self.params = {p.name: p for p in _read_params(plan)}
    self.halo = _read_halo(plan)


@contextlib.contextmanager
def _plan_without_shape(path, text, name, options):
    plan = _create(path, text, name, None, _option_text(options), 0)
    try:
        yield plan
    finally:
        library.stencil_plan_destroy(plan)


@contextlib.contextmanager
def _named_in_errors(name, words="field '{}'"):
    try:
        yield
    except Error as error:
        raise Error("{} {}".format(words.format(name), error)) from None


def _shape_and_strides(array, dimensions):
    """Those of an array, which may lack the first dimensions: then it is one level, or one row of it. A scalar's may have
    one element."""
    if dimensions == 0 and array.shape == (1,):
        return (), ()
    missing = dimensions - len(array.shape)
    if missing > 0 and array.shape:
        return (1,) * missing + array.shape, (0,) * missing + array.strides
    return array.shape, array.strides


def _all_axes(values, one):
    """Values for x, y and z of those in z, y and x, of which the first may be missing."""
    if not 1 <= len(values) <= 3:
        raise Error("size and halo have 1 to 3 dimensions, not {}".format(len(values)))
    return [*values[::-1], *[one] * (3 - len(values))]


def _option_value(value):
    return ",".join("{}={}".format(*item) for item in value.items()) if isinstance(value, dict) else value


def _option_text(options):
    return " ".join("{}={}".format(name.replace("_", "-"), _option_value(value)) for name, value in options.items())


def _options_of_fields(options):
    """Those that change which fields and params a stencil has."""
    return {name: options[name] for name in ("low", "fix") if options.get(name)}


def _rows(what, rows, length):
    """The numbers of rows, each of which has this length; None: that of the first."""
    rows = [[int(number) for number in row] for row in rows]
    length = len(rows[0]) if length is None and rows else length
    for i, row in enumerate(rows):
        if len(row) != length:
            raise Error("table: row {} of {} has {} numbers, expected {}".format(i, what, len(row), length))
    return [number for row in rows for number in row]


def _table(columns, first, end, relations, neighbors, columns_of=None):
    """The table of an unstructured grid of so many columns, and what must live as long as it does."""
    if len(neighbors) != len(relations):
        raise Error("table: there are {} relations, but neighbors has {} rows: it needs one for each".format(
            len(relations), len(neighbors)))
    flat = _rows("relations", relations, 2)
    entries = _rows("neighbors", neighbors, columns)
    pairs, cells = (ctypes.c_int * len(flat))(*flat), (ctypes.c_int * len(entries))(*entries)
    table = CTable(first, end, len(flat) // 2, ctypes.addressof(pairs), ctypes.addressof(cells))
    if columns_of is None:
        return table, (pairs, cells)
    box = _rows("columns_of", columns_of, None)
    places = (ctypes.c_int * len(box))(*box)
    table.height, table.columns_of = len(columns_of), ctypes.addressof(places)
    table.width = len(box) // len(columns_of) if box else 0
    return table, (pairs, cells, places)


def _field_levels(path, text, name, options, levels):
    """The levels of each field, in the order of the stencil; NULL: all have the same."""
    if not levels:
        return None
    with _plan_without_shape(path, text, name, _options_of_fields(options)) as plan:
        names = [field.name for field in _read_fields(plan, False)]
    for field in levels:
        if field not in names:
            raise Error("field_levels: there is no field '{}'".format(field))
    return (ctypes.c_int * len(names))(*[levels.get(n, 0) for n in names])


class Plan:
    """A stencil that was compiled for arrays of one shape.

    size: points in z, y and x with the halo, as NumPy gives the shape of an array; (y, x) is one level and (x,) one
        row.
    halo: ((low, high), ...) in z, y and x; what is not updated at both ends. Default: what the stencil needs.
    strides: elements from one level, and from one row, to the next. Default: no gaps.
    table: of an unstructured grid of your own, (first, end, relations, neighbors) as in stencil.h; neighbors has
        a row for each relation. A fifth member, columns_of, tells the column of each cell (y,x) of a box. size is then (levels, 1, columns).
    levels: of an unstructured grid, "outermost", the default: arrays are (levels, columns), or "innermost":
        (columns, levels).
    pitch: with levels innermost and a table, elements from one column to the next. Default: no gaps.
    dimensions, levels, padded, probes: of a sparse grid, instead of size.
    mesh: a Mesh, of a stencil on one; size is then the number of levels, and field_levels = {"w": levels + 1} those of fields
        that have others. Arrays are (level, element), or with levels="innermost" (element, level).
    options: backend, precision, low, storage, access, block, order, levels_per_thread ... as for stencilrun; padding as in stencil.h.
        fix={"order": 2} makes a param a constant: the plan has no such param. steps_per_launch=3, swap="v:u": as in stencil.h.
    exact: on a GPU too, products and sums are rounded one by one.
    own_workspace: False: a stencil of several kernels gets its workspace by bind_workspace.
    """

    def __init__(self, path=None, size=None, *, text=None, name=None, halo=None, strides=None, table=None,
                 pitch=0, dimensions=0, levels=0, padded=False, probes=0, mesh=None, field_levels=None, exact=False,
                 own_workspace=True, **options):
        if (path is None) == (text is None):
            raise TypeError("a plan is made from a path or from a text")
        if isinstance(levels, str):
            options["levels"], levels = levels, 0
        shape = CShape(pitch=pitch, dimensions=dimensions, levels=levels, padded=padded, probes=probes)
        if mesh is not None:
            shape.mesh, shape.size[2] = mesh._mesh, size or 0
            shape.field_levels = _field_levels(path, text, name, options, field_levels or {})
        elif size is not None:
            shape.size[:] = _all_axes(size, 1)
        if halo is not None:
            shape.low[:] = [low for low, _ in _all_axes(halo, (0, 0))]
            shape.high[:] = [high for _, high in _all_axes(halo, (0, 0))]
        if strides is not None:
            shape.level, shape.row = strides
        if table is not None:
            c_table, keep = _table(shape.size[0], *table)
            shape.table = ctypes.pointer(c_table)
        flags = (EXACT if exact else 0) | (0 if own_workspace else NO_WORKSPACE)
        self._plan = _create(path, text, name, shape, _option_text(options), flags)
        weakref.finalize(self, library.stencil_plan_destroy, self._plan)
        _describe(self, self._plan, True)
        self.kernel = library.stencil_plan_kernel(self._plan).decode()
        self.backend = library.stencil_plan_backend(self._plan).decode()
        self.device = library.stencil_plan_device(self._plan).decode()
        self.workspace_bytes = library.stencil_plan_workspace(self._plan)
        self._workspace = None
        self._size = size
        self.mesh = mesh
        self._lock = threading.Lock()

    @property
    def positions(self):
        """On a grid that the library numbers: where column (y,x) lies in a level. Else None."""
        first = library.stencil_plan_positions(self._plan)
        if not first:
            return None
        rows, columns = self._size[1:]
        cells = (ctypes.c_int * (rows * columns)).from_address(ctypes.addressof(first.contents))
        cells.plan = self
        return memoryview(cells).cast("B").cast("i", (rows, columns))

    def arrange(self, name, values, array):
        """On a mesh: copies values as meshes and files have them, (level, element, slot) without what the field lacks, to an
        array as the plan wants it. Both are on the CPU."""
        if name not in self.fields:
            raise Error("'{}' has no field '{}'; it has {}".format(self.name, name, ", ".join(self.fields)))
        field, error = self.fields[name], CError()
        if self.mesh is None:
            raise Error("the plan is not on a mesh")
        levels = [size for size, axis in zip(field.shape, field.axes) if axis == 2]
        elements = [self.mesh.counts[field.location]] if field.location else []
        expected = (*levels, *elements, *([field.slots] if field.slots else []))
        with _named_in_errors(name):
            source, target = as_array(values, None), as_array(array, None)
            if source.shape != expected or source.strides != compact_strides(expected):
                raise Error("is arranged from {}, expected {} in C order".format(source.shape, expected))
            if source.type != field.type or source.device != "cpu" or target.device != "cpu":
                raise Error("is arranged from {} on the {}, expected {} on the CPU".format(
                    source.type, "GPU" if source.device != "cpu" or target.device != "cpu" else "CPU", field.type))
            self._check(field, target, "cpu")
            if target.is_readonly:
                raise Error("is arranged into a read-only array")
        number = list(self.fields).index(name)
        if library.stencil_plan_arrange(self._plan, number, source.pointer, target.pointer, byref(error)):
            raise Error(error.text.decode())

    def bind_workspace(self, array):
        """Lets what kernels leave to each other lie in an array, of workspace_bytes or more from a multiple of 256 on, where fields
        lie. None: in memory of the plan's own."""
        taken, size, error = None, 0, CError()
        if array is not None:
            with _named_in_errors("workspace", "the {}"):
                taken = as_array(array, None)
                size = self._workspace_size(taken)
        if library.stencil_plan_bind_workspace(self._plan, taken and taken.pointer, size, byref(error)):
            raise Error(error.text.decode())
        self._workspace = taken

    def _workspace_size(self, array):
        self._check_device(array, self.backend if self.backend in GPUS else "cpu")
        if array.is_readonly:
            raise Error("is read-only")
        if array.strides != compact_strides(array.shape):
            raise Error("has gaps")
        if array.type not in SIZES:
            raise Error("is {}, expected {}".format(array.type, ", ".join(SIZES)))
        size = SIZES[array.type]
        for n in array.shape:
            size *= n
        return size

    def __call__(self, *, stream=None, **values):
        """Applies the stencil: fields and params by their names.

        stream: a CUDA stream as a number (torch: stream.cuda_stream, CuPy: stream.ptr). Default: that of the
        arrays if they tell, else CUDA's default stream. On a CPU the work is done on return.
        """
        for name in values:
            if name not in self.fields and name not in self.params:
                raise Error("'{}' has no field or param '{}'; it has {}".format(
                    self.name, name, ", ".join([*self.fields, *self.params])))
        arrays = [self._take(field, values, stream) for field in self.fields.values()]
        if stream is None:
            stream = _common_stream(arrays)
        pointers = (ctypes.c_void_p * len(arrays))(*[a.pointer for a in arrays])
        status = library.stencil_execute_on(self._plan, pointers, self._param_values(values), stream)
        if status:
            raise Error(library.stencil_status_text(self._plan, status).decode())

    def _take(self, field, values, stream):
        if field.name not in values:
            raise Error("field '{}' is missing".format(field.name))
        with _named_in_errors(field.name):
            array = as_array(values[field.name], stream)
            self._check(field, array, self.backend if self.backend in GPUS else "cpu")
        return array

    def _check_device(self, array, device):
        if array.device != device:
            raise Error("is in the memory of the {}, but the plan's backend is {}".format(
                "GPU" if array.device in GPUS else "CPU", self.backend))

    def _check(self, field, array, device):
        shape, strides = _shape_and_strides(array, len(field.shape))
        self._check_device(array, device)
        if array.type != field.type:
            raise Error("is {}, expected {}".format(array.type, field.type))
        if shape != field.shape:
            raise Error("has the shape {}, expected {}".format(array.shape, field.shape))
        if any(s != f and n > 1 for s, f, n in zip(strides, field.strides, shape)):
            raise Error("has the strides {} (in elements), expected {}{}".format(
                array.strides, field.strides,
                "; is it in Fortran order? Its transpose has C order" if len(strides) > 1 and strides[0] == 1 else ""))
        if array.pointer % field.alignment or not array.pointer:
            raise Error("does not begin at a multiple of {} bytes".format(field.alignment))
        if array.is_readonly and field.role != "in":
            raise Error("is written, but the array is read-only")

    def _param_values(self, values):
        if not self.params:
            return None
        error, numbers = CError(), []
        for param in self.params.values():
            value = values.get(param.name, param.value)
            if value is None:
                raise Error("param '{}' is missing".format(param.name))
            numbers.append(float(value))
            if param.name in values:
                with self._lock:
                    wrong = library.stencil_plan_param(self._plan, param.name.encode(), numbers[-1], byref(error))
                if wrong:
                    raise Error(error.text.decode())
        return (ctypes.c_double * len(numbers))(*numbers)

    def __repr__(self):
        return "<stencilgen.Plan {} on {}>".format(self.kernel, self.device)


def _common_stream(arrays):
    streams = {a.stream for a in arrays if a.stream is not None}
    if len(streams) > 1:
        raise Error("the arrays are in use on several streams: name one with stream=")
    return streams.pop() if streams else None


class Stencil:
    """A stencil, to be called with arrays. Plans are made as arrays of new shapes come, and are kept.

        laplap = stencilgen.Stencil("laplap.stencil")
        laplap(src=src, dst=dst)
    """

    def __init__(self, path=None, *, text=None, name=None, **options):
        if (path is None) == (text is None):
            raise TypeError("a stencil is read from a path or from a text")
        self._source = {"path": path, "text": text, "name": name}
        self._options = options
        self._plans = {}
        self._lock = threading.Lock()
        own = _options_of_fields(options)
        with _plan_without_shape(path, text, name, {"precision": "float", **own}) as plan:
            _describe(self, plan, False)
        with _plan_without_shape(path, text, name, {"precision": "double", **own}) as plan:
            self._real = [f.name for f in _read_fields(plan, False) if f.type != self.fields[f.name].type]

    def __call__(self, *, stream=None, **values):
        """Applies the stencil: fields and params by their names. See Plan."""
        self.plan_for(**{n: values[n] for n in self.fields if n in values})(stream=stream, **values)

    def plan(self, size=None, **options):
        """A plan for arrays of a size: see Plan."""
        return Plan(size=size, **self._source, **{**self._options, **options})

    def plan_for(self, **arrays):
        """The plan for these arrays."""
        seen = {}
        for name, value in arrays.items():
            with _named_in_errors(name):
                seen[name] = as_array(value, None)
        size, strides = self._measure(seen)
        options = self._choose(seen)
        key = (size, strides, *options.values())
        with self._lock:
            if key not in self._plans:
                self._plans[key] = self.plan(size, strides=strides, **options)
            return self._plans[key]

    def _measure(self, seen):
        """Sizes in z, y and x, and the strides of levels and rows, that the arrays have in common."""
        size, common = [0, 0, 0], (0, 0)
        if any(f.location for f in self.fields.values()):
            raise Error("'{}' is on a mesh: make a plan, plan(levels, mesh=mesh)".format(self.name))
        if any(-1 in f.axes for f in self.fields.values()):
            raise Error("'{}' is on a sparse grid: make a plan for its dimensions and levels".format(self.name))
        for name, array in sorted(seen.items(), key=lambda item: -len(item[1].shape)):
            axes = self.fields[name].axes
            shape, strides = _shape_and_strides(array, len(axes))
            if len(shape) != len(axes):
                raise Error("field '{}' has the shape {}, expected {} dimensions".format(
                    name, array.shape, len(axes)))
            for axis, points in zip(axes, shape):
                more = int(self.fields[name].half and axis == 2)
                if size[2 - axis] not in (0, points - more):
                    raise Error("field '{}' has {} points in {}, other fields have {}{}".format(
                        name, points, "xyz"[axis], size[2 - axis], ": half levels are one more" if more else ""))
                size[2 - axis] = points - more
            if len(axes) == 3 and common == (0, 0):
                common = strides[:2]
        if 0 in size:
            raise Error("no array has the size in {}: make a plan".format("zyx"[size.index(0)]))
        compact = (size[1] * size[2], size[2])
        return tuple(size), (0, 0) if common in (compact, (0, compact[1])) or min(common) < 0 else common

    def _choose(self, seen):
        """Options that follow from the arrays: precision and backend."""
        options = {}
        types = {seen[n].type for n in self._real if n in seen} & {"float", "double"}
        if len(types) == 1 and "precision" not in self._options:
            options["precision"] = types.pop()
        if "backend" not in self._options:
            options["backend"] = next((a.device for a in seen.values() if a.device in GPUS), "openmp")
        return options

    def __repr__(self):
        return "<stencilgen.Stencil {}({})>".format(self.name, ", ".join([*self.fields, *self.params]))
