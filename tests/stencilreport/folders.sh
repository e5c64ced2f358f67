#!/bin/sh
# The folders that results are kept in have names that people would give them.

. "$(dirname "$0")/../lib/programs.sh"

while IFS='|' read -r device cores folder; do
	run sh runtime/folder.sh "$device" "$cores"
	check "$folder" test "$(cat "$out/stdout")" = "$folder"
done <<'END'
Intel(R) Xeon(R) Processor|16|xeon-16-cores
Intel(R) Xeon(R) Platinum 8480+ CPU @ 2.00GHz|112|xeon-platinum-8480-112-cores
Intel(R) Xeon(R) CPU E5-2690 v3 @ 2.60GHz|12|xeon-e5-2690-v3-12-cores
12th Gen Intel(R) Core(TM) i7-12700K|20|core-i7-12700k-20-cores
AMD EPYC 7763 64-Core Processor|128|epyc-7763-128-cores
AMD Ryzen 7 5800U with Radeon Graphics|16|ryzen-7-5800u-16-cores
CPU|4|cpu-4-cores
../CPU|4|cpu-4-cores
NVIDIA H200||h200
NVIDIA GeForce RTX 4090||geforce-rtx-4090
Tesla V100-SXM2-16GB||tesla-v100-sxm2-16gb
||device
END
finish
