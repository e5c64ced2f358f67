#include "tests/unit/runtime/svg_text.h"

#include "runtime/chart/svg.h"

#include <check.h>
#include <string.h>

char *
svg_of(const struct chart *chart)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	ck_assert(out && chart_write(chart, out));
	fclose(out);
	return text;
}

int
count_of(const char *svg, const char *text)
{
	int count = 0;

	for (const char *found = strstr(svg, text); found; found = strstr(found + 1, text))
		count++;
	return count;
}
