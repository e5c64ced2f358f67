#include "runtime/library/plan_options.h"

#include "generator/cli/command_line.h"
#include "generator/variants/variant_words.h"
#include "runtime/device/backend.h"

#include <stddef.h>
#include <string.h>

static const char *const padding_names[] = { "keep", "overwrite" };
static const struct catalogue padding_words = { "padding", padding_names, 2 };

static const struct {
	const char *name;
	size_t place; /* in struct plan_options */
	const struct catalogue *words;
} rows[] = {
#define ROW(name, words) { #name, offsetof(struct plan_options, name), words }
	ROW(backend, &backend_words), ROW(precision, &precision_words), ROW(low, &low_words), ROW(storage, NULL),
	ROW(access, NULL), ROW(levels, &levels_words), ROW(order, NULL), ROW(block, NULL),
	ROW(store, NULL), ROW(place, &place_words), ROW(padding, &padding_words), ROW(fix, NULL),
	ROW(swap, NULL),
#undef ROW
};
enum { ROWS = sizeof rows/sizeof *rows };

static bool
read_text(struct arena *arena, int row, const char *value, struct plan_options *options, struct error *error)
{
	const struct catalogue *words = rows[row].words;

	if (!*value)
		return error_set(error, EXIT_USAGE, "option %s has no value", rows[row].name);
	if (words && catalogue_find(words, value) < 0)
		return catalogue_refuse(arena, words, value, error);
	*(const char **)((char *)options + rows[row].place) = value;
	return true;
}

static bool
read_option(struct arena *arena, const char *name, const char *value, struct plan_options *options, struct error *error)
{
	const char *names[ROWS + TUNABLE_COUNT];
	const struct catalogue catalogue = { "option", names, ROWS + TUNABLE_COUNT };

	for (int i = 0; i < ROWS; i++) {
		names[i] = rows[i].name;
		if (!strcmp(name, names[i]))
			return read_text(arena, i, value, options, error);
	}
	for (int t = 0; t < TUNABLE_COUNT; t++) {
		names[ROWS + t] = tunables[t].name;
		if (!strcmp(name, tunables[t].name))
			return tunable_read(t, value, &options->tunables[t]) || error_set(error, EXIT_USAGE,
				"option %s accepts a number from %d to %d, not '%s'", name, tunables[t].least, tunables[t].most, value);
	}
	return catalogue_refuse(arena, &catalogue, name, error);
}

enum type
plan_precision(const struct plan_options *options)
{
	return options->precision && !strcmp(options->precision, "float") ? TYPE_FLOAT : TYPE_DOUBLE;
}

bool
plan_low_is_float(const struct plan_options *options)
{
	return options->low && !strcmp(options->low, "float");
}

bool
plan_options_read(struct arena *arena, const char *text, struct plan_options *options, struct error *error)
{
	*options = (struct plan_options){ 0 };
	while (text && *(text += strspn(text, " \t\n"))) {
		const size_t length = strcspn(text, " \t\n"), name = strcspn(text, "= \t\n");

		if (name == length)
			return error_set(error, EXIT_USAGE, "option '%.*s': write NAME=VALUE", (int)length, text);
		if (!read_option(arena, arena_strndup(arena, text, name),
				arena_strndup(arena, text + name + 1, length - name - 1), options, error))
			return false;
		text += length;
	}
	return true;
}

/* An error of the tools' --fix, in words of the library. */
static bool
refuse_fix(struct arena *arena, struct error *error)
{
	const char *tools = arena_strndup(arena, error->text, strlen(error->text)) + strlen("--fix");

	return error_set(error, EXIT_USAGE, "option fix%s%s", *tools == ' ' ? "=" : "", tools + (*tools == ' '));
}

bool
plan_read_fixes(struct arena *arena, const struct plan_options *options, struct fixes *fixes, struct error *error)
{
	const char *text = options->fix ? options->fix : "";
	struct texts given = { .items = arena_array(arena, const char *, strlen(text) + 1) };

	for (; *text; text += *text == ',') {
		const size_t length = strcspn(text, ",");

		given.items[given.count++] = arena_strndup(arena, text, length);
		text += length;
	}
	return fixes_read(arena, &given, fixes, error) || refuse_fix(arena, error);
}

bool
plan_check_fixes(struct arena *arena, const struct fixes *fixes, struct error *error)
{
	return fixes_known(fixes, error) || refuse_fix(arena, error);
}

struct storage_decision
plan_storage_decision(struct arena *arena, const struct plan_options *options)
{
	return (struct storage_decision){
		options->store, options->place ? (enum kept_place)catalogue_find(&place_words, options->place) : PLACE_ANY,
		backend_processor(arena, options->backend ? options->backend : "auto", options->store),
	};
}

enum levels
plan_levels(const struct plan_options *options)
{
	return options->levels ? (enum levels)catalogue_find(&levels_words, options->levels) : LEVELS_OUTERMOST;
}

bool
plan_may_pad(const struct plan_options *options)
{
	return options->padding && !strcmp(options->padding, "overwrite");
}
