#ifndef JSON_H
#define JSON_H

#include "generator/base/arena.h"

#include <stdbool.h>
#include <stdio.h>

/* A reader of JSON as the tools write it: strings on one line, at most 16 levels deep. */
enum json_kind { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };

struct json {
	enum json_kind kind;
	double number;
	const char *string;
	const char *name;   /* in an object */
	struct json *first; /* of an array or object, in order */
	struct json *next;
	int count;
};

/* NULL if the text is not one JSON value. \u escapes stand for one byte. */
struct json *json_parse(struct arena *arena, const char *text);

/* A member of an object; NULL if there is none. */
const struct json *json_member(const struct json *object, const char *name);

/* Values of members; "" and 0 if one is missing or of another kind. */
const char *json_text(const struct json *object, const char *name);
double json_number(const struct json *object, const char *name);

/* A number's nearest int towards 0; 0 for NULL and what is no number. */
int json_int(const struct json *value);

/* Prints a text as a string. */
void json_put_string(const char *text, FILE *out);

#endif
