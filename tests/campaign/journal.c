#define _POSIX_C_SOURCE 200809L /* open_memstream, getline */

#include "tests/campaign/journal.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const result_names[RESULTS] = { "passed", "refused", "failed" };

static bool
is_part(const struct features *a, const struct features *of)
{
	for (int w = 0; w < FEATURE_WORDS; w++)
		if (a->words[w] & ~of->words[w])
			return false;
	return true;
}

void
outcome_add(struct outcome *o, const struct features *features)
{
	int left = 0;

	for (int i = 0; i < o->set_count; i++)
		if (is_part(features, &o->sets[i]))
			return;
	for (int i = 0; i < o->set_count; i++)
		if (!is_part(&o->sets[i], features))
			o->sets[left++] = o->sets[i];
	o->set_count = left;
	if (o->set_count < MOST_SETS)
		o->sets[o->set_count++] = *features;
}

/* NAME KIND RESULT KERNELS RUNS INTERIORS SETS MESSAGE end, with tabs between. */
bool
journal_append(const char *path, const char *name, const struct outcome *o)
{
	const int file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0666);
	char *text = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&text, &length);
	bool good = file >= 0 && out;

	if (out) {
		fprintf(out, "%s\t%s\t%s\t%ld\t%ld\t%ld\t", name, *o->kind ? o->kind : "-", result_names[o->result], o->kernels, o->runs,
			o->interiors);
		for (int i = 0; i < o->set_count; i++) {
			fprintf(out, "%s", i ? "," : "");
			for (int w = 0; w < FEATURE_WORDS; w++)
				fprintf(out, "%s%" PRIx64, w ? "." : "", o->sets[i].words[w]);
		}
		fputs(o->set_count ? "\t" : "-\t", out);
		for (const char *c = *o->message ? o->message : "-"; *c; c++)
			fputc(*c == '\t' || *c == '\n' ? ' ' : *c, out);
		fputs("\tend\n", out);
		good = !fclose(out) && good;
	}
	/* One call of write: lines of several processes do not mix. */
	good = good && write(file, text, length) == (ssize_t)length;
	if (file >= 0)
		close(file);
	free(text);
	return good;
}

static void
read_sets(struct outcome *o, const char *text)
{
	while (*text && *text != '-' && o->set_count < MOST_SETS) {
		for (int w = 0; w < FEATURE_WORDS; w++) {
			char *end;

			o->sets[o->set_count].words[w] = strtoull(text, &end, 16);
			text = end + (*end == '.' || *end == ',');
		}
		o->set_count++;
	}
}

static bool
read_line(char *line, char **name, struct outcome *o)
{
	enum { NAME, KIND, RESULT, KERNELS, RUNS, INTERIORS, SETS, MESSAGE, END, CELLS };
	char *cells[CELLS], *next = line;

	for (int c = 0; c < CELLS; c++) {
		cells[c] = next;
		next += strcspn(next, "\t\n");
		if (*next != (c == END ? '\n' : '\t'))
			return false;
		*next++ = '\0';
	}
	*o = (struct outcome){ .kernels = atol(cells[KERNELS]), .runs = atol(cells[RUNS]), .interiors = atol(cells[INTERIORS]) };
	while (o->result < RESULTS && strcmp(result_names[o->result], cells[RESULT]) != 0)
		o->result++;
	*name = cells[NAME];
	snprintf(o->kind, sizeof o->kind, "%s", cells[KIND]);
	snprintf(o->message, sizeof o->message, "%s", cells[MESSAGE]);
	read_sets(o, cells[SETS]);
	return o->result < RESULTS && !strcmp(cells[END], "end");
}

int
journal_read(const char *path, journal_visit *visit, void *context)
{
	FILE *file = fopen(path, "r");
	char *line = NULL, *name;
	size_t room = 0;
	int count = 0;

	while (file && getline(&line, &room, file) >= 0) {
		struct outcome outcome;

		/* A line that a kill cut off is followed by the next one, without a newline. */
		if (!read_line(line, &name, &outcome))
			continue;
		visit(context, name, &outcome);
		count++;
	}
	free(line);
	if (file)
		fclose(file);
	return count;
}
