#!/bin/sh
# readme.sh : what README.md shows is true: the kernel is the one that the compiler writes, and the C of
# "Using a kernel in your model" compiles, runs and gives what stencilrun gives. So does the Fortran of
# templates/README.md.
set -u
out=build/tests/readme
rm -rf "$out" && mkdir -p "$out"
. tests/lib/check.sh

# The text of the first block of a language.
block() { # LANGUAGE PAGE
	awk -v fence="\`\`\`$1" '$0 == fence { inside = 1; next } inside && /^```/ { exit } inside' "$2"
}

kernel_as_written() {
	block cuda README.md >"$out/kernel" && [ -s "$out/kernel" ] &&
		awk 'NR == FNR { want[n++] = $0; next }
			{ at = $0 == want[at] ? at + 1 : $0 == want[0]; if (at == n) { found = 1; exit } }
			END { exit !found }' "$out/kernel" generated/laplap/direct_idxvar.cu
}

# A program around the C of the README, for the CPU's launcher; it reads and writes .npy files.
model() {
	cat <<-'END'
		#include <stdio.h>
		#define laplap_call(launch, grid, args, block, stream) \
		    ((void)(block), laplap_openmp_call(launch##_openmp, grid, args))
	END
	block c README.md | grep '^#include' | sed 's/laplap/laplap_openmp/'
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
	block c README.md | grep -v '^#include'
	cat <<-'END'
		    fwrite(head, 1, header, out);
		    fwrite(dst, sizeof dst, 1, out);
		    return status || fclose(out);
		}
	END
}

example() {
	build/stencilgen -q stencils/laplap.stencil --storage regular --access idxvar --target openmp -o "$out" &&
		build/stencilrun -q --sample 21x13x5 "$out/src.npy" &&
		build/stencilrun -q stencils/laplap.stencil --in src="$out/src.npy" --out dst="$out/expected.npy" \
			--backend openmp &&
		model >"$out/model.c" &&
		${CC:-cc} -std=c11 -O1 -ffp-contract=off -Wall -Wextra -fopenmp -I"$out/laplap" \
			-o "$out/model" "$out/model.c" "$out/laplap/regular_idxvar.c" -lm &&
		"$out/model" "$out/src.npy" "$out/dst.npy" && cmp "$out/dst.npy" "$out/expected.npy"
}

# The same in Fortran.
fortran_model() {
	echo 'program model'
	block fortran templates/calling.md | sed -n 's/^use laplap$/&_openmp/p'
	cat <<-'END'
		implicit none
		integer, parameter :: nx = 21, ny = 13, nz = 5
		real(c_double) :: src(nx, ny, nz), dst(nx, ny, nz)
		character(128) :: head
		character(1024) :: path
	END
	block fortran templates/calling.md | grep '::'
	cat <<-'END'
		call get_command_argument(1, path)
		open (10, file=path, access='stream', status='old')
		read (10) head, src
		dst = 0
	END
	block fortran templates/calling.md | grep -v '^use\|::' | sed 's/idxvar/&_openmp/; s/, &$/)/; /block=/d'
	cat <<-'END'
		call get_command_argument(2, path)
		open (11, file=path, access='stream', status='replace')
		write (11) head, dst
		end program
	END
}

fortran_example() {
	build/stencilgen -q --fortran stencils/laplap.stencil --storage regular --access idxvar --target openmp -o "$out" &&
		fortran_model >"$out/model.f90" &&
		gfortran -Wall -J"$out" -fopenmp -o "$out/model" "$out/stencil.F90" "$out/laplap/laplap_openmp.F90" \
			"$out/model.f90" -x c -O1 -ffp-contract=off "$out/laplap/regular_idxvar.c" -lm &&
		"$out/model" "$out/src.npy" "$out/dst.npy" && cmp "$out/dst.npy" "$out/expected.npy"
}

# Grids of columns.
columns_example() {
	{
		printf '#include "laplap_innermost.h"\n'
		printf 'static inline struct stencil_grid\nexample(int columns, int first, int end, int levels, const int *table)\n{\n'
		sed '1,/^## Indirect grids/d' templates/calling.md >"$out/columns.md" && block c "$out/columns.md"
		printf 'return grid;\n}\n'
	} >"$out/columns.c" && grep -q columns_grid "$out/columns.c" &&
		build/stencilgen -q stencils/laplap.stencil --levels innermost -o "$out" &&
		${CC:-cc} -std=c11 -Wall -Wextra -Werror -fsyntax-only -I"$out/laplap" "$out/columns.c"
}

# A mesh.
mesh_example() {
	{
		printf '#include "divergence.h"\n'
		printf 'int example(int cells, int edges, int vertices, int levels, const int *edge_of_cell,\n'
		printf '    const double *vn, const double *geofac_div, double *div, struct stencil_block block, void *stream);\n'
		printf 'int example(int cells, int edges, int vertices, int levels, const int *edge_of_cell,\n'
		printf '    const double *vn, const double *geofac_div, double *div, struct stencil_block block, void *stream)\n{\n'
		sed '1,/^## Meshes/d' templates/calling.md >"$out/meshes.md" && block c "$out/meshes.md"
		printf 'return status;\n}\n'
	} >"$out/mesh.c" && grep -q stencil_relation "$out/mesh.c" &&
		build/stencilgen -q stencils/mesh/divergence.stencil --access idxvar -o "$out" &&
		${CC:-cc} -std=c11 -Wall -Wextra -Werror -fsyntax-only -I"$out/divergence" "$out/mesh.c"
}

# Every file that a document links to exists.
links() {
	status=0
	for page in $(git ls-files '*.md'); do
		for link in $(sed 's/`[^`]*`//g' "$page" | grep -o ']([^)#:]*)' | sed 's/^](//; s/)$//'); do
			[ -e "$(dirname "$page")/$link" ] || { echo "$page: no $link"; status=1; }
		done
	done
	return $status
}

# So does every heading.
anchors() {
	git ls-files '*.md' | LC_ALL=C xargs awk -f tests/lib/anchors.awk >"$out/anchors"
	cat "$out/anchors"
	[ ! -s "$out/anchors" ]
}

check "the kernel" kernel_as_written
check "the model" example
check "columns" columns_example
check "a mesh" mesh_example
if command -v gfortran >/dev/null; then
	check "the model in Fortran" fortran_example
else
	echo 'skipped: the model in Fortran, there is no gfortran'
fi
check "links" links
check "anchors" anchors
finish
