# completions.awk : writes what lets a shell complete a program's options, files and words, from its help and
# from that of stencilgen, which lists storages and accesses.
#
# awk -f help.awk -f completions.awk -v shell=bash -v help=FILE -v lists=FILE -v version=1.0.0

BEGIN {
	read_help(lists)
	storages = names_below("Storages")
	accesses = names_below("Accesses")
	forget_help()
	read_help(help)
	program = usage[1]
	sub(/ .*/, "", program)
	for (i = 1; i <= usages; i++)
		endings = endings " " (usage[i] ~ /PAGE/ ? "page" : ending_of(usage[i]))
	for (i = 1; i <= options; i++)
		if (name[i] ~ /^--(storage|access)$/) {
			words[i] = name[i] == "--access" ? accesses : storages
			many[i] = 1
		}
	if (shell == "bash")
		put_bash()
	else if (shell == "zsh")
		put_zsh()
	else
		put_fish()
}

function ending_of(line) {
	match(line, /FILE\.[a-z]+/)
	return substr(line, RSTART + 5, RLENGTH - 5)
}

function names_a_file(i) {
	return argument[i] ~ /FILE|PATH/
}

function put_bash(   i, all, label) {
	for (i = 1; i <= options; i++)
		all = all " " letter[i] (letter[i] && name[i] ? " " : "") name[i]
	print "# bash completion of " program " " version
	print "_" program "() {"
	print "\tlocal word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]}"
	print "\tlocal words= before= ending endings='" substr(endings, 2) "' find='compgen -f'"
	print "\t# --target=cu comes as three words."
	print "\tif [ \"$option\" = = ]; then"
	print "\t\toption=${COMP_WORDS[COMP_CWORD - 2]} endings="
	print "\telif [ \"$word\" = = ]; then"
	print "\t\tword= endings="
	print "\tfi"
	print "\tcase $option in"
	for (i = 1; i <= options; i++) {
		label = "\t" letter[i] (letter[i] && name[i] ? "|" : "") name[i] ") "
		if (words[i])
			print label "words='" words[i] "'" (many[i] ? " before=${word%\"${word##*,}\"}" : "") " ;;"
		else if (argument[i])
			print label (argument[i] == "DIR" ? "find='compgen -d'" : names_a_file(i) ? "" : "find=:") \
				" endings= ;;"
	}
	print "\t*) [[ $word != -* ]] || words='" substr(all, 2) "' ;;"
	print "\tesac"
	print "\tif [ \"$words\" ]; then"
	print "\t\tmapfile -t COMPREPLY < <(compgen -P \"$before\" -W \"$words\" -- \"${word##*,}\")"
	print "\t\treturn"
	print "\tfi"
	print "\tcompopt -o filenames 2>/dev/null"
	print "\tif [ -z \"$endings\" ]; then"
	print "\t\tmapfile -t COMPREPLY < <($find -- \"$word\")"
	print "\t\treturn"
	print "\tfi"
	print "\tmapfile -t COMPREPLY < <(compgen -d -- \"$word\""
	print "\t\tfor ending in $endings; do compgen -f -X \"!*.$ending\" -- \"$word\"; done)"
	print "}"
	print "complete -F _" program " " program
}

function put_zsh(   i, about, short, long, patterns) {
	print "#compdef " program
	print "# zsh completion of " program " " version
	print "_arguments -S \\"
	for (i = 1; i <= options; i++) {
		about = text[i]
		gsub(/\[|\]/, "\\\\&", about)
		about = "[" about "]"
		if (argument[i]) {
			about = about ":" argument[i] ":"
			if (words[i])
				about = about (many[i] ? "_values -s , word " words[i] : "(" words[i] ")")
			else
				about = about (argument[i] == "DIR" ? "_files -/" : names_a_file(i) ? "_files" : " ")
		}
		gsub(/'/, "'\\''", about)
		short = letter[i] (letter[i] && argument[i] ? "+" : "")
		long = name[i] (name[i] && argument[i] ? "=" : "")
		if (letter[i] && name[i])
			print "\t'(" letter[i] " " name[i] ")'{" short "," long "}'" about "' \\"
		else
			print "\t'" (argument[i] ~ /[=:]/ ? "*" : "") short long about "' \\"
	}
	patterns = substr(endings, 2)
	gsub(/ /, " *.", patterns)
	print "\t'*:FILE:_files -g \"*." patterns "\"'"
}

function put_fish(   i, line, count, ending) {
	print "# fish completion of " program " " version
	count = split(endings, ending, " ")
	for (i = 1; i <= count; i++)
		print "complete -c " program " -f -a '(__fish_complete_suffix ." ending[i] ")'"
	for (i = 1; i <= options; i++) {
		line = "complete -c " program
		if (letter[i])
			line = line (length(letter[i]) == 2 ? " -s " : " -o ") substr(letter[i], 2)
		if (name[i])
			line = line " -l " substr(name[i], 3)
		if (words[i])
			line = line " -x -a '" (many[i] ? "(__fish_append , " words[i] ")" : words[i]) "'"
		else if (argument[i])
			line = line (argument[i] == "DIR" ? " -x -a '(__fish_complete_directories)'" : \
				names_a_file(i) ? " -r -F" : " -x")
		gsub(/\\/, "\\\\", text[i])
		gsub(/'/, "\\'", text[i])
		print line " -d '" text[i] "'"
	}
}
