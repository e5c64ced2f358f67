#include "runtime/formats/array_temp_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool
array_temp_file_result(int reason, const char *path, struct error *error)
{
	if (reason == EISDIR)
		error_set(error, EXIT_IO, "%s: cannot write: is a directory", path);
	else if (reason)
		error_set(error, EXIT_IO, "%s: cannot write: %s", path, strerror(reason));
	return !reason;
}

bool
array_temp_file_open(struct temp_file *temp_file, const char *path, struct error *error)
{
	return array_temp_file_result(temp_file_open(temp_file, path), path, error);
}

bool
array_temp_file_keep(struct temp_file *temp_file, const char *path, struct error *error)
{
	return array_temp_file_result(temp_file_keep(temp_file), path, error);
}

/* The folder of a file, and the file's name in it. */
static bool
find_folder(const char *path, struct stat *folder, const char **name)
{
	const char *slash = strrchr(path, '/');
	char *above = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
	const bool found = above && !stat(above, folder);

	free(above);
	*name = slash ? slash + 1 : path;
	return found;
}

bool
array_temp_file_clash(const struct temp_file *a, const struct temp_file *b)
{
	struct stat folder_a, folder_b;
	const char *name_a, *name_b;

	return a->temporary && b->temporary && find_folder(a->target, &folder_a, &name_a)
		&& find_folder(b->target, &folder_b, &name_b) && folder_a.st_dev == folder_b.st_dev
		&& folder_a.st_ino == folder_b.st_ino && !strcmp(name_a, name_b);
}
