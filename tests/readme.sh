#!/bin/sh
# readme.sh : what README.md shows is true: the kernel is the one that the compiler writes, its commands run and change no
# file that is checked in, and its results are those of the results pages. The Fortran of templates/README.md compiles, runs
# and gives what stencilrun gives.
set -u
out=build/tests/readme
rm -rf "$out" && mkdir -p "$out"
. tests/lib/check.sh

# The text of the first block of a language.
block() { # LANGUAGE PAGE
	awk -v fence="\`\`\`$1" '$0 == fence { inside = 1; next } inside && /^```/ { exit } inside' "$2"
}

kernel_as_written() {
	block cuda README.md >"$out/kernel" && [ -s "$out/kernel" ] &&
		awk 'NR == FNR { want[n++] = $0; next }
			{ at = $0 == want[at] ? at + 1 : $0 == want[0]; if (at == n) { found = 1; exit } }
			END { exit !found }' "$out/kernel" generated/laplap/direct_idxvar.cu
}

# The commands, in a copy of the tree at a size that every machine does at once, leave the tree as it is checked in.
commands() {
	copy=$out/tree
	rm -rf "$copy" && mkdir -p "$copy/build" || return 1
	git ls-files | grep -v "^runtime/results/\|^tests/" | tar -cf - -T - | tar -xf - -C "$copy" || return 1
	cp build/stencilgen build/stencilrun build/stencilbench "$copy/build" || return 1
	block sh README.md | sed 's/256x256x64/24x20x8/; s/ --tune / --runs 2 --storage regular --force&/' >"$copy/build/commands"
	(
		cd "$copy" && git init -q . && git add . && sh -e build/commands >build/printed &&
			[ "$(grep -c '^build/' build/commands)" = 4 ] && ls build/kernels/laplap/laplap.h build/dst.npy build/tuned >/dev/null &&
			is_as_added
	)
}

is_as_added() {
	git diff --stat && git diff --quiet && [ -z "$(git ls-files --others --exclude-standard)" ]
}

# What is compared notices a kernel that is written over one that is checked in.
notices() {
	(
		cd "$out/tree" && build/stencilgen -q stencils/laplap.stencil --access shared || exit 1
		! is_as_added >build/changed
	)
}

# The numbers of the table stand in the pages that its rows link to, time and share in one row there.
results() {
	awk '
		function cell(i) { gsub(/^ +| +$/, "", field[i]); return field[i] }
		function stands(number, line) { return index(" " line " ", " " number " ") || index(line " ", " " number ".") || index(line, " " number ",") }
		/^## / { inside = $0 == "## Results" }
		inside && /^\| [^|]*\| *[0-9]/ {
			rows++
			split($0, field, "|")
			time = cell(3)
			share = cell(4)
			others = field[5]
			page = field[6]
			gsub(/.*\(|\).*/, "", page)
			found = 0
			text = ""
			while ((status = (getline line <page)) > 0) {
				text = text line "\n"
				if (stands(time, line) && (share == "" || stands(share, line)))
					found = 1
			}
			close(page)
			if (!found) { print page ": no " time " beside " share; bad = 1 }
			while (match(others, /[0-9][0-9.]*/)) {
				number = substr(others, RSTART, RLENGTH)
				before = substr(others, RSTART - 1, 1)
				others = substr(others, RSTART + RLENGTH)
				if (before == " " && !stands(number, text)) { print page ": no " number; bad = 1 }
			}
		}
		END { if (rows != 8) print rows " rows"; exit bad || rows != 8 }' "${1:-README.md}"
}

# One digit more in any cell of numbers is noticed.
planted() {
	for number in $(sed -n '/^## Results/,/^## W/s/^| [^|]*|\( *[0-9].*|\)[^|]*|$/\1/p' README.md | grep -o ' [0-9][0-9.]*\b'); do
		sed "/^## Results/,/^## W/s/ $number\\b/ ${number}1/" README.md >"$out/planted.md"
		! results "$out/planted.md" >"$out/planted" || { echo "$number"; return 1; }
	done
}

