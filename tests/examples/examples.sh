#!/bin/sh
# examples.sh : models in C++ and Fortran call an emitted kernel by its header and module, and get the
# bits of the interpreter.
set -u
cd "$(dirname "$0")/../.." || exit 1
out=build/tests/examples
rm -rf "$out" && mkdir -p "$out"
. tests/lib/check.sh

kernels() {
	for target in openmp cuda; do
		build/stencilgen -q -o "$out" --fortran --target $target --storage regular --access idxvar \
			stencils/laplap.stencil || return 1
	done
	build/stencilgen -q -o "$out" --fortran --target openmp --levels innermost --storage chasing stencils/laplap.stencil ||
		return 1
	build/stencilrun -q --sample 21x13x5 "$out/src.npy" &&
		build/stencilrun -q stencils/laplap.stencil --in src="$out/src.npy" --out dst="$out/expected.npy" \
			--backend openmp --verify &&
		${CC:-cc} -std=c11 -O1 -ffp-contract=off -fopenmp -c "$out/laplap/regular_idxvar.c" -o "$out/kernel.o"
}

runs() { # PROGRAM
	rm -f "$out/dst.npy"
	"$1" "$out/src.npy" "$out/dst.npy" && cmp "$out/dst.npy" "$out/expected.npy"
}

cplusplus() { # STANDARD
	${CXX:-c++} -std="$1" -Wall -Wextra -Wpedantic -Wshadow -Werror -fopenmp -I"$out" -o "$out/model" \
		tests/examples/model.cpp "$out/kernel.o" && runs "$out/model"
}

# fortran FILES: compiles them in their order, where modules are kept.
fortran() {
	(cd "$out" && gfortran -std=f2018 -Wall -Wextra -pedantic -Werror $flags -c "$@")
}

model() { # NAME
	fortran stencil.F90 laplap/laplap_openmp.F90 laplap/laplap.F90 &&
		fortran ../../../tests/examples/"$1".f90 &&
		${CC:-cc} -std=c11 -Wall -Werror -I"$out" -c tests/examples/stand_in.c -o "$out/stand_in.o" &&
		gfortran $flags -fopenmp -o "$out/$1" "$out/$1.o" "$out/laplap_openmp.o" "$out/laplap.o" \
			"$out/stencil.o" "$out/stand_in.o" "$out/kernel.o" && runs "$out/$1"
}

# columns FLAGS: levels innermost, columns in an order of the model's own.
columns() {
	flags=$1
	${CC:-cc} -std=c11 -O1 $flags -ffp-contract=off -fopenmp -c "$out/laplap/chasing_idxvar_innermost.c" \
		-o "$out/columns_kernel.o" && fortran stencil.F90 laplap/laplap_innermost_openmp.F90 &&
		fortran ../../../tests/examples/model_columns.f90 &&
		gfortran $flags -fopenmp -o "$out/model_columns" "$out/model_columns.o" \
			"$out/laplap_innermost_openmp.o" "$out/stencil.o" "$out/columns_kernel.o" &&
		(ASAN_OPTIONS=detect_leaks=0 && export ASAN_OPTIONS && runs "$out/model_columns")
}

# program FLAGS: several kernels and their workspace.
program() {
	flags=$1
	build/stencilgen -q -o "$out" --fortran --target openmp --storage regular --access idxvar \
		stencils/programs/wave.stencil && build/stencilrun -q --sample 12x9x7 "$out/u.npy" &&
		build/stencilrun -q stencils/programs/wave.stencil --in u="$out/u.npy" --in old="$out/u.npy" \
			--out u="$out/u_expected.npy" --steps 3 --backend openmp --verify &&
		${CC:-cc} -std=c11 -O1 $flags -ffp-contract=off -fopenmp -c "$out/wave/regular_idxvar.c" -o "$out/wave.o" &&
		fortran stencil.F90 wave/wave_openmp.F90 ../../../tests/examples/model_program.f90 &&
		gfortran $flags -fopenmp -o "$out/model_program" "$out/model_program.o" "$out/wave_openmp.o" \
			"$out/stencil.o" "$out/wave.o" &&
		(ASAN_OPTIONS=detect_leaks=0 && export ASAN_OPTIONS && "$out/model_program" "$out/u.npy" "$out/new.npy") &&
		cmp "$out/new.npy" "$out/u_expected.npy"
}

