# pages.sh : for tests that follow pages as a reader does: files are written, commands run in their order in one shell, and
# what they print is compared with what the page shows; "..." there stands for anything. `. tests/lib/pages.sh` after
# programs.sh.

# split_page PAGE STEPS: splits a page into STEPS/N.file with N.name, N.command and what it prints, N.shown.
split_page() {
	awk -v to="$2/" '
		function step(kind) { path = to sprintf("%03d.", ++steps); return path kind }
		/^```console$/ { console = 1; next }
		/^```./ {
			if (!match(text, /`[^`]*`:$/)) { print "FAILED  line " NR ": a block without a name of a file"; exit 1 }
			print substr(text, RSTART + 1, RLENGTH - 3) >step("name")
			inside = 1
			next
		}
		/^```$/ { console = inside = 0; next }
		inside { print >(path "file"); next }
		console && (more || /^[$] /) {
			if (!more) { command = step("command"); printf "" >(path "shown") }
			print more ? $0 : substr($0, 3) >command
			more = /\\$/
			next
		}
		console { print >(path "shown"); next }
		NF { text = $0 }' "$1"
}

# python_with_numpy: prints a Python that has NumPy, or fails.
python_with_numpy() {
	for python in python3 /usr/bin/python3; do
		python=$(command -v "$python") && "$python" -c 'import numpy' 2>/dev/null && echo "$python" && return
	done
	return 1
}

# matches SHOWN PRINTED: the same text but for "...".
matches() {
	awk '
		NR == FNR { want = want $0 "\n"; next }
		{ got = got $0 "\n" }
		END {
			pieces = split(want, piece, /[.][.][.]/)
			at = 1
			for (i = 1; i <= pieces; i++) {
				place = index(substr(got, at), piece[i])
				if (i == pieces) place = length(got) - length(piece[i]) - at + 2
				if (place < 1 || i == 1 && place > 1 || substr(got, at + place - 1, length(piece[i])) != piece[i]) exit 1
				at += place - 1 + length(piece[i])
			}
			exit pieces == 1 && want != got
		}' "$1" "$2" || { diff "$1" "$2"; return 1; }
}

# as_shown STEP: the last command ended well, or has failed as the page says, and printed what it shows.
as_shown() {
	if grep -q 'error: \|^stencil[a-z]*: ' "$1.shown"; then
		[ "$status" != 0 ] || { echo 'it did not fail'; return 1; }
	elif [ "$status" != 0 ]; then
		cat "$1.printed"
		return 1
	fi
	[ ! -s "$1.shown" ] || matches "$1.shown" "$1.printed"
}

# follow_steps STEPS: all steps, in this folder. Commands may change the folder and export variables. A command is left out
# if `lacks COMMAND` prints a program that this machine lacks.
follow_steps() {
	steps=$1
	for step in "$steps"/*.name "$steps"/*.command; do
		[ ! -f "$step" ] || echo "$step"
	done | sort >"$steps/list"
	while read -r step <&3; do
		name=${step%.*}
		if [ -f "$name.name" ]; then
			cp "$name.file" "$(cat "$name.name")"
			continue
		fi
		command=$(cat "$name.command")
		absent=$(lacks "$command")
		if [ "$absent" ]; then
			echo "skipped: $command: there is no $absent"
			continue
		fi
		status=0
		eval "$command" >"$name.printed" 2>&1 3<&- || status=$?
		check "${command%% \\*}" as_shown "$name"
	done 3<"$steps/list"
}
