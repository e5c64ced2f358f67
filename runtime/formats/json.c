#include "runtime/formats/json.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 16 };

struct reader {
	struct arena *arena;
	const char *at;
	int depth;
};

static struct json *read_value(struct reader *r);

static void
skip_blanks(struct reader *r)
{
	r->at += strspn(r->at, " \t\r\n");
}

static bool
accept(struct reader *r, char c)
{
	skip_blanks(r);
	if (*r->at != c)
		return false;
	r->at++;
	return true;
}

static struct json *
new_value(struct reader *r, enum json_kind kind)
{
	struct json *value = arena_new(r->arena, struct json);

	value->kind = kind;
	return value;
}

/* Reads the character that an escape stands for; -1 if it is none. */
static int
read_escape(struct reader *r)
{
	static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
	const char *found = *r->at ? strchr(from, *r->at) : NULL;
	char digits[5] = "";
	long code;

	if (found) {
		r->at++;
		return to[found - from];
	}
	if (*r->at != 'u')
		return -1;
	strncpy(digits, r->at + 1, 4);
	code = strtol(digits, NULL, 16);
	if (strspn(digits, "0123456789abcdefABCDEF") != 4 || code < 1 || code > 255)
		return -1;
	r->at += 5;
	return (int)code;
}

/* The bytes of a string up to the quote that ends it, escapes included. */
static size_t
string_length(const char *at)
{
	size_t length = 0;

	while (at[length] && at[length] != '"' && at[length] != '\n')
		length += at[length] == '\\' && at[length + 1] ? 2 : 1;
	return length;
}

static const char *
read_string(struct reader *r)
{
	char *text = arena_alloc(r->arena, string_length(r->at) + 1, 1);
	int length = 0;

	while (*r->at && *r->at != '"' && *r->at != '\n') {
		int c = (unsigned char)*r->at++;

		if (c == '\\')
			c = read_escape(r);
		if (c < 0)
			return NULL;
		text[length++] = (char)c;
	}
	if (*r->at != '"')
		return NULL; /* at the text's end, perhaps: stay there */
	r->at++;
	return text;
}

/* Reads members up to the closing bracket. */
static struct json *
read_members(struct reader *r, enum json_kind kind, char close)
{
	struct json *value = new_value(r, kind), **last = &value->first;

	if (accept(r, close))
		return value;
	do {
		const char *name = NULL;

		if (kind == JSON_OBJECT && (!accept(r, '"') || !(name = read_string(r)) || !accept(r, ':')))
			return NULL;
		*last = read_value(r);
		if (!*last)
			return NULL;
		(*last)->name = name;
		last = &(*last)->next;
		value->count++;
	} while (accept(r, ','));
	return accept(r, close) ? value : NULL;
}

static struct json *
read_word(struct reader *r)
{
	static const char *const words[] = { "null", "false", "true" };
	struct json *value;
	char *end;

	for (int w = 0; w < 3; w++)
		if (!strncmp(r->at, words[w], strlen(words[w]))) {
			r->at += strlen(words[w]);
			return new_value(r, (enum json_kind)w);
		}
	if (*r->at != '-' && (*r->at < '0' || *r->at > '9'))
		return NULL;
	value = new_value(r, JSON_NUMBER);
	value->number = strtod(r->at, &end);
	if (end == r->at || !isfinite(value->number))
		return NULL;
	r->at = end;
	return value;
}

static struct json *
read_value(struct reader *r)
{
	struct json *value;

	if (++r->depth > DEEPEST)
		return NULL;
	if (accept(r, '{')) {
		value = read_members(r, JSON_OBJECT, '}');
	} else if (accept(r, '[')) {
		value = read_members(r, JSON_ARRAY, ']');
	} else if (accept(r, '"')) {
		value = new_value(r, JSON_STRING);
		value->string = read_string(r);
		value = value->string ? value : NULL;
	} else {
		value = read_word(r);
	}
	r->depth--;
	return value;
}

struct json *
json_parse(struct arena *arena, const char *text)
{
	struct reader r = { .arena = arena, .at = text };
	struct json *value = read_value(&r);

	skip_blanks(&r);
	return *r.at ? NULL : value;
}

const struct json *
json_member(const struct json *object, const char *name)
{
	const struct json *member = object && object->kind == JSON_OBJECT ? object->first : NULL;

	while (member && strcmp(member->name, name))
		member = member->next;
	return member;
}

const char *
json_text(const struct json *object, const char *name)
{
	const struct json *member = json_member(object, name);

	return member && member->kind == JSON_STRING ? member->string : "";
}

double
json_number(const struct json *object, const char *name)
{
	const struct json *member = json_member(object, name);

	return member && member->kind == JSON_NUMBER ? member->number : 0;
}

int
json_int(const struct json *value)
{
	if (!value || value->kind != JSON_NUMBER || isnan(value->number))
		return 0;
	return (int)fmin(fmax(value->number, INT_MIN), INT_MAX);
}

void
json_put_string(const char *text, FILE *out)
{
	putc('"', out);
	for (; *text; text++) {
		const unsigned char c = (unsigned char)*text;

		if (c == '"' || c == '\\')
			fprintf(out, "\\%c", c);
		else if (c < ' ')
			fprintf(out, "\\u%04x", c);
		else
			putc(c, out);
	}
	putc('"', out);
}