# Sweeps and evaluations; modules for GPUs are compiled only.
sparse() {
	for target in openmp cuda; do
		build/stencilgen -q -o "$out/sparse" --fortran --target $target --dim 3 --level 4 --access basic,inv4 \
			stencils/sparse/*hierarchize.stencil || return 1
		build/stencilgen -q -o "$out/sparse" --fortran --target $target --dim 3 --level 4 --access basic \
			stencils/sparse/evaluate.stencil || return 1
	done
	fortran sparse/stencil.F90 || return 1
	for stencil in hierarchize dehierarchize evaluate; do
		fortran sparse/$stencil/${stencil}_d3_l4.F90 && fortran sparse/$stencil/${stencil}_d3_l4_openmp.F90 &&
			(cd "$out/sparse/$stencil" && ${CC:-cc} -std=c11 -O1 -fopenmp -c ./*.c) || return 1
	done
	fortran ../../../tests/examples/sparse.f90 &&
		gfortran -fopenmp -o "$out/sparse/run" "$out"/sparse.o "$out"/*_d3_l4_openmp.o "$out/stencil.o" \
			"$out"/sparse/*/*.o -lm && "$out/sparse/run"
}

same_refusals() {
	flags=
	fortran stencil.F90 && fortran ../../../tests/examples/refusals.f90 &&
		gfortran -o "$out/refusals" "$out/refusals.o" "$out/stencil.o" && "$out/refusals" >"$out/in_fortran" &&
		${CC:-cc} -std=c11 -I"$out" -o "$out/refusals" tests/examples/refusals.c &&
		"$out/refusals" >"$out/in_c" && diff "$out/in_fortran" "$out/in_c"
}

# A model on a mesh, and modules of operators on meshes: relations of any degree, profiles, levels above.
mesh() {
	flags=
	cat >"$out/mean.stencil" <<-END
		stencil mean on triangles {
		    in vertex p; in edge column weight; out edge q;
		    q = weight*0.5*(p[vertices[0]] + p[vertices[1]]);
		}
	END
	build/stencilgen -q -o "$out/mesh" --fortran --target openmp --levels outermost --access idxvar "$out/mean.stencil" &&
		fortran mesh/stencil.F90 mesh/mean/mean_openmp.F90 ../../../tests/examples/mesh.f90 &&
		${CC:-cc} -std=c11 -O1 -fopenmp -c "$out/mesh/mean/chasing_idxvar.c" -o "$out/mean.o" &&
		gfortran -fopenmp -o "$out/mesh/run" "$out/mesh.o" "$out/mean_openmp.o" "$out/stencil.o" "$out/mean.o" &&
		"$out/mesh/run" || return 1
	for operator in coriolis smagorinsky diffuse_theta; do
		for target in openmp cuda; do
			build/stencilgen -q -o "$out/mesh" --fortran --target $target --levels innermost stencils/mesh/$operator.stencil ||
				return 1
		done
		for flags in '' -fopenmp -fopenacc; do
			fortran mesh/$operator/${operator}_innermost.F90 mesh/$operator/${operator}_innermost_openmp.F90 || return 1
		done
	done
	build/stencilgen -q -o "$out/mesh" --fortran --levels outermost --storage direct --access idxvar stencils/mesh/diffuse_theta.stencil &&
		fortran mesh/diffuse_theta/diffuse_theta_direct.F90
}

# half_levels FLAGS: fields on half levels, of a program on a structured grid, of a kernel on a mesh and of a program there.
half_levels() {
	flags=$1 half=$out/half
	mkdir -p "$half"
	cat >"$half/thickness.stencil" <<-END
		stencil thickness on triangles {
		    in cell half w; in cell rho; out cell q;
		    q = rho*(w[above] - w);
		}
	END
	cat >"$half/interfaces.stencil" <<-END
		stencil interfaces on triangles {
		    in cell u; inout edge f; inout cell half w; out scalar most;
		    w = below > 0 && above > 0 ? 0.5*(u + u[below]) : 1;
		    most = max(abs(w));
		    f = f/most + sum(c in cells: w[c.above] - w[c]);
		}
	END
	build/stencilgen -q -o "$half" --fortran --target openmp --storage regular --access idxvar \
		tests/data/evaluated/half_levels.stencil &&
		build/stencilgen -q -o "$half" --fortran --target openmp --levels outermost --access idxvar "$half/thickness.stencil" \
			"$half/interfaces.stencil" &&
		build/stencilrun -q "$half/interfaces.stencil" --mesh torus:4x3 --size-levels 5 --formula 'u=0.25*element+k*k' \
			--formula 'f=1+0.5*element-k' --in w=0 --out w="$half/interfaces_w.npy" --out f="$half/interfaces_f.npy" \
			--out most="$half/interfaces_most.npy" --backend openmp --verify &&
		build/stencilrun -q --mesh torus:4x3 --save-mesh "$half/torus" &&
		build/stencilrun -q tests/data/evaluated/half_levels.stencil --size 7x4x5 --formula 'rho=2+0.25*i+k' \
			--formula 'a=1+0.125*i' --formula 'b=8+0.5*j' --formula 'c=0.5+0.25*k' --formula 'w=1+0.25*(i+k)' \
			--out w="$half/w.npy" --out q="$half/q.npy" --out pressure="$half/pressure.npy" --out most="$half/most.npy" \
			--backend openmp --verify &&
		build/stencilrun -q "$half/thickness.stencil" --mesh torus:4x3 --size-levels 5 --formula 'w=0.25*element+k*k' \
			--formula 'rho=2+0.5*element' --out q="$half/thickness.npy" --backend openmp --verify &&
		fortran half/stencil.F90 half/half_levels/half_levels_openmp.F90 half/thickness/thickness_openmp.F90 \
			half/interfaces/interfaces_openmp.F90 ../../../tests/examples/half_levels.f90 || return 1
	for kernel in half_levels/regular thickness/chasing interfaces/chasing; do
		${CC:-cc} -std=c11 -O1 $flags -ffp-contract=off -fopenmp -c "$half/${kernel}_idxvar.c" -o "$half/${kernel%/*}.o" || return 1
	done
	gfortran $flags -fopenmp -o "$half/run" "$out/half_levels.o" "$out/half_levels_openmp.o" "$out/thickness_openmp.o" \
		"$out/interfaces_openmp.o" "$out/stencil.o" "$half/half_levels.o" "$half/thickness.o" "$half/interfaces.o" -lm &&
		(ASAN_OPTIONS=detect_leaks=0 && export ASAN_OPTIONS && "$half/run" "$half")
}

