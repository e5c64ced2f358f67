"""draw.py STENCILRUN STENCILS FOLDER: applies each stencil to data made by formulas and draws a level of the result, one
picture a stencil. The same bytes each time: only sums, products and quotients make the data, and PNG's data are stored
uncompressed."""

import array
import ast
import os
import struct
import subprocess
import sys
import tempfile
import zlib

SIZE, LEVELS, RIM = 104, 9, 4  # columns in x and in y; the widest halo is not drawn
MIDDLE = (SIZE - 1)/2


def disc(x, y, z):
    return 1.0 if (x - MIDDLE)**2 + (y - MIDDLE)**2 < 600 else 0.0


def bump(x, y, z, x0=MIDDLE, y0=MIDDLE, width=16):
    return 1/(1 + ((x - x0)**2 + (y - y0)**2 + (z - LEVELS//2)**2)/width**2)**2


def rings(x, y, z):
    return ((x - MIDDLE)**2 + (y - MIDDLE)**2)//1000 % 2


def hill(x, y, z):
    return 100*z + 80*bump(x, y, LEVELS//2, 30, 60)*(1 - z/LEVELS)


def constant(value):
    return lambda x, y, z: value


# Fields by their names, the result that is drawn, its level, and further options.
PICTURES = {
    "copy": ({"src": bump}, "dst", 4, ""),
    "laplacian": ({"u": bump}, "f", 4, ""),
    "laplap": ({"src": bump}, "dst", 4, ""),
    "hdiff": ({"src": rings, "coeff": constant(0.05)}, "dst", 4, "--steps 40 --swap dst:src"),
    "fastwaves": ({
        "u": constant(0.0), "v": constant(0.0), "utens": constant(0.0), "vtens": constant(0.0), "rho": constant(1.0),
        "ppuv": bump, "fx": constant(0.1), "wgtfac": constant(0.5), "hhl": hill,
    }, "uout", 4, ""),
    "star13": ({"u": disc}, "f", 4, ""),
    "star25": ({"u": disc}, "f", 4, ""),
    "upwind": ({
        "tracer": disc, "u": lambda x, y, z: (MIDDLE - y)/100, "v": lambda x, y, z: (x - 20)/200,
    }, "moved", 4, "--steps 40 --swap moved:tracer"),
    "sponge": ({
        "u": constant(10.0), "v": bump, "rate": constant(0.01),
        "roughness": lambda x, y, z: 2*bump(x, y, LEVELS//2, 30, 60) + rings(x, y, z)/20,
    }, "u", 0, "--param depth=2"),
}
SHAPES = {"rate": (LEVELS,), "roughness": (SIZE, SIZE)}
FLOATS = {"tracer"}


def write_npy(path, numbers, shape, code="d"):
    head = repr({"descr": {"d": "<f8", "f": "<f4"}[code], "fortran_order": False, "shape": shape})
    head += " "*(-(len(head) + 11) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode())
        file.write(array.array(code, numbers).tobytes())


def read_npy(path):
    with open(path, "rb") as file:
        data = file.read()
    end = 10 + struct.unpack("<H", data[8:10])[0]
    code = {"<f8": "d", "<f4": "f"}[ast.literal_eval(data[10:end].decode())["descr"]]
    return array.array(code, data[end:])


def write_field(path, name, value):
    shape = SHAPES.get(name, (LEVELS, SIZE, SIZE))
    planes = range(LEVELS) if len(shape) != 2 else [0]
    side = range(SIZE) if len(shape) != 1 else [0]
    write_npy(path, [value(x, y, z) for z in planes for y in side for x in side], shape,
              "f" if name in FLOATS else "d")


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def write_png(path, rows):
    """Blue is the least value, red the greatest, in 15 colours."""
    least, most = min(map(min, rows)), max(map(max, rows))
    scale = 14.999/(most - least) if most > least else 0
    levels = [[int((value - least)*scale) for value in row] for row in rows]
    lines = b"".join(b"\0" + bytes(16*a + b for a, b in zip(row[::2], row[1::2])) for row in levels)
    colours = b""
    for i in range(15):
        part = i/14
        ends = ((40, 70, 150), (245, 245, 240)) if part < 0.5 else ((245, 245, 240), (170, 40, 40))
        way = 2*part if part < 0.5 else 2*part - 1
        colours += bytes(round(a + way*(b - a)) for a, b in zip(*ends))
    stored = b"\x78\x01\x01" + struct.pack("<HH", len(lines), len(lines) ^ 0xffff) + lines
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", len(rows[0]), len(rows), 4, 3, 0, 0, 0)))
        file.write(chunk(b"PLTE", colours))
        file.write(chunk(b"IDAT", stored + struct.pack(">I", zlib.adler32(lines))) + chunk(b"IEND", b""))


def run(stencilrun, stencil, *options):
    subprocess.check_call([stencilrun, "-q", stencil, "--backend", "openmp", *options])


def draw_plane(stencilrun, stencils, name, scratch):
    fields, result, level, options = PICTURES[name]
    given = []
    for field, value in fields.items():
        path = os.path.join(scratch, field + ".npy")
        write_field(path, field, value)
        given += ["--in", f"{field}={path}"]
    path = os.path.join(scratch, "result.npy")
    run(stencilrun, f"{stencils}/{name}.stencil", *given, "--out", f"{result}={path}", *options.split())
    numbers = read_npy(path)
    inner = range(RIM, SIZE - RIM)
    return [[numbers[(level*SIZE + y)*SIZE + x] for x in inner] for y in inner]


def draw_sparse(stencilrun, stencils, scratch):
    """The interpolant of a function on the sparse grid, at probes in rows."""
    count = SIZE - 2*RIM
    u, x, v = (os.path.join(scratch, name) for name in ("u.npy", "x.npy", "v.npy"))
    grid = ["--dim", "2", "--level", "4"]
    run(stencilrun, f"{stencils}/sparse/hierarchize.stencil", *grid,
        "--formula", "u=16*x1*(1 - x1)*x2*(1 - x2)/(1 + 40*(x1 - x2)*(x1 - x2))", "--out", "u=" + u)
    places = [((i + 0.5)/count, (j + 0.5)/count) for j in range(count) for i in range(count)]
    write_npy(x, [place[axis] for place in places for axis in (0, 1)], (len(places), 2))
    run(stencilrun, f"{stencils}/sparse/evaluate.stencil", *grid, "--in", "u=" + u, "--in", "x=" + x, "--out", "v=" + v)
    numbers = read_npy(v)
    return [numbers[j*count:(j + 1)*count] for j in range(count)]


def main(stencilrun, stencils, folder):
    with tempfile.TemporaryDirectory() as scratch:
        for name in PICTURES:
            write_png(os.path.join(folder, name + ".png"), draw_plane(stencilrun, stencils, name, scratch))
        write_png(os.path.join(folder, "evaluate.png"), draw_sparse(stencilrun, stencils, scratch))


main(*sys.argv[1:])
