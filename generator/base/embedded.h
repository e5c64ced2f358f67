#ifndef EMBEDDED_H
#define EMBEDDED_H

#include <stddef.h>

/* Files that are built into the programs (see embed.sh); the last of the table
 * has no name. A name is the path within the project; a zero follows the text. */
struct embedded {
	const char *name;
	const unsigned char *text;
	size_t size;
};

extern const struct embedded embedded[];

/* NULL if there is no such file. */
const struct embedded *embedded_find(const char *name);

#endif
