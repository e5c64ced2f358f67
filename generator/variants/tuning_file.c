#include "generator/variants/tuning_file.h"

#include "generator/cli/command_line.h"
#include "generator/base/exit.h"
#include "generator/base/files.h"
#include "generator/variants/variant_words.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const char title[] =
"# What stencilbench --tune found best; for stencilrun --tuned and stencilgen --tuned.\n";

/* The words of a line, in the order in which they are written. */
static const struct {
	const char *name;
	size_t member; /* in struct tuned */
} words[] = {
#define WORD(name) { #name, offsetof(struct tuned, name) }
	WORD(stencil), WORD(size), WORD(precision), WORD(order), WORD(storage), WORD(access), WORD(fields),
	WORD(levels), WORD(block), WORD(decision), WORD(store), WORD(place),
#undef WORD
	{ "median_us", offsetof(struct tuned, median) },
	{ "text", offsetof(struct tuned, text) },
};
enum { WORDS = sizeof words/sizeof *words };

static const char **
word(const struct tuned *tuned, int w)
{
	return (const char **)((char *)tuned + words[w].member);
}

static bool
is_word(const char *name, const char *text, size_t length)
{
	return strlen(name) == length && !memcmp(name, text, length);
}

/* Reads "NAME=VALUE" into the entry. Older versions wrote kept=VALUE for decision=VALUE. */
static bool
read_word(struct arena *arena, const char *text, size_t length, struct tuned *tuned)
{
	const char *equals = memchr(text, '=', length);
	const size_t name = equals ? (size_t)(equals - text) : 0;
	const char *value = equals ? arena_strndup(arena, equals + 1, length - name - 1) : NULL;

	for (int w = 0; w < WORDS && equals; w++)
		if (is_word(words[w].name, text, name) || (words[w].member == offsetof(struct tuned, decision) && is_word("kept", text, name))) {
			*word(tuned, w) = value;
			return *value != '\0';
		}
	for (int c = 0; c < TUNABLE_COUNT && equals; c++)
		if (is_word(tunables[c].name, text, name))
			return tunable_read(c, value, &tuned->tunables[c]);
	return false;
}

static bool
is_time(const char *text)
{
	char *end;
	const double time = strtod(text, &end);

	return end != text && !*end && time >= 0 && time < HUGE_VAL;
}

static struct tuned *
read_best(struct arena *arena, const char *line)
{
	struct tuned *tuned = arena_new(arena, struct tuned);

	while (*(line += strspn(line, " "))) {
		const size_t length = strcspn(line, " ");

		if (!read_word(arena, line, length, tuned))
			return NULL;
		line += length;
	}
	/* Files from before there was a choice do not say it. */
	if (!tuned->levels)
		tuned->levels = levels_names[LEVELS_OUTERMOST];
	tuned->decision = tuned->decision ? tuned->decision : "-";
	tuned->store = tuned->store ? tuned->store : "-";
	tuned->place = tuned->place ? tuned->place : "-";
	for (int w = 0; w < WORDS; w++)
		if (!*word(tuned, w))
			return NULL;
	return is_time(tuned->median) ? tuned : NULL;
}

static bool
read_line(struct arena *arena, const char *line, struct tuning_fact ***fact, struct tuned ***best)
{
	const char *colon = strstr(line, ": ");

	if (*line == '#' || !*line)
		return true;
	if (!colon)
		return false;
	if (!strncmp(line, "best: ", 6)) {
		**best = read_best(arena, colon + 2);
		if (!**best)
			return false;
		*best = &(**best)->next;
		return true;
	}
	**fact = arena_new(arena, struct tuning_fact);
	(**fact)->name = arena_strndup(arena, line, (size_t)(colon - line));
	(**fact)->value = colon + 2;
	*fact = &(**fact)->next;
	return true;
}

