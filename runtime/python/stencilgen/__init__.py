"""Stencils on arrays of NumPy, CuPy, PyTorch, JAX and others, on CPUs and GPUs.

    import numpy, stencilgen

    laplap = stencilgen.Stencil("laplap.stencil")
    src = numpy.random.rand(64, 512, 512)       # z, y, x
    dst = numpy.zeros_like(src)
    laplap(src=src, dst=dst)
"""

from ._library import Error, library
from ._mesh import Mesh
from ._plan import Field, Param, Plan, Stencil

__all__ = ["Error", "Field", "Mesh", "Param", "Plan", "Stencil", "__version__"]
__version__ = library.stencil_version().decode()
