"""Meshes of cells, edges and vertices."""

import ctypes
import os
import weakref
from ctypes import byref

from ._arrays import as_array, compact_strides
from ._library import LOCATIONS, CError, CRelation, CTables, Error, library


def _compact(what, value, type):
    """An array as the library reads it, in C order on the CPU."""
    try:
        array = as_array(value, None)
    except Error as error:
        raise Error("{} {}".format(what, error)) from None
    if array.device != "cpu" or array.type != type or array.strides != compact_strides(array.shape):
        raise Error("{} is no {} array in C order on the CPU".format(what, {"int": "int32", "double": "float64"}[type]))
    return array


def _location(name):
    if name not in LOCATIONS:
        raise Error("'{}' is no location of a mesh; there are {}".format(name, ", ".join(LOCATIONS)))
    return LOCATIONS.index(name)


class _Tables:
    """CTables of arrays, which it keeps."""

    def __init__(self, tables, coordinates, rows):
        self.counts, self.kept = {}, []
        self.c = CTables()
        relations = [self._relation(name, value) for name, value in tables.items()]
        self.c.relation_count, self.c.relations = len(relations), (CRelation * len(relations))(*relations)
        for name, value in coordinates.items():
            self._coordinates(_location(name), value)
        for name, value in rows.items():
            array = self._take("rows of " + name, value, "int", 1)
            self._count(_location(name), array.shape[0], "rows of " + name)
            self.c.rows[_location(name)] = array.pointer
        for location, count in self.counts.items():
            self.c.count[location] = count

    def _take(self, what, value, type, dimensions):
        array = _compact(what, value, type)
        if len(array.shape) != dimensions:
            raise Error("{} has the shape {}, expected {} dimensions".format(what, array.shape, dimensions))
        self.kept.append(array)
        return array

    def _count(self, location, count, what):
        if self.counts.setdefault(location, count) != count:
            raise Error("{}: {} of {}, but others have {}".format(what, count, LOCATIONS[location], self.counts[location]))

    def _relation(self, name, value):
        array = self._take(name, value, "int", 2)
        self._count(_location(name.split(".")[0]), array.shape[0], name)
        return CRelation(name.encode(), array.shape[1], array.pointer)

    def _coordinates(self, location, value):
        what = "coordinates of " + LOCATIONS[location]
        array = self._take(what, value, "double", 2)
        self._count(location, array.shape[0], what)
        if self.c.dimensions not in (0, array.shape[1]):
            raise Error("{}: {} dimensions, but others have {}".format(what, array.shape[1], self.c.dimensions))
        self.c.dimensions, self.c.coordinates[location] = array.shape[1], array.pointer


class _View:
    """Memory of a mesh, which lives as long as it; numpy.asarray makes an array of it."""

    def __init__(self, mesh, first, type, shape):
        self._mesh, self.shape = mesh, shape
        self.__array_interface__ = {
            "version": 3, "typestr": type, "shape": shape, "data": (ctypes.addressof(first.contents), True),
        }


class Mesh:
    """A mesh of cells, edges and vertices, checked, for plans of stencils on triangles, hexagons and polygons.

    what: a generator ("icosahedron:R2B4"), a file (NetCDF of ICON, MPAS or UGRID, Gmsh) or a folder, as stencilrun's --mesh
        takes it.
    order: "hilbert", "rcm", ...: renumbers it, as stencilrun's --order does. Default: as it is.
    tables: instead of all that {"cell.vertices": int32 array (element, slot), ...}, from 0 on, -1 for none; what is not given
        follows from cell.vertices; "edge.wings -> cell" is one that stencils declare. Then vertices says how many there are, unless a table or coordinates do.
    coordinates: of tables, {"vertex": float64 array (element, 2 or 3), ...}.
    rows: of tables, {"cell": int32 array (element), ...}: how far from the boundary elements are, as ICON counts.
    """

    def __init__(self, what=None, *, order=None, tables=None, coordinates=None, rows=None, vertices=0):
        if (what is None) == (tables is None):
            raise TypeError("a mesh is made from a name or from tables")
        error = CError()
        if tables is None:
            mesh = library.stencil_mesh_open(os.fsencode(what), order and order.encode(), byref(error))
        else:
            own = _Tables(tables, coordinates or {}, rows or {})
            own.c.count[2] = own.c.count[2] or vertices
            mesh = library.stencil_mesh_create(byref(own.c), byref(error))
        if not mesh:
            raise Error(error.text.decode(errors="replace"))
        self._mesh = mesh
        weakref.finalize(self, library.stencil_mesh_destroy, mesh)
        self.counts = {name: library.stencil_mesh_count(mesh, l) for l, name in enumerate(LOCATIONS)}

    def neighbors(self, relation):
        """A relation, "cell.edges", for numpy.asarray: (element, slot) from 0 on, -1 where there is none. None: it has no such."""
        slots = ctypes.c_int()
        first = library.stencil_mesh_neighbors(self._mesh, relation.encode(), byref(slots))
        return _View(self, first, "<i4", (self.counts[relation.split(".")[0]], slots.value)) if first else None

    def values(self, where, name):
        """What the mesh has of elements ("cell") or slots ("cell.edges"), as area or geofac_div: (element, slot). None: it
        has no such."""
        slots = ctypes.c_int()
        first = library.stencil_mesh_values(self._mesh, where.encode(), name.encode(), byref(slots))
        return _View(self, first, "<f8", (self.counts[where.split(".")[0]], slots.value)) if first else None

    def coordinates(self, location):
        """Where elements are: (element, 2 or 3). None: it does not tell."""
        dimensions = ctypes.c_int()
        first = library.stencil_mesh_coordinates(self._mesh, _location(location), byref(dimensions))
        return _View(self, first, "<f8", (self.counts[location], dimensions.value)) if first else None

    def __repr__(self):
        return "<stencilgen.Mesh of {} cells, {} edges and {} vertices>".format(*self.counts.values())