# With ASan: what is not refused is seen.
misuse() {
	flags='-g -fsanitize=address'
	build/stencilgen -q -o "$out/misuse" --fortran --target openmp --storage regular --access idxvar \
		tests/data/refusals/reach.stencil &&
		${CC:-cc} -std=c11 -g -fsanitize=address -fopenmp -c "$out/misuse/reach/regular_idxvar.c" -o "$out/reach.o" &&
		fortran misuse/stencil.F90 misuse/reach/reach_openmp.F90 ../../../tests/examples/misuse.f90 &&
		gfortran $flags -fopenmp -o "$out/misuse/run" "$out/misuse.o" "$out/reach_openmp.o" "$out/stencil.o" \
			"$out/reach.o" && "$out/misuse/run"
}

# Names that Fortran has other rules for: words of the language, names of the module's own, ones that
# differ only in case, that are too long or begin with an underscore.
names() {
	long=a_name_that_is_as_long_as_any_name_may_be_in_a_stencil_file_is_it
	long=$(printf %.63s "$long")
	{
		echo "stencil $long {"
		echo '    in use, end, pure, Function, result, q, Q, grid, status, launch, c_double, stencil_points;'
		echo "    in ${long%?}1, _x, integer, type, present, Call, intent, size, block, stream, queue, names_call;"
		echo '    in column import;'
		echo '    in profile procedure;'
		echo '    out value;'
		echo '    param do = 1;'
		echo '    param int then = 2;'
		echo
		printf '    value = use + end + pure + Function + result + q + Q + grid + status + launch + c_double'
		printf " + stencil_points + ${long%?}1 + _x + integer + type + present + Call + intent + size"
		echo ' + block + stream + queue + names_call + import*procedure + do*then;'
		echo '}'
	} >"$out/names.stencil"
	for target in openmp cuda; do
		build/stencilgen -q -o "$out/names" --fortran --target $target "$out/names.stencil" \
			tests/golden/fortran-program.stencil || return 1
	done
	for flags in '' -fopenmp -fopenacc; do
		fortran names/stencil.F90 && fortran "names/$long/$long.F90" "names/$long/${long}_openmp.F90" \
			names/relax/relax.F90 names/relax/relax_openmp.F90 || return 1
	done
}

check 'kernels' kernels
for standard in c++11 c++17; do
	check "a model in $standard" cplusplus $standard
done
if command -v gfortran >/dev/null; then
	for flags in '' -fopenmp -fopenacc; do
		check "a model in Fortran $flags" model model
		check "a model in Fortran with a GPU $flags" model model_gpu
		check "sparse grids in Fortran $flags" sparse
	done
	check 'levels innermost in Fortran' columns ''
	check 'levels innermost in Fortran, ASan' columns '-g -fsanitize=address'
	check 'meshes in Fortran' mesh
	check 'a program of kernels in Fortran' program ''
	check 'a program of kernels in Fortran, ASan' program '-g -fsanitize=address'
	check 'half levels in Fortran' half_levels ''
	check 'half levels in Fortran, ASan' half_levels '-g -fsanitize=address'
	check 'refusals in Fortran' same_refusals
	check 'names in Fortran' names
	check 'wrong calls in Fortran' misuse
else
	echo 'skipped: Fortran, there is no gfortran'
fi
finish
