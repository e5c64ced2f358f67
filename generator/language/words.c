#include "generator/language/words.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char *
word_name(struct parser *p, struct span span, const char *text)
{
	size_t length = strlen(text);

	if (length > MAX_NAME) {
		error_at(p->source, span, "name of more than %d characters", MAX_NAME);
		length = MAX_NAME;
	}
	return arena_strndup(p->arena, text, length);
}

/* digits [. digits] [e [+-] digits], with a digit before the e */
static bool
is_number(const char *text)
{
	const char *digits = "0123456789", *start = text;
	size_t count = strspn(text, digits);

	text += count;
	if (*text == '.') {
		const size_t decimals = strspn(text + 1, digits);

		count += decimals;
		text += 1 + decimals;
	}
	if (!count)
		return false;
	if (*text == 'e' || *text == 'E') {
		text += 1 + (text[1] == '+' || text[1] == '-');
		if (!strspn(text, digits))
			return false;
		text += strspn(text, digits);
	}
	return !*text && text - start < 64;
}

const char *
word_number(struct parser *p, struct span span, const char *text)
{
	if (strlen(text) >= 64)
		error_at(p->source, span, "number of more than 63 characters");
	else if (!is_number(text))
		error_at(p->source, span, "'%s' is no number", text);
	else
		return arena_strndup(p->arena, text, strlen(text));
	return "0";
}

const char *
word_negative(struct parser *p, const char *number)
{
	return arena_printf(p->arena, "-%s", number);
}

int
word_offset(struct parser *p, struct span span, const char *number)
{
	long value;

	if (strspn(number, "0123456789") != strlen(number)) {
		error_at(p->source, span, "an offset is a whole number");
		return 0;
	}
	errno = 0;
	value = strtol(number, NULL, 10);
	if (errno || value > MAX_OFFSET) {
		error_at(p->source, span, "offset out of range: at most %d", MAX_OFFSET);
		return 0;
	}
	return (int)value;
}

const char *
word_end(const struct parser *p)
{
	return p->is_formula ? "end of formula" : "end of file";
}
