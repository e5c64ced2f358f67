#!/bin/sh
# tables.sh [PART] : measures what runtime/results/TOPIC.runs lists, and writes the tables and
# figures of TOPIC.page under runtime/results/GPU/TOPIC/. The programs in build/ are used as they
# are. PART: a number as in the list, or `page`, which only writes the page anew from what was
# measured. An interrupted run continues where it stopped.
#
# TOPIC: thesis, what a thesis of 2020 measured on a V100; regular, the regular grid's kernels;
# sparse and sparse_cpu, sparse grids; scaling, subdomains on several GPUs; programs, sweeps and several kernels; mesh, meshes; all topics if not said. GPU: the folder,
# if it is not to be named
# after the device. BACKEND: what the list says, or cuda. RUNS, PAGE: other lists and pages.
set -u
if [ -z "${TOPIC:-}" ]; then
	status=0
	for list in runtime/results/*.runs; do
		TOPIC=$(basename "$list" .runs) sh "$0" "$@" || status=1
	done
	exit $status
fi
set -f
part=${1:-}
runs=${RUNS:-runtime/results/$TOPIC.runs}
page=${PAGE:-runtime/results/$TOPIC.page}
bin=${BIN:-build}
work=${WORK:-build/tables}/$TOPIC
failed=0
usual=$(sed -n 's/^backend //p' "$runs" 2>/dev/null)
backend=${BACKEND:-${usual:-cuda}}
[ -f "$runs" ] || { echo "tables.sh: there is no topic $TOPIC" >&2; exit 2; }
mkdir -p "$work" || exit 3

complain() {
	echo "tables.sh: $*" >&2
	failed=1
}

device_folder() {
	"$bin/stencilbench" --backend "$backend" --no-time --size 8x8x8 --storage regular --access naive \
		--csv "$work/device.csv" stencils/copy.stencil >/dev/null || return
	"$bin/stencilreport" --columns device,processors "$work/device.csv" >"$work/device.txt" || return
	device=$(sed -n '2s/,[0-9]*$//p' "$work/device.txt")
	[ "$backend" = cuda ] && cores= || cores=$(sed -n '2s/.*,//p' "$work/device.txt")
	sh runtime/folder.sh "$device" "$cores"
}

gpu=${GPU:-$(device_folder)}
[ -n "$gpu" ] || { echo "tables.sh: no device" >&2; exit 3; }
folder=${RESULTS:-runtime/results}/$gpu/$TOPIC
data=$folder/data
mkdir -p "$data" || exit 3

# The columns that pages may use, of many.
columns=stencil,storage,access,fields,levels,precision,order,block,size_x,size_y,size_z,alignment_bytes
columns=$columns,decision,kernel_number,assigns,mesh,dim,level,padded,probes,checked_probes,graph,launches
columns=$columns,levels_per_thread,rows_per_thread,points_per_thread,levels_per_load,columns_per_thread,blocks_per_launch,registers_per_thread,unroll,ahead,steps_per_launch,points,bytes,flops
columns=$columns,table_bytes,registers,spilled_bytes,occupancy,outcome
for cache in hot cold; do
	columns=$columns,${cache}_median_us,${cache}_q1_us,${cache}_q3_us,${cache}_samples,${cache}_copy_us
	columns=$columns,${cache}_launch_floor_us,${cache}_bound_us,${cache}_times_bound,${cache}_share_of_program,${cache}_speedup
	columns=$columns,${cache}_share_of_copy,${cache}_stream_us,${cache}_share_of_stream,${cache}_bandwidth_GBps
done
columns=$columns,$(sed -n 's/^COUNTER(\([a-z0-9_]*\),.*/\1/p' runtime/rows/counters.def | tr '\n' ',')
columns=$columns,scaling,times,grid_x,grid_y,grid_z,ranks_x,ranks_y,ranks,devices,transport,every,periodic,same_bits,samples,steps,step_us,step_q1_us,step_q3_us
columns=$columns,alone_us,serial_us,exchange_us,messages,message_bytes,direction_GBps,hidden_pct,exchange_share_pct,efficiency_pct,of_one_subdomain_pct
columns=$columns,half_us,one_way_us,both_ways_us,one_way_GBps,fitted_latency_us,fitted_GBps,latency_us,serial_efficiency_pct
columns=$columns,device,processors,driver,runtime,clock_MHz

# measure KIND NAME WORDS... : into $data/NAME.csv
measure() {
	kind=$1 name=$2
	shift 2
	start=$(date +%s)
	rm -f "$work/$name.csv"
	case $kind in
	bench)
		"$bin/stencilbench" --backend "$backend" --cache hot --all-blocks --journal "$work/$gpu-$name.json" \
			--csv "$work/$name.csv" "$@" >"$work/$name.txt"
		status=$?
		[ ! -s "$work/$name.csv" ] ||
			"$bin/stencilreport" --columns "$columns" "$work/$name.csv" >"$data/$name.csv"
		[ $status = 0 ] ;;
	parts|mpirun) # mpirun: in two processes
		launcher=
		[ "$kind" != mpirun ] || launcher="${MPIRUN:-mpirun} -n 2"
		$launcher "$bin/stencilbench" --backend "$backend" --csv "$work/$name.csv" "$@" >"$work/$name.txt"
		status=$?
		[ ! -s "$work/$name.csv" ] ||
			"$bin/stencilreport" --columns "$columns" "$work/$name.csv" >"$data/$name.csv"
		[ $status = 0 ] ;;
	patterns)
		"$bin/stencilbench" --patterns "$data/$name.csv" "$@" ;;
	picture) # the last word is "--out FIELD"
		"$bin/stencilrun" -q "$@=$data/$name.svg" ;;
	costs)
		"$bin/stencilgen" --dump costs "$@" >"$work/$name.csv" &&
			mv "$work/$name.csv" "$data/$name.csv" ;;
	*)
		false ;;
	esac || complain "$name: $kind failed"
	echo "tables.sh: $name: $(($(date +%s) - start)) s" >&2
}

echo name,command_line >"$data/commands.csv"
while read -r number kind name words; do
	case $number in
	''|'#'*|backend) continue ;;
	esac
	# shellcheck disable=SC2086 # words are words
	[ -n "$part" ] && [ "$part" != "$number" ] || measure "$kind" "$name" $words </dev/null
	[ -s "$data/$name.csv" ] || continue # the page names what was measured
	[ "$kind" != parts ] || echo "$name,\"stencilbench $words\"" >>"$data/commands.csv"
	[ "$kind" != mpirun ] || echo "$name,\"mpirun -n 2 stencilbench $words\"" >>"$data/commands.csv"
	[ "$kind" != bench ] ||
		echo "$name,\"stencilbench ${usual:+--backend $usual }--cache hot --all-blocks $words\"" >>"$data/commands.csv"
done <"$runs"

"$bin/stencilreport" --data "$data" -o "$folder" "$page"
status=$?
# With one part only, the page cannot be complete.
if [ $status -gt 1 ] || { [ $status = 1 ] && { [ -z "$part" ] || [ "$part" = page ]; }; }; then
	complain "$page: not all of it was measured"
fi
echo "tables.sh: wrote $folder/README.md" >&2
exit $failed
