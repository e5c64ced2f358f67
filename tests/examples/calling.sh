#!/bin/sh
# calling.sh : the code in templates/calling.md compiles; what calls kernels for CPUs runs and gives what stencilrun gives.
# tests/readme.sh has the rest of the page.
set -u
cd "$(dirname "$0")/../.." || exit 1
out=build/tests/calling
rm -rf "$out" && mkdir -p "$out"
. tests/lib/check.sh
page=templates/calling.md

# The first block of a language below a heading that has another text before it.
block() { # LANGUAGE HEADING [TEXT]
	awk -v fence="\`\`\`$1" -v heading="## $2" -v text="${3-}" '
		$0 == heading { below = 1 }
		below && (text == "" || index($0, text)) { near = 1 }
		near && $0 == fence { inside = 1; next }
		inside && /^```/ { found = 1; exit }
		inside
		END { exit !found }' $page
}

kernels() {
	build/stencilgen -q --fortran stencils/laplap.stencil --storage regular --access idxvar --target openmp -o "$out" &&
		build/stencilgen -q --fortran stencils/laplap.stencil --levels innermost --storage chasing --access idxvar -o "$out" &&
		build/stencilgen -q --fortran stencils/programs/wave.stencil --storage regular --access idxvar -o "$out" &&
		build/stencilrun -q --sample 21x13x5 "$out/src.npy" &&
		build/stencilrun -q stencils/laplap.stencil --in src="$out/src.npy" --out dst="$out/expected.npy" --backend openmp &&
		${CC:-cc} -std=c11 -O1 -ffp-contract=off -fopenmp -c "$out/laplap/regular_idxvar.c" -o "$out/kernel.o"
}

runs() {
	"$out/model" "$out/src.npy" "$out/dst.npy" && cmp "$out/dst.npy" "$out/expected.npy"
}

# A program around the C, for the CPU's launcher; it reads and writes .npy files.
in_c() {
	block c 'Structured grids' >"$out/block.c" || return 1
	{
		cat <<-'END'
			#include <stdio.h>
			#define laplap_call(launch, grid, args, block, stream) \
			    ((void)(block), laplap_openmp_call(launch##_openmp, grid, args))
		END
		grep '^#include' "$out/block.c" | sed 's/laplap/laplap_openmp/'
		cat <<-'END'
			enum { nx = 21, ny = 13, nz = 5, header = 128 };
			static double src[nx*ny*nz], dst[nx*ny*nz];
			int main(int argc, char **argv)
			{
			    char head[header];
			    FILE *in = fopen(argv[1], "rb"), *out = fopen(argv[2], "wb");
			    if (argc != 3 || !in || !out || fread(head, 1, header, in) != header
			            || fread(src, sizeof src, 1, in) != 1)
			        return 2;
		END
		grep -v '^#include' "$out/block.c"
		cat <<-'END'
			    fwrite(head, 1, header, out);
			    fwrite(dst, sizeof dst, 1, out);
			    return status || fclose(out);
			}
		END
	} >"$out/model.c"
	${CC:-cc} -std=c11 -O1 -Wall -Wextra -fopenmp -I"$out/laplap" -o "$out/model" "$out/model.c" "$out/kernel.o" -lm && runs
}

in_cplusplus() {
	{
		printf '#include <cstdio>\n#include <fstream>\n#include <vector>\n'
		block cpp 'Structured grids' || return 1
		cat <<-'END'
			int main(int argc, char **argv)
			{
			    std::vector<double> src(21*13*5), dst(src.size());
			    char head[128];
			    if (argc != 3) return 2;
			    std::ifstream in(argv[1], std::ios::binary);
			    in.read(head, sizeof head).read(reinterpret_cast<char *>(src.data()), std::streamsize(src.size()*8));
			    const int status = smooth(src, dst, 21, 13, 5);
			    std::ofstream out(argv[2], std::ios::binary);
			    out.write(head, sizeof head).write(reinterpret_cast<const char *>(dst.data()), std::streamsize(dst.size()*8));
			    return status || !in || !out;
			}
		END
	} >"$out/model.cpp"
	${CXX:-c++} -std=c++17 -Wall -Wextra -Werror -fopenmp -I"$out/laplap" -o "$out/model" "$out/model.cpp" "$out/kernel.o" && runs
}

# compiles FOLDER FILE
compiles() {
	${CC:-cc} -std=c11 -Wall -Wextra -Werror -fsyntax-only -I"$out/$1" "$out/$2"
}

places() {
	{
		printf '#include "laplap_innermost.h"\nint example(struct stencil_grid grid, int width, int height, int nx, const int *columns_of);\n'
		printf 'int example(struct stencil_grid grid, int width, int height, int nx, const int *columns_of)\n{\n'
		block c 'Indirect grids' 'need `grid.place`' || return 1
		printf 'return grid.place[0];\n}\n'
	} >"$out/places.c"
	grep -q 'grid.across' "$out/places.c" && compiles laplap places.c
}

programs() {
	block c 'Programs of several kernels' >"$out/block.c" || return 1
	{
		grep '^#include' "$out/block.c"
		for end in ';' ''; do
			printf 'int example(int nx, int ny, int nz, double *u, double *old, void *workspace, size_t *need, void *stream)%s\n' "$end"
		done
		printf '{\n'
		grep -v '^#include' "$out/block.c"
		printf '*need = bytes;\nreturn status;\n}\n'
	} >"$out/programs.c"
	compiles wave programs.c
}

# fortran NAME HEADING TEXT DECLARATION... : the block compiles in a program with these declarations.
fortran() {
	name=$1
	block fortran "$2" "$3" >"$out/block.f90" || return 1
	shift 3
	{
		echo "program example"
		grep '^use' "$out/block.f90"
		echo "implicit none"
		printf '%s\n' "$@"
		grep '::' "$out/block.f90"
		grep -v '^use\|::' "$out/block.f90"
		echo "end program"
	} >"$out/$name.f90"
	(cd "$out" && gfortran -Wall -Werror -fsyntax-only "$name.f90")
}

modules() {
	(cd "$out" && gfortran -fsyntax-only stencil.F90 laplap/laplap_innermost.F90 wave/wave.F90)
}

check 'kernels' kernels
check 'C' in_c
check 'C++' in_cplusplus
check 'places of columns' places
check 'several kernels' programs
if command -v gfortran >/dev/null; then
	check 'modules' modules
	check 'columns in Fortran' fortran columns Fortran 'varies' 'integer(c_int) :: columns = 8, first = 4, end = 8, levels = 8, status' \
		'type(stencil_grid) :: grid' 'real(c_double) :: src(8, 8), dst(8, 8)' 'integer(c_int), target :: table(laplap_chasing_slots, 8)'
	check 'several kernels in Fortran' fortran several Fortran 'need a workspace' 'type(stencil_grid) :: grid' 'integer(c_int) :: status' \
		'real(c_double) :: u(8, 8, 8), old(8, 8, 8)'
else
	echo 'skipped: Fortran, there is no gfortran'
fi
finish
