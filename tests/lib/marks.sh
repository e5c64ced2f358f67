# marks.sh : marks of lines of templates, which show in emitted texts; `. tests/lib/marks.sh`.

# marked TEMPLATE [WITHOUT] : the template with a comment after each line that is not only macros: the name of the file
# and the number of the line. Lines that match WITHOUT have none, nor have those that go on.
marked() {
	awk -v template="$1" -v without="${2-}" '
		{ text = $0; sub(/^ *\?[a-z_]+ +/, "", text) }
		/^%/ { open = 1; print; next }
		{ own = text; gsub(/\$[{]?[a-z_]+[}]?/, "", own) }
		!open || own ~ /^[ \t]*$/ || text ~ /\\$/ || without != "" && text ~ without {
			print
			next
		}
		{ print $0 " /*" template ":" FNR "*/" }' "templates/$1"
}

# The marks in what is read, once each.
marks() { grep -aoh '/\*[a-z0-9_/]*\.tmpl:[0-9]*\*/' "$@" | sort -u; }
