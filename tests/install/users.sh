#!/bin/sh
# What is installed serves as its README says: a program by pkg-config, one by CMake, one by make; all give what
# stencilrun gives, bit for bit.
. "$(dirname "$0")/../lib/install.sh"

readme=runtime/packaging/README.md
PATH=$usr/bin:$PATH
export PATH

block() { # LANGUAGE
	awk -v fence="\`\`\`$1" '$0 == fence { inside = 1; next } /^```/ { inside = 0 } inside' $readme
}

# A program that reads an .npy file, applies what it includes as apply(src, dst), and writes another.
program() { # PROLOGUE
	printf '%s\n' '#include <stdio.h>' "$1"
	cat <<-'END'
		int main(int argc, char **argv)
		{
		    static char head[128];
		    static double src[nx*ny*nz], dst[nx*ny*nz];
		    FILE *in = fopen(argv[1], "rb"), *out = fopen(argv[2], "wb");

		    if (argc != 3 || !in || !out || fread(head, sizeof head, 1, in) != 1
		            || fread(src, sizeof src, 1, in) != 1)
		        return 2;
		    if (apply(src, dst))
		        return 3;
		    fwrite(head, sizeof head, 1, out);
		    fwrite(dst, sizeof dst, 1, out);
		    return fclose(out);
		}
	END
}
size='enum { nx = 21, ny = 13, nz = 5 };'
with_kernel="#include \"laplap_openmp.h\"
$size
static int apply(const double *src, double *dst)
{
    const struct stencil_grid grid = laplap_grid(nx, ny, nz);

    return launch_laplap_regular_idxvar_openmp(&grid, src, dst);
}"
with_plan="#include <stencil.h>
$size
static int apply(double *src, double *dst)
{
    const struct stencil_shape shape = { .size = { nx, ny, nz } };
    struct stencil_error error;
    stencil_plan *plan = stencil_plan_create(\"laplap.stencil\", NULL, &shape, \"backend=openmp\", 0, &error);
    const size_t bytes = sizeof (double)*nx*ny*nz;
    int code;

    if (!plan || stencil_plan_bind(plan, \"src\", src, bytes, &error)
            || stencil_plan_bind(plan, \"dst\", dst, bytes, &error)) {
        fprintf(stderr, \"%s\\n\", error.text);
        return 1;
    }
    code = stencil_execute(plan, NULL);
    stencil_plan_destroy(plan);
    return code;
}"

# user NAME PROLOGUE: a folder with a program and a stencil.
user() {
	mkdir -p "$out/$1"
	program "$2" >"$out/$1/model.c"
	cp "$share/stencilgen/stencils/laplap.stencil" "$out/$1"
}
gives_the_same() {
	"$out/$1/model" "$data/src.npy" "$out/$1.npy" && cmp "$out/$1.npy" "$data/dst.npy"
}

good 'an array' stencilrun -q --sample 21x13x5 "$data/src.npy"
good 'what it should become' stencilrun -q stencils/laplap.stencil --in src="$data/src.npy" --out dst="$data/dst.npy" \
	--verify --backend openmp

user make "$with_kernel"
block make >"$out/make/Makefile"
good 'make' make -s -C "$out/make" CC="$cc" model
check 'make: the same bits' gives_the_same make
touch "$out/make/laplap.stencil"
check 'make: a newer stencil is compiled again' sh -c '! make -sq -C "$1" model' - "$out/make"

# A staged tree: pkg-config puts what it is told before its folders.
user pkg-config "$with_plan"
PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_LIBDIR=$usr/lib/pkgconfig
export PKG_CONFIG_SYSROOT_DIR PKG_CONFIG_LIBDIR
check 'pkg-config: version' test "$(pkg-config --modversion stencilgen)" = "$version"
links() { # OPTION...
	(cd "$out/pkg-config" && "$cc" -std=c11 -Wall -Wextra model.c -o model \
		$(sed -n 's/^cc model\.c \$(\(.*\))$/\1/p' "../../../../$readme" | sh) "$@")
}
good 'pkg-config' links
LD_LIBRARY_PATH=$usr/lib
export LD_LIBRARY_PATH
in_folder() {
	(cd "$out/pkg-config" && ./model ../data/src.npy ../pkg-config.npy) && cmp "$out/pkg-config.npy" "$data/dst.npy"
}
check 'pkg-config: the same bits' in_folder
unset LD_LIBRARY_PATH
rm -f "$out/pkg-config.npy"
good 'pkg-config --static' sh -c 'cd "$1" && $2 -std=c11 model.c -o model -I"$3/include" "$3/lib/libstencil.a" \
	$(pkg-config --static --libs-only-other --libs-only-l stencilgen | sed "s/-lstencil//")' - "$out/pkg-config" "$cc" "$usr"
check 'pkg-config --static: the same bits' in_folder

if command -v cmake >/dev/null; then
	user cmake "$with_kernel"
	block cmake >"$out/cmake/CMakeLists.txt"
	build="$out/cmake/build here"
	good 'CMake' cmake -S "$out/cmake" -B "$build" -D CMAKE_PREFIX_PATH="$usr" -D CMAKE_C_COMPILER="$cc"
	good 'CMake: build' cmake --build "$build"
	check 'CMake: the same bits' sh -c '"$1/model" "$2" "$1/dst.npy" && cmp "$1/dst.npy" "$3"' - \
		"$build" "$data/src.npy" "$data/dst.npy"
	good 'CMake: build again' cmake --build "$build"
	check 'CMake: nothing to do' sh -c '! grep -e Configuring -e Building "$1"' - "$out/stdout"
	sed 's/4\*lap /5*lap /' "$share/stencilgen/stencils/laplap.stencil" >"$out/cmake/laplap.stencil"
	good 'CMake: another stencil' cmake --build "$build"
	check 'CMake: another result' sh -c '"$1/model" "$2" "$1/other.npy" && ! cmp -s "$1/other.npy" "$3"' - \
		"$build" "$data/src.npy" "$data/dst.npy"
	if command -v gfortran >/dev/null; then
		mkdir "$out/fortran"
		block cmake | sed 's/(model C)/(model C Fortran)/; s/ EXACT/& FORTRAN/; s/model\.c)/model.f90)/' \
			>"$out/fortran/CMakeLists.txt"
		cp tests/examples/model.f90 "$share/stencilgen/stencils/laplap.stencil" "$out/fortran"
		good 'CMake and Fortran' cmake -S "$out/fortran" -B "$out/fortran" -D CMAKE_PREFIX_PATH="$usr" \
			-D CMAKE_Fortran_COMPILER=gfortran
		good 'CMake and Fortran: build' cmake --build "$out/fortran"
		check 'CMake and Fortran: the same bits' gives_the_same fortran
	else
		echo 'no gfortran: modules are not built'
	fi
	# says STATUS MESSAGE ARGUMENT...: CMake, of such a stencilgen_add_library
	says() {
		expected=$1 message=$2
		shift 2
		mkdir -p "$out/other"
		{
			block cmake | sed '/^stencilgen_add/,$d'
			echo "stencilgen_add_library(other $*)"
		} >"$out/other/CMakeLists.txt"
		run cmake -S "$out/other" -B "$out/other" -D CMAKE_PREFIX_PATH="$usr"
		check "CMake: $message" fails "$expected" "$message"
	}
	printf 'stencil s { in u, v; out d; d = u; }\n' >"$out/unused.stencil"
	echo 'stencil' >"$out/wrong.stencil"
	says 1 'STENCIL file.stencil is missing' TARGET openmp
	says 1 'enable_language(CUDA)' STENCIL ../unused.stencil
	says 1 'enable_language(Fortran)' STENCIL ../unused.stencil TARGET openmp FORTRAN
	says 1 "unknown target 'gpu'" STENCIL ../unused.stencil TARGET gpu
	says 1 'what is ACESS' STENCIL ../unused.stencil TARGET openmp ACESS idxvar
	says 1 'wrong.stencil:2:1: error' STENCIL ../wrong.stencil TARGET openmp
	says 0 'unused.stencil:1:19: warning' STENCIL ../unused.stencil TARGET openmp
else
	echo 'no cmake: its package is not tried'
fi
finish
