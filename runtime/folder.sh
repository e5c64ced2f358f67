#!/bin/sh
# folder.sh DEVICE [CORES] : the folder in runtime/results for what was measured on a device, as it calls
# itself: "NVIDIA H200" gives h200. With a number of cores it is a CPU: "Intel(R) Xeon(R) Processor" 16
# gives xeon-16-cores.
name=$(printf ' %s \n' "$1" | LC_ALL=C tr 'A-Z' 'a-z' |
	sed 's/(r)//g; s/(tm)//g; s/@.*/ /; s/[^a-z0-9]/ /g; s/^ *nvidia / /')
[ -z "${2-}" ] || name=$(printf '%s\n' "$name" | sed 's/ with radeon.*/ /; s/ [0-9][0-9]* core / /
	s/ [0-9]*[a-z]* gen / /; s/ intel / /; s/ amd / /; s/ cpu / /; s/ processor / /')
name=$(echo $name | tr ' ' '-')
[ -z "${2-}" ] || name=${name:-cpu}-$2-cores
printf '%s\n' "${name:-device}"
