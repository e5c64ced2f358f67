#include "generator/base/suggest.h"

#include <stdbool.h>
#include <string.h>

enum { MOST_LETTERS = 64 };

/* Insertions, deletions, replacements and swaps of neighbours (the restricted
 * Damerau-Levenshtein distance) from a to b, both at most MOST_LETTERS long. */
static int
distance(const char *a, const char *b)
{
	int d[MOST_LETTERS + 1][MOST_LETTERS + 1];
	const int m = (int)strlen(a), n = (int)strlen(b);

	for (int i = 0; i <= m; i++)
		d[i][0] = i;
	for (int j = 0; j <= n; j++)
		d[0][j] = j;
	for (int i = 1; i <= m; i++)
		for (int j = 1; j <= n; j++) {
			int best = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);

			if (best > d[i - 1][j] + 1)
				best = d[i - 1][j] + 1;
			if (best > d[i][j - 1] + 1)
				best = d[i][j - 1] + 1;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]
					&& best > d[i - 2][j - 2] + 1)
				best = d[i - 2][j - 2] + 1;
			d[i][j] = best;
		}
	return d[m][n];
}

/* Of two that are as near, the one that begins alike: first letters are seldom wrong. */
static bool
begins_better(const char *name, const char *other, const char *best)
{
	return best && other[0] == name[0] && best[0] != name[0];
}

const char *
suggest(const char *name, const char *const *names, int count)
{
	const int length = (int)strlen(name);
	int least = 1 + (length > 3) + (length > 8) + 1;
	const char *best = NULL;

	if (strlen(name) > MOST_LETTERS)
		return NULL;
	for (int i = 0; i < count; i++) {
		int d;

		if (strlen(names[i]) > MOST_LETTERS || !strcmp(names[i], name))
			continue;
		d = distance(name, names[i]);
		if (d < length && (d < least || (d == least && begins_better(name, names[i], best)))) {
			least = d;
			best = names[i];
		}
	}
	return best;
}