# In the index of results a row has the least time in bold: of the columns that are compared.
fastest() {
	awk -F'|' '
		function number(cell) { gsub(/[ *]/, "", cell); return cell + 0 }
		!/^\|/ { head = 0; next }
		!head { head = 1; split($0, headings, "|"); next }
		/\*\*/ {
			rows++
			for (i = 3; i < NF; i++)
				if ($i ~ /\*\*/)
					best = number($i)
			for (i = 3; i < NF; i++)
				if (headings[i] !~ /^ (over|regular|random|wide, of)/ && number($i) && number($i) < best) {
					print $2 ": " best " in bold, but " headings[i] " has " number($i)
					bad = 1
				}
		}
		END { exit bad || rows < 10 }' "${1:-runtime/results/README.md}"
}

misprinted() {
	sed '/^| 10:7 /{s/\*//g;s/28\.1/**28.1**/}' runtime/results/README.md >"$out/misprinted.md"
	! fastest "$out/misprinted.md" >"$out/misprinted" && grep -q '^ 10:7 : 28.1 in bold' "$out/misprinted"
}

# The index names all files of measurements that no page of a topic has.
named() {
	for csv in runtime/results/*/*.csv; do
		grep -qF "\`${csv#runtime/results/}\`" runtime/results/README.md || { echo "$csv"; return 1; }
	done
}

short() {
	[ "$(wc -l <README.md)" -le 130 ] && ! grep -v '^|' README.md | grep '.\{101\}'
}

# What the interpreter makes of an array.
data() {
	build/stencilrun -q --sample 21x13x5 "$out/src.npy" &&
		build/stencilrun -q stencils/laplap.stencil --in src="$out/src.npy" --out dst="$out/expected.npy" --backend openmp --verify
}

# A program around the Fortran of templates/README.md, for the CPU's launcher; it reads and writes .npy files.
fortran_model() {
	echo 'program model'
	block fortran templates/calling.md | sed -n 's/^use laplap$/&_openmp/p'
	cat <<-'END'
		implicit none
		integer, parameter :: nx = 21, ny = 13, nz = 5
		real(c_double) :: src(nx, ny, nz), dst(nx, ny, nz)
		character(128) :: head
		character(1024) :: path
	END
	block fortran templates/calling.md | grep '::'
	cat <<-'END'
		call get_command_argument(1, path)
		open (10, file=path, access='stream', status='old')
		read (10) head, src
		dst = 0
	END
	block fortran templates/calling.md | grep -v '^use\|::' | sed 's/idxvar/&_openmp/; s/, &$/)/; /block=/d'
	cat <<-'END'
		call get_command_argument(2, path)
		open (11, file=path, access='stream', status='replace')
		write (11) head, dst
		end program
	END
}

fortran_example() {
	data && build/stencilgen -q --fortran stencils/laplap.stencil --storage regular --access idxvar --target openmp -o "$out" &&
		fortran_model >"$out/model.f90" &&
		gfortran -Wall -J"$out" -fopenmp -o "$out/model" "$out/stencil.F90" "$out/laplap/laplap_openmp.F90" \
			"$out/model.f90" -x c -O1 -ffp-contract=off "$out/laplap/regular_idxvar.c" -lm &&
		"$out/model" "$out/src.npy" "$out/dst.npy" && cmp "$out/dst.npy" "$out/expected.npy"
}

# Grids of columns.
columns_example() {
	{
		printf '#include "laplap_innermost.h"\n'
		printf 'static inline int\nexample(int columns, int first, int end, int levels, const int *table,\n'
		printf '    const struct laplap_innermost_args args, struct stencil_block block, void *stream)\n{\nint status;\n'
		sed '1,/^## Indirect grids/d' templates/calling.md >"$out/columns.md" && block c "$out/columns.md"
		printf 'return status;\n}\n'
	} >"$out/columns.c" && grep -q columns_grid "$out/columns.c" &&
		build/stencilgen -q stencils/laplap.stencil --levels innermost -o "$out" &&
		${CC:-cc} -std=c11 -Wall -Wextra -Werror -fsyntax-only -I"$out/laplap" "$out/columns.c"
}

# A mesh.
mesh_example() {
	{
		printf '#include "divergence.h"\n'
		printf 'int example(int cells, int edges, int vertices, int levels, const int *edge_of_cell,\n'
		printf '    const double *vn, const double *geofac_div, double *div, struct stencil_block block, void *stream);\n'
		printf 'int example(int cells, int edges, int vertices, int levels, const int *edge_of_cell,\n'
		printf '    const double *vn, const double *geofac_div, double *div, struct stencil_block block, void *stream)\n{\n'
		sed '1,/^## Meshes/d' templates/calling.md >"$out/meshes.md" && block c "$out/meshes.md"
		printf 'return status;\n}\n'
	} >"$out/mesh.c" && grep -q stencil_relation "$out/mesh.c" &&
		build/stencilgen -q stencils/mesh/divergence.stencil --access idxvar -o "$out" &&
		${CC:-cc} -std=c11 -Wall -Wextra -Werror -fsyntax-only -I"$out/divergence" "$out/mesh.c"
}

# Every file that a document links to exists.
links() {
	status=0
	for page in $(git ls-files '*.md'); do
		for link in $(sed 's/`[^`]*`//g' "$page" | grep -o ']([^)#:]*)' | sed 's/^](//; s/)$//'); do
			[ -e "$(dirname "$page")/$link" ] || { echo "$page: no $link"; status=1; }
		done
	done
	return $status
}

# So does every heading.
anchors() {
	git ls-files '*.md' | LC_ALL=C xargs awk -f tests/lib/anchors.awk >"$out/anchors"
	cat "$out/anchors"
	[ ! -s "$out/anchors" ]
}

# Comments on what was measured name a heading of the page of defaults, and quote no GPU.
comments() {
	page=runtime/results/h200/defaults
	git ls-files 'generator/*.[ch]' 'runtime/*.[ch]' | xargs cat | sed 's/^[[:space:]]*\*[[:space:]]*//' | tr '\n' ' ' |
		grep -oE "$page, \"[^\"]*\"" | sed 's/.*, "/## /; s/"$//' | sort -u >"$out/named"
	sed -n '/^## /p' $page/README.md | sort >"$out/headings"
	comm -23 "$out/named" "$out/headings" >"$out/wrong"
	git ls-files generator templates runtime | grep -E '\.(c|h|def|tmpl|cuh?)$' | xargs grep -nE '[HAV][12]00\b' >>"$out/wrong"
	cat "$out/wrong"
	[ -s "$out/named" ] && [ ! -s "$out/wrong" ]
}

# A term a row, at most 40, in alphabetical order; and each page of the reference links it.
glossary() {
	page=generator/language/glossary.md
	sed -n 's/^| \([^|]*\) | .*/\1/p' $page | sed 1d >"$out/terms"
	sort -f -c "$out/terms" || return 1
	[ "$(wc -l <"$out/terms")" -le 40 ] || return 1
	git ls-files '*.md' | grep -Ev '^(CHANGELOG\.md|runtime/(results|packaging/man)/.*|tests/data/.*|generator/language/glossary\.md)$' |
		xargs grep -L 'glossary\.md)' >"$out/unlinked"
	cat "$out/unlinked"
	[ ! -s "$out/unlinked" ]
}

check "the kernel" kernel_as_written
check "the length" short
check "the commands" commands
check "and what they change" notices
check "the results" results
check "and what they are not" planted
check "the fastest of the index" fastest
check "and what is not" misprinted
check "files that the index names" named
check "columns" columns_example
check "a mesh" mesh_example
if command -v gfortran >/dev/null; then
	check "the model in Fortran" fortran_example
else
	echo 'skipped: the model in Fortran, there is no gfortran'
fi
check "links" links
check "anchors" anchors
check "comments on what was measured" comments
check "the glossary" glossary
finish
