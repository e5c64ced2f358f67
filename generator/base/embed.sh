#!/bin/sh
# embed.sh FILE... : writes C that holds the files' bytes, each under its path,
# as the table that embedded.h declares.
set -eu

echo '#include "generator/base/embedded.h"'
n=0
for file; do
	echo "static const unsigned char text$n[] = {"
	od -An -v -tu1 "$file" | sed 's/^ *//; s/  */,/g; s/$/,/'
	echo "0 };"
	n=$((n + 1))
done
echo 'const struct embedded embedded[] = {'
n=0
for file; do
	echo "	{ \"$file\", text$n, sizeof text$n - 1 },"
	n=$((n + 1))
done
echo '	{ 0 },'
echo '};'
