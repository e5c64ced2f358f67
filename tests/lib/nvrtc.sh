# nvrtc.sh : for tests of what NVRTC compiles, on machines without a GPU; behind programs.sh.
# A fake driver takes an object of c++ for the cubin, which is made, too, and looked at for names.

cxx=${CXX:-c++} library=$bin/libstencil.so.1

# nvrtc_open : the driver in $out/driver, and what runs kernels on the CPU. Fails with status 77 if there is no NVRTC.
nvrtc_open() {
	nvrtc=
	for place in "${CUDA_HOME:-/usr/local/cuda}/lib64" /usr/lib/x86_64-linux-gnu; do
		[ ! -e "$place/libnvrtc.so" ] || nvrtc=yes
	done
	[ "$nvrtc" ] || { echo 'there is no libnvrtc.so'; exit 77; }
	mkdir -p "$out/driver" "$out/fibers"
	"$cc" -std=c11 -shared -fPIC tests/library/fake_driver.c -o "$out/driver/libcuda.so.1" -ldl &&
	"$cc" -std=c11 -Iruntime/library tests/library/gpu_plan.c "$library" -o "$out/gpu_plan" &&
	"$cc" -std=c11 -Iruntime/library tests/library/gpu_execute.c "$library" -o "$out/gpu_execute" || exit 1
	for file in runtime/host/*.c; do
		name=${file##*/}
		"$cc" -std=gnu11 -O1 -fPIC -w -c "$file" -o "$out/fibers/${name%.c}.o" || exit 1
	done
}

# kernel_of FILE KERNEL KIND : the object of a text, whose launcher is that of a plane, a mesh, a program, a mesh_program or one of mesh_sweeps in
# shared memory
kernel_of() {
	case $3 in
	plane) recorders="RECORD(run_$2)" ;;
	mesh) recorders="RECORD_ON_MESH(run_$2)" ;;
	program) recorders="RECORD_BLOCKS(run_blocks_$2) RECORD_WORKSPACE(workspace_$2)" ;;
	mesh_program) recorders="RECORD_ON_MESH(run_$2) RECORD_WORKSPACE_ON_MESH(workspace_$2)" ;;
	mesh_sweeps) recorders="RECORD_BLOCKS_ON_MESH(run_blocks_$2) RECORD_WORKSPACE_ON_MESH(workspace_$2)" ;;
	esac
	"$cxx" -std=gnu++20 -O1 -ffp-contract=off -w -fPIC -shared -Iruntime/host -Iruntime/kernels -Itemplates "-I${1%/*}" \
		"-DTEXT=\"${1##*/}\"" "-DRECORDERS=$recorders" tests/library/fake_kernel.cc "$out"/fibers/*.o \
		-o "$out/kernel.so" || exit 1
}

# emitted STENCIL OPTION... : writes its only kernel; $text is its file, $kernel its name.
emitted() {
	rm -rf "$out/emitted"
	"$bin/stencilgen" "$@" -o "$out/emitted" >"$out/generated" || exit 1
	text=$(find "$out/emitted" -name '*.cu')
	kernel=$(basename "$(dirname "$text")")_$(basename "$text" .cu)
}

# as_on_gpu COMMAND... : with the fake driver and NVRTC
as_on_gpu() {
	FAKE_KERNEL=$out/kernel.so NVCC=nvrtc STENCILGEN_CACHE=$PWD/$out/nvrtc LD_LIBRARY_PATH=$out/driver:$bin "$@"
}

# refused STENCIL OPTIONS WORDS: NVRTC cannot do that.
refused() {
	as_on_gpu "$out/gpu_plan" "$1" "backend=cuda $2" >"$out/planned" 2>&1
	check "refused: $3" grep -q "$3" "$out/planned"
}

# executed STENCIL OPTIONS OPTIONS_ON_CPU NAME LAUNCHES BYTES RECORDINGS [MESH] : plans have equal results, with two sets of arrays, the
# first of them twice; so many kernels are launched, the last of them with so much shared memory, and launchers run so often.
executed() {
	printf '%s: equal\n0 pieces are left\n%d launches, %d recordings, %d bytes\n' "$4" "$5" "$7" "$6" >"$out/expected"
	as_on_gpu "$out/gpu_execute" "$1" "$2" "$3" ${8:+"$8"} >"$out/executed" 2>&1
	check "NVRTC, ${4%%_store_*} ${2%%store=*}" diff "$out/expected" "$out/executed"
}

no_warnings() {
	check 'they were compiled without warnings' sh -c '! find "$0" -name log -size +0 | grep .' "$out/nvrtc"
}
