#!/bin/sh
# Long: only in `make check-all`; parts.sh measures parts in less time.
# What runtime/results/scaling.runs lists can be measured, and its page is complete. No time is judged.

. "$(dirname "$0")/../lib/programs.sh"
OMP_NUM_THREADS=1
export OMP_NUM_THREADS

sed -e 's/1024x1024x64/72x40x3/g; s/512x512x64/40x40x3/g; s/4096x4096x1/40x40x1/; s/--runs 10/--runs 1/' runtime/results/scaling.runs \
	>"$out/scaling.runs"
sed -e 's/size_x=512/size_x=40/g; s/size_x=1024/size_x=72/g' runtime/results/scaling.page >"$out/scaling.page"
# Streams of two devices, as two GPUs have them.
STENCIL_HOST_STREAMS=6
export STENCIL_HOST_STREAMS
# Messages by NCCL, in whose place libraries of the tests' own copy, as one that is installed wants GPUs.
if ! command -v "${MPICC:-mpicc}" >/dev/null || ! command -v mpirun >/dev/null; then
	echo 'skipped: no mpicc and mpirun; install libopenmpi-dev and openmpi-bin'
	finish
fi
set -- -std=gnu11 -O1 -Wall -Wextra -shared -fPIC -iquote .
check 'a library for one process' "$cc" "$@" tests/ranks/fake_nccl.c -o "$out/nccl.so"
check 'a library for two' "${MPICC:-mpicc}" "$@" tests/ranks/fake_nccl_mpi.c -o "$out/nccl_mpi.so"
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl_vader_single_copy_mechanism=none TMPDIR=/tmp
STENCILGEN_NCCL=$PWD/$out/nccl.so
# Open MPI loses some memory, which a sanitizer would find.
MPIRUN="env STENCILGEN_NCCL=$PWD/$out/nccl_mpi.so ASAN_OPTIONS=${ASAN_OPTIONS-}:detect_leaks=0 mpirun --oversubscribe --bind-to none"
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM OMPI_MCA_btl_vader_single_copy_mechanism TMPDIR STENCILGEN_NCCL MPIRUN
TOPIC=scaling GPU=cpu BACKEND=host RUNS=$out/scaling.runs PAGE=$out/scaling.page RESULTS=$out WORK=$out/work BIN=$bin
export TOPIC GPU BACKEND RUNS PAGE RESULTS WORK BIN
page=$out/cpu/scaling/README.md
run sh runtime/tables.sh
check 'all of it is measured' test "$status" = 0
check 'a page without gaps' sh -c '! grep -q "Not measured" "$0" && ! grep "^|.*| *|" "$0"' "$page"
check 'messages' grep -Eq '^\| 67108864 \| [0-9.,]+ \| [0-9.,]+ \| [0-9.,]+ \| [0-9.,]+ \|$' "$page"
check 'weak scaling' grep -Eq '^\| hdiff, `wide`, 1024² \| [0-9.,]+ \|( -?[0-9.,]+ \|){6}$' "$page"
check 'strong scaling' grep -Eq '^\| laplap, `idxvar`, 512² \| [0-9.,]+ \| [0-9.,]+ \| [0-9.,]+ \|$' "$page"
check 'predictions' grep -Eq '^\| laplap, 1024² \| 1024 \| [0-9.,]+ \| [0-9.,]+ \| [0-9.,]+ \|$' "$page"
check 'on two devices' test "$("$bin/stencilreport" --columns ranks,devices "$out/cpu/scaling/data/weak.csv" | sort -u | tr '\n' ' ')" = \
	'1,1 2,2 ranks,devices '
check 'bits were the same' test "$("$bin/stencilreport" --columns same_bits "$out/cpu/scaling/data/weak.csv" | sort -u | tr '\n' ' ')" = \
	'- same_bits yes '
finish
