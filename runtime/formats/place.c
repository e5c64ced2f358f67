#include "runtime/formats/place.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct {
	const char *ending;
	enum format format;
} endings[] = {
	{ ".nc", FORMAT_NETCDF },
	{ ".nc4", FORMAT_NETCDF },
	{ ".cdf", FORMAT_NETCDF },
	{ ".vti", FORMAT_VTI },
	{ ".vtu", FORMAT_VTU },
	{ ".pvd", FORMAT_PVD },
	{ ".svg", FORMAT_SVG },
	{ ".png", FORMAT_PNG },
};
enum { ENDINGS = sizeof endings/sizeof *endings };

static enum format
find_format(const char *path, size_t length)
{
	if (memchr(path, '#', length) && !strncmp(path, "file://", 7))
		return FORMAT_NETCDF;
	for (int i = 0; i < ENDINGS; i++) {
		const size_t ending = strlen(endings[i].ending);

		if (length > ending && !memcmp(path + length - ending, endings[i].ending, ending))
			return endings[i].format;
	}
	return FORMAT_NPY;
}

/* Reads "time=3,level=0]", and "time" without an index if *records can be set to it. Returns false if it is no such thing. */
static bool
read_selections(struct arena *arena, const char *text, struct selection **last, struct selection **records)
{
	for (const char *at = text; ; at++) {
		const size_t length = strcspn(at, "=,]");
		struct selection *selection = arena_new(arena, struct selection);
		char *end = (char *)at + length;

		selection->dimension = arena_strndup(arena, at, length);
		if (!length || (at[length] != '=' && (!records || *records)))
			return false;
		errno = 0;
		if (at[length] != '=')
			*records = selection;
		else
			selection->index = strtoll(at + length + 1, &end, 10);
		if (end == at + length + 1 || errno || (*end != ',' && *end != ']'))
			return false;
		*last = selection;
		last = &selection->next;
		at = end;
		if (*at == ']')
			return !at[1];
	}
}

/* Reads "level=K" or "y=J". */
static bool
read_section(struct arena *arena, const char *text, struct selection **section)
{
	return read_selections(arena, arena_printf(arena, "%s]", text), section, NULL) && !(*section)->next && (*section)->index >= 0
		&& (!strcmp((*section)->dimension, "level") || !strcmp((*section)->dimension, "y"));
}

bool
place_read(struct arena *arena, const char *text, const char *field, struct place *place,
	struct error *error)
{
	const char *bracket = *text && text[strlen(text) - 1] == ']' ? strrchr(text, '[') : NULL;
	const size_t length = bracket ? (size_t)(bracket - text) : strlen(text);
	const char *colon = text + length;

	*place = (struct place){ .text = text, .path = text, .format = find_format(text, strlen(text)),
		.variable = field };
	while (colon > text && *colon != ':')
		colon--;
	if (*colon == ':' && format_is_picture(find_format(text, (size_t)(colon - text)))) {
		place->format = find_format(text, (size_t)(colon - text));
		place->path = arena_strndup(arena, text, (size_t)(colon - text));
		return read_section(arena, colon + 1, &place->selections)
			|| error_set(error, EXIT_USAGE, "%s: write the section of a picture as FILE.svg:level=K or FILE.svg:y=J", text);
	}
	if (*colon != ':' || find_format(text, (size_t)(colon - text)) != FORMAT_NETCDF)
		colon = text + length;
	if (find_format(text, (size_t)(colon - text)) != FORMAT_NETCDF)
		return true;
	place->format = FORMAT_NETCDF;
	place->path = arena_strndup(arena, text, (size_t)(colon - text));
	if (*colon == ':')
		place->variable = arena_strndup(arena, colon + 1, (size_t)(text + length - colon - 1));
	if (!*place->variable)
		return error_set(error, EXIT_USAGE, "%s: name a variable after ':'", text);
	if (strpbrk(place->variable, "[]") || (bracket && !read_selections(arena, bracket + 1, &place->selections, &place->records)))
		return error_set(error, EXIT_USAGE, "%s: write an index as [DIMENSION=INDEX], for example [time=3,level=0]", text);
	return true;
}

bool
place_is_readable(const struct place *place)
{
	const size_t length = strcspn(place->path, "#");
	char *path;
	bool readable;

	if (strncmp(place->path, "file://", 7))
		return !access(place->path, R_OK);
	path = strndup(place->path + 7, length - 7);
	readable = path && !access(path, R_OK);
	free(path);
	return readable;
}

bool
place_is_in(const struct place *place, const char *path)
{
	struct stat own, other;

	return place->path && (!strcmp(place->path, path)
		|| (!stat(place->path, &own) && !stat(path, &other) && own.st_dev == other.st_dev && own.st_ino == other.st_ino));
}
