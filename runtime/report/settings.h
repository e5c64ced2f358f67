#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

/* A setting of a page's directive: a key, and the member of a struct that has its text. */
struct setting {
	const char *key;
	size_t offset; /* of a const char * */
};

/* Sets a member of the object by its key. Returns false if no setting has the key. */
bool settings_set(const struct setting *settings, size_t count, void *object, const char *key,
	const char *value);

#endif
