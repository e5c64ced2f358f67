#!/bin/sh
# weight.sh [TREE] : how heavy the tree is: a table of measures, with what they are now and what is aimed at. It checks
# nothing. Each measure is a function below, with what it counts. Numbers are to fall because ideas go, not because
# lines are joined or names avoided.
set -u
LC_ALL=C
export LC_ALL
here=$(cd "$(dirname "$0")" && pwd)
cd "${1:-$(dirname "$0")/..}" || exit 1

# lines: of the files whose names are read.
lines() { tr '\n' '\0' | xargs -0 cat | wc -l; }

# Source in C and all else that is code, in these folders; not what was measured.
code() {
	find "$@" -type f '(' -name '*.[chly]' -o -name '*.cu' -o -name '*.cuh' -o -name '*.def' -o -name '*.py' \
		-o -name '*.sh' -o -name '*.awk' ')' ! -path 'runtime/results/*'
}

# All lines but of pages (.md).
generator_lines() { find generator templates -type f ! -name '*.md' | lines; }

# The same of the runtime, without results and without what is only for installing.
runtime_lines() { find runtime -type f ! -name '*.md' ! -path 'runtime/results/*' ! -path 'runtime/packaging/*' | lines; }

# Kernels in CUDA, HIP and C that tests compare to the letter.
golden_lines() { find tests/golden -name '*.cu' -o -name '*.hip' -o -name '*.c' | lines; }

# Folders that hold code themselves.
folders() { code generator runtime | sed 's|/[^/]*$||' | sort -u | wc -l; }

# Sections whose text is at most one line that is not empty; in percent of all sections.
short_sections() {
	find templates -name '*.tmpl' ! -path '*/sparse/*' ! -name 'fortran.tmpl' | sort | xargs awk '
		function end() { if (open) { all++; short += lines <= 1 } open = 0 }
		FNR == 1 { end() }
		/^%/ { end(); open = 1; lines = 0; next }
		open && NF { lines++ }
		END { end(); printf "%.0f %% (%d of %d)\n", 100*short/all, short, all }'
}

hip_lines() { find templates -name '*hip*.tmpl' | lines; }

# Tables that have an entry for each family of grids: headers say so with the list of families, grids.def. Then
# the pointers to functions in the structs of such entries.
tables_of_functions() {
	tables=$(grep -rhoE '^#define GRID\(name, domain\) extern const struct [a-z_]+' generator runtime --include='*.h' | sed 's/.* //' | sort -u)
	# shellcheck disable=SC2086 # one line
	pointers=$(code generator runtime | grep '\.h$' | xargs awk -v tables="$(echo $tables)" '
		BEGIN { n = split(tables, name, " "); for (i = 1; i <= n; i++) is[name[i]] = 1 }
		FNR == 1 { inside = 0 }
		/^struct [a-z_]+ \{/ { inside = ($2 in is) }
		/^}/ { inside = 0 }
		inside && /\(\*[a-z_]+\)\(/ { pointers++ }
		END { print pointers + 0 }')
	echo "$(echo "$tables" | grep -c .); $pointers"
}

# Ways to decompose a domain: structs of one subdomain, struct plane_part, column_part, mesh_part or subdomain.
decompositions() { code runtime | grep '\.h$' | xargs grep -hE '^struct ((plane|column|mesh)_part|subdomain) \{' | wc -l; }

# Loops over the steps of a run, in the program that runs stencils.
time_loops() { find runtime/run -name '*.c' | xargs grep -hE 'for \(int step\b.*(options->steps|!status)' | wc -l; }

# Not const, nor unsigned.
text_and_room='(^|[^td[:space:]])[[:space:]]*char \*[a-z_]+, size_t [a-z_]+'

# Conventions to hand an error to the caller that are in use: text and its size; one error value; findings that a function
# is given to add what is wrong to, beside others (those that a mesh has are a report); a failure of the tool; a function
# that returns why; diagnostics of sources.
errors() {
	n=0
	for convention in "$text_and_room" 'struct error \*' ', struct findings \*' '\btool_fail\(' '\bwhy_[a-z_]+\(' \
		'struct diagnostics \*'; do
		! code generator runtime | xargs grep -qE -e "$convention" || n=$((n + 1))
	done
	echo $n
}

# Parameters that are a text and its size, in declarations, definitions and types; not texts that are only read, which are const.
text_and_room() { code generator runtime | grep '\.[chly]$' | xargs grep -hoE "$text_and_room" | wc -l; }

# Lines that ask which family a grid is of, or for what only one has: relations or a mesh. In check,
# split, run, bench and library, outside files and folders that are named after a family. No tests are a loop
# over relations, whether a stencil has sweeps, a name of a mesh that is copied, and relations in a table of a caller's.
family_tests() {
	find generator/check generator/split runtime/run runtime/bench runtime/library -name '*.c' |
		grep -vE '/(mesh|plane|sparse)/|/[a-z_]*(mesh|plane|sparse)[a-z_]*\.c$' | xargs grep -hE \
		-e 'family *[!=]= *GRID_' -e '(if|while|return|&&|\|\||[^=!<>]=|\() .*(->|\.)(mesh|relations) *(\?|&&|\|\||\)|;)' \
		-e '(if|while) \(!?[a-z>.-]*(->|\.)(mesh|relations)\b' | grep -vE '(\.|->)mesh = |table->relations|^[[:space:]]*for \(|= &' | wc -l
}

# Words of the project's own for what has a standard name.
private_words() { sh "$here/words.sh" --count .; }

row() { printf '| %-66s | %18s | %6s |\n' "$1" "$2" "$3"; }
row measure now aim
row --- --: --:
row 'generator and templates, lines' "$(generator_lines)" 53000
row 'runtime without results, lines' "$(runtime_lines)" 52500
row 'kernels that tests compare to the letter, lines' "$(golden_lines)" 12000
row 'folders with code in generator and runtime' "$(folders)" 42
row 'template sections of at most one line, but for sparse and Fortran' "$(short_sections)" '50 %'
row 'lines of templates for HIP' "$(hip_lines)" 120
row 'tables of functions for a family of grids; pointers in them' "$(tables_of_functions)" '2; 24'
row 'decompositions' "$(decompositions)" 1
row 'time loops of stencilrun' "$(time_loops)" 1
row 'conventions for errors' "$(errors)" 2
row 'parameters that are a text and its size' "$(text_and_room)" 0
row 'tests of a family of grids outside its tables' "$(family_tests)" 0
row 'words of our own for what has a standard name' "$(private_words)" 0

cat <<'END'

Why some measures are above the aim, which was set before the features that came since:
- generator and templates: sweeps, programs, half levels, zones, scalars and levels by value on meshes; --fix; temporal_warp.
- runtime: series, states, records of forcing, coordinates, pictures; the same features on meshes.
- kernels that tests compare: those of these features.
- tables of functions: the compiler, the library, stencilrun and stencilbench have one each. One for the three programs
  would link all of their code into each of them.
END
