#include "fibers_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void
fibers_fail(const char *format, ...)
{
	va_list args;

	fputs("stencil host: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	abort();
}
