#include "runtime/report/settings.h"

#include <string.h>

bool
settings_set(const struct setting *settings, size_t count, void *object, const char *key,
	const char *value)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(settings[i].key, key)) {
			*(const char **)((char *)object + settings[i].offset) = value;
			return true;
		}
	return false;
}