bool
tuning_read(struct arena *arena, const char *path, struct tuning *tuning, struct error *error)
{
	struct tuning_fact **fact = &tuning->facts;
	struct tuned **best = &tuning->best;
	const char *text;
	size_t size;

	*tuning = (struct tuning){ .path = path };
	if (!file_read(arena, path, &text, &size, error))
		return error_prefix(error, "cannot read %s: ", path);
	for (int number = 1; *text; number++) {
		const size_t length = strcspn(text, "\n");

		if (!read_line(arena, arena_strndup(arena, text, length), &fact, &best))
			return error_set(error, EXIT_ERRORS, "%s:%d: no line that stencilbench --tune writes", path, number);
		text += length + (text[length] == '\n');
	}
	return tuning->best || error_set(error, EXIT_ERRORS, "%s: there is no tuned kernel in it", path);
}

/* Most stencils keep nothing by choice. */
static bool
is_optional(size_t member)
{
	return member == offsetof(struct tuned, decision) || member == offsetof(struct tuned, store)
		|| member == offsetof(struct tuned, place);
}

void
tuning_write(const struct tuning *tuning, FILE *out)
{
	fputs(title, out);
	for (const struct tuning_fact *fact = tuning->facts; fact; fact = fact->next)
		fprintf(out, "%s: %s\n", fact->name, fact->value);
	for (const struct tuned *tuned = tuning->best; tuned; tuned = tuned->next) {
		fputs("best:", out);
		for (int w = 0; w < WORDS - 2; w++)
			if (!is_optional(words[w].member) || strcmp(*word(tuned, w), "-"))
				fprintf(out, " %s=%s", words[w].name, *word(tuned, w));
		for (int c = 0; c < TUNABLE_COUNT; c++)
			if (tuned->tunables[c])
				fprintf(out, " %s=%d", tunables[c].name, tunable_number(tuned->tunables[c]));
		for (int w = WORDS - 2; w < WORDS; w++)
			fprintf(out, " %s=%s", words[w].name, *word(tuned, w));
		putc('\n', out);
	}
}

const char *
tuning_fact(const struct tuning *tuning, const char *name)
{
	for (const struct tuning_fact *fact = tuning->facts; fact; fact = fact->next)
		if (!strcmp(fact->name, name))
			return fact->value;
	return "";
}

bool
tuned_decision(const struct tuned *tuned, struct storage_decision *decision)
{
	const bool shared = !strcmp(tuned->place, place_words.names[PLACE_SHARED]);

	*decision = (struct storage_decision){ .store = strcmp(tuned->store, "-") ? tuned->store : NULL, .place = shared ? PLACE_SHARED : PLACE_GLOBAL };
	return !strcmp(tuned->decision, "-") || decision->store || shared;
}

int
tuned_steps(const struct tuned *tuned)
{
	const int steps = tuned->tunables[TUNABLE_steps_per_launch];

	return steps > 1 ? steps : 1;
}

double
tuned_step_time(const struct tuned *tuned)
{
	return atof(tuned->median)/tuned_steps(tuned);
}

static bool
same_task(const struct tuned *a, const struct tuned *b)
{
	return tuned_steps(a) == tuned_steps(b) && !strcmp(a->stencil, b->stencil) && !strcmp(a->size, b->size) && !strcmp(a->precision, b->precision)
		&& !strcmp(a->order, b->order) && !strcmp(a->text, b->text);
}

struct tuning
tuning_fastest(struct arena *arena, const struct tuning *tuning)
{
	struct tuning fastest = *tuning;
	struct tuned **last = &fastest.best;
	struct storage_decision decision;

	for (const struct tuned *t = tuning->best; t; t = t->next) {
		bool slower = !tuned_decision(t, &decision);

		for (const struct tuned *other = tuning->best; other && !slower; other = other->next)
			slower = same_task(t, other) && tuned_decision(other, &decision) && atof(other->median) < atof(t->median);
		if (slower)
			continue;
		*last = arena_new(arena, struct tuned);
		**last = *t;
		last = &(*last)->next;
	}
	*last = NULL;
	return fastest;
}
