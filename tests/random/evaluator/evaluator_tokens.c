#include "tests/random/evaluator/evaluator_program.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void
skip_blanks(struct reader *r)
{
	for (;;) {
		while (isspace((unsigned char)*r->at))
			r->at++;
		if (!strncmp(r->at, "//", 2)) {
			r->at += strcspn(r->at, "\n");
		} else if (!strncmp(r->at, "/*", 2)) {
			const char *end = strstr(r->at + 2, "*/");

			r->at = end ? end + 2 : r->at + strlen(r->at);
		} else {
			return;
		}
	}
}

static size_t
number_length(const char *text)
{
	char *end;

	strtod(text, &end);
	return (size_t)(end - text) - (end[-1] == '.' && *end == '.');
}

void
advance(struct reader *r)
{
	static const char *const pairs[] = { "||", "&&", "==", "!=", "<=", ">=", ".." };
	size_t length = 0;

	skip_blanks(r);
	if (isalpha((unsigned char)*r->at) || *r->at == '_')
		while (isalnum((unsigned char)r->at[length]) || r->at[length] == '_')
			length++;
	else if (isdigit((unsigned char)*r->at) || (*r->at == '.' && isdigit((unsigned char)r->at[1])))
		length = number_length(r->at);
	else
		length = *r->at != '\0';
	for (int i = 0; i < 7; i++)
		if (!strncmp(r->at, pairs[i], 2))
			length = 2;
	if (length > 63)
		length = 63;
	memcpy(r->token, r->at, length);
	r->token[length] = '\0';
	r->at += length;
}

bool
is_token(const struct reader *r, const char *token)
{
	return !strcmp(r->token, token);
}

bool
accept_token(struct reader *r, const char *token)
{
	if (!is_token(r, token))
		return false;
	advance(r);
	return true;
}

void
need_token(struct reader *r, const char *token)
{
	if (!accept_token(r, token) && !r->p->error)
		r->p->error = token;
}
