#!/bin/sh
# hip.sh : compiles every kernel of target hip for ARCH, gfx90a or another, with all
# warnings as errors; FULL=1: float and fields in structs too. By hipcc where it knows
# that processor, else by the newest clang that does, with HIP's headers and no code
# for the host. A stencil's kernels are one translation unit. device.cu is compiled, too.
set -u
ARCH=${ARCH:-gfx90a} out=build/hip-${ARCH:-gfx90a}
flags='-std=c++17 -O1 -Wall -Wextra -Werror -Wno-unused-parameter -Wno-tautological-compare'
# Functions whose bodies are not there keep a loop from being unrolled.
alone='-x hip -nogpulib --cuda-device-only -S -Wno-pass-failed'
rm -rf "$out"
mkdir -p "$out"

printf '#include <hip/hip_runtime.h>\n__global__ void f(int *p) { *p = __shfl(*p, 0); }\n' >"$out/probe.hip"
compiler= mode=
for try in "${HIPCC:-hipcc} -c" "clang++ $alone" "clang++-22 $alone" "clang++-21 $alone" \
	"clang++-20 $alone" "clang++-19 $alone" "clang++-18 $alone" "clang++-17 $alone"; do
	command -v "${try%% *}" >/dev/null || continue
	# shellcheck disable=SC2086 # options are words
	if ${try%% *} $flags ${try#* } --offload-arch="$ARCH" -o "$out/probe.o" "$out/probe.hip" >"$out/probe.log" 2>&1; then
		compiler=${try%% *} mode=${try#* }
		break
	fi
done
[ "$compiler" ] || { echo "hip.sh: no hipcc or clang that compiles HIP for $ARCH" >&2; exit 77; }
echo "hip.sh: $compiler for $ARCH"

build/stencilgen -q --target hip -o "$out" stencils/*.stencil || exit 1
for fields in ${FULL:+soa aos aosoa aos_in aosoa_in}; do
	for file in stencils/*.stencil; do
		# Not every stencil has fields for a struct.
		form="-q --target hip --fields $fields"
		# shellcheck disable=SC2086
		build/stencilgen $form --list "$file" >/dev/null 2>&1 || continue
		build/stencilgen $form -o "$out" "$file" || exit 1
		build/stencilgen $form --precision float -o "$out" "$file" || exit 1
	done
done
for folder in "$out"/*/; do
	stencil=$(basename "$folder")
	{
		printf '#include <hip/hip_runtime.h>\n'
		for h in "$folder"*.h "$folder"*.cuh; do [ ! -e "$h" ] || printf '#include "%s/%s"\n' "$stencil" "${h##*/}"; done
		for kernel in "$folder"*.hip; do
			stem=$(basename "$kernel" .hip)
			printf 'namespace %s {\n#include "%s/%s.hip"\n}\n' "$stem" "$stencil" "$stem"
		done
	} >"$out/$stencil.hip"
done

# The tools' own side, which needs the HIP runtime.
passed=0 failed=0
if [ "$mode" = -c ]; then
	for source in device gpu_streams; do
		if $compiler $flags -Wno-unused-result -c -x hip --offload-arch="$ARCH" -iquote . -iquote templates \
				-include runtime/device/hip_names.h -o "$out/device.o" runtime/device/$source.cu >"$out/device.log" 2>&1; then
			passed=$((passed + 1))
			continue
		fi
		failed=$((failed + 1))
		echo "$source.cu does not compile:"
		head -20 "$out/device.log"
	done
fi

export compiler mode flags ARCH out
find "$out" -maxdepth 1 -name '*.hip' ! -name probe.hip | sort |
	xargs -P "$(getconf _NPROCESSORS_ONLN)" -I{} sh -c '
		$compiler $flags $mode --offload-arch=$ARCH -I"$out" -o "{}.o" "{}" >"{}.log" 2>&1 || rm -f "{}.o"'
for folder in "$out"/*/; do
	unit=$out/$(basename "$folder").hip
	kernels=$(grep -c '^namespace' "$unit")
	if [ -e "$unit.o" ]; then
		passed=$((passed + kernels))
	else
		failed=$((failed + 1))
		echo "$unit does not compile:"
		head -20 "$unit.log"
	fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
