#!/bin/sh
# part.sh NUMBER : runs a part of all.sh: writes NUMBER.log, then NUMBER.result, and
# says so in the fifo. A part ends with "N passed, N failed", with a line of Check's
# runner, or with status 77: nothing could be tested, as its last line says.
set -u
out=build/tests/parts
line=$(sed -n "$1p" "$out/list")
name=$(printf %s "${line%% | *}" | tr -d "'")
name=${name#+} command=${line#* | }

# is_late: a long part, and there is no time left for it.
is_late() {
	case $line in
	+*) [ "$BUDGET" ] && [ $(($(date +%s) - START)) -ge "$BUDGET" ] ;;
	*) false ;;
	esac
}

# result OUTCOME PASSED FAILED TEXT
result() {
	printf "name='%s' outcome=%s p=%s f=%s\ntext='%s'\n" "$name" "$1" "$2" "$3" \
		"$(printf %s "$4" | tr -d "'")" >"$out/$number.new"
	mv "$out/$number.new" "$out/$number.result"
	echo "$number" >"$out/done"
	exit 0
}

number=$1
! is_late || result skipped 0 0 "left out: no time for it"
begin=$(date +%s)
sh -c "$command" >"$out/$number.log" 2>&1
status=$?
wall=$(($(date +%s) - begin))
times >"$out/$number.times"
spent="$wall s, $(awk -f tests/lib/seconds.awk "$out/$number.times") s of processor time"
counts=$(awk '
	/^[0-9]+%: Checks: / { gsub(",", ""); p += $3 - $5 - $7; f += $5 + $7 }
	/^[0-9]+ passed, [0-9]+ failed/ { p += $1; f += $3 }
	END { print p + 0, f + 0 }' "$out/$number.log")
p=${counts% *} f=${counts#* }
[ $status != 77 ] || result skipped 0 0 "left out: $(tail -1 "$out/$number.log")"
if [ $status != 0 ] && [ "$f" = 0 ] || [ $((p + f)) = 0 ]; then f=$((f + 1)); fi
[ "$f" != 0 ] || result good "$p" 0 "$p passed; $spent"
result failed "$p" "$f" "$p passed, $f failed; $spent"
