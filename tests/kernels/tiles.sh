#!/bin/sh
# tiles.sh : the kernels whose threads compute several points, in other shapes than the
# usual ones, under ASan and UBSan. FULL=1: in more shapes.
set -eu

try() { # OPTIONS...
	echo "tiles.sh: $*"
	OPTIONS="--storage regular --access tile,tile_ordered,wide $*" LAYOUTS= ORDERS= OUT=build/tiles \
		sh tests/kernels/kernels.sh host-asan
}

planes() { # OPTIONS...
	echo "tiles.sh: planes $*"
	OPTIONS="--access planes $*" STENCILS=tests/data/planes PRECISIONS=${PRECISIONS-double} LAYOUTS= ORDERS= OUT=build/tiles \
		sh tests/kernels/kernels.sh host-asan
}

try --rows-per-thread 1 --levels-per-thread 3
try --rows-per-thread 3 --levels-per-thread 1
try --rows-per-thread 2 --levels-per-thread 64 --points-per-thread 2
planes --rows-per-thread 1 --levels-per-thread 3 --ahead 1
[ -n "${FULL-}" ] || exit 0
try --rows-per-thread 16 --points-per-thread 1
try --rows-per-thread 5 --levels-per-thread 2
try --rows-per-thread 1 --levels-per-thread 1
try --rows-per-thread 8 --levels-per-thread 5
PRECISIONS=float planes --rows-per-thread 3 --points-per-thread 2 --levels-per-thread 1 --ahead 5
planes --rows-per-thread 2 --points-per-thread 1 --levels-per-thread 5 --ahead 2
