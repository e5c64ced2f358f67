"""The Python package on a GPU: arrays of CuPy, PyTorch and JAX, against the same plans on the CPU.

    STENCILGEN_LIBRARY=build/libstencil.so.1 PYTHONPATH=runtime/python python3 tests/gpu/python.py

Counts what was compared; a package that is not there is said to be left out.
"""

import sys
import time

import numpy as np

import stencilgen

passed = failed = 0
random = np.random.default_rng(5)


def check(what, good):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    print("{} {}".format("ok     " if good else "FAILED ", what))


def expected(path, fields, outputs):
    """On this CPU, which the other tests compare with the interpreter."""
    stencilgen.Stencil(path, backend="openmp")(**fields)
    return {name: fields[name] for name in outputs}


def compare(package, to_gpu, to_cpu, stream=lambda: None):
    for path, shape, type in (("stencils/laplap.stencil", (5, 30, 70), "f8"), ("stencils/hdiff.stencil", (3, 21, 45), "f8"),
                              ("stencils/laplap.stencil", (1, 33, 129), "f4")):
        stencil = stencilgen.Stencil(path, exact=True)
        outputs = [n for n, f in stencil.fields.items() if f.role != "in"]
        host = {n: random.random(shape).astype(type) for n in stencil.fields}
        device = {n: to_gpu(a) for n, a in host.items()}
        stencil(**device, stream=stream())
        for name, array in expected(path, host, outputs).items():
            check("{}: {} of {}, {}".format(package, name, path, type), (to_cpu(device[name]) == array).all())
    wrong = {"src": to_gpu(np.zeros((2, 9, 9))), "dst": np.zeros((2, 9, 9))}
    try:
        stencilgen.Stencil("stencils/laplap.stencil")(**wrong)
        check(package + ": arrays on two devices are refused", False)
    except stencilgen.Error as error:
        check("{}: {}".format(package, error), "in the memory of the CPU" in str(error))


def cupy_arrays():
    import cupy
    compare("CuPy", cupy.asarray, cupy.asnumpy)
    with cupy.cuda.Stream(non_blocking=True):
        compare("CuPy, stream of its own", cupy.asarray, cupy.asnumpy)
    src = cupy.asarray(random.random((64, 512, 512)))
    dst = cupy.zeros_like(src)
    laplap = stencilgen.Stencil("stencils/laplap.stencil")
    laplap(src=src, dst=dst)
    plan = laplap.plan_for(src=src, dst=dst)
    cupy.cuda.Device().synchronize()
    best = min(timed(lambda: plan(src=src, dst=dst)) for _ in range(200))
    cupy.cuda.Device().synchronize()
    print("a call of a plan from Python returns after {:.1f} us at best ({})".format(1e6 * best, plan.device))


def timed(call):
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin


def torch_arrays():
    import torch
    compare("PyTorch", lambda a: torch.from_numpy(a.copy()).cuda(), lambda t: t.cpu().numpy())
    with torch.cuda.stream(torch.cuda.Stream()):
        compare("PyTorch, stream of its own", lambda a: torch.from_numpy(a.copy()).cuda(),
                lambda t: t.cpu().numpy(), lambda: torch.cuda.current_stream().cuda_stream)


for arrays in cupy_arrays, torch_arrays:
    try:
        arrays()
    except ImportError as absent:
        print("left out: {}".format(absent))
print("{} passed, {} failed".format(passed, failed))
sys.exit(failed != 0)
