#define _XOPEN_SOURCE 700 /* mkdtemp */

#include "runtime/mesh/mesh_folder.h"

#include "generator/base/cleanup.h"
#include "runtime/formats/npy_write.h"
#include "runtime/mesh/mesh_own.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A folder that is being written under another name, beside the one that it will be. */
struct temp_folder {
	struct arena arena;
	struct error *error;
	const char *shown; /* in messages */
	char *path;        /* without links, or slashes at its end */
	char *temporary;
};

static bool
fail(const struct temp_folder *temp_file, int reason)
{
	return error_set(temp_file->error, EXIT_IO, "%s: cannot write: %s", temp_file->shown, strerror(reason));
}

static bool
is_npy(const char *name)
{
	const size_t length = strlen(name);

	return length > 4 && !strcmp(name + length - 4, ".npy");
}

/* Whether there is nothing at the path, or a folder with nothing but .npy files. */
static bool
may_replace(const struct temp_folder *temp_file)
{
	DIR *folder = opendir(temp_file->path);
	const struct dirent *entry;
	bool good = true;

	if (!folder)
		return errno == ENOENT || fail(temp_file, errno);
	while (good && (entry = readdir(folder)))
		if (!is_npy(entry->d_name) && strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."))
			good = error_set(temp_file->error, EXIT_IO, "%s: cannot write: it holds %s; a folder is only replaced if "
				"all in it are .npy files", temp_file->shown, entry->d_name);
	closedir(folder);
	return good;
}

/* Removes a folder of .npy files. */
static bool
remove_folder(struct temp_folder *temp_file, const char *path)
{
	DIR *folder = opendir(path);
	const struct dirent *entry;

	while (folder && (entry = readdir(folder)))
		if (is_npy(entry->d_name))
			unlink(arena_printf(&temp_file->arena, "%s/%s", path, entry->d_name));
	if (folder)
		closedir(folder);
	return !rmdir(path);
}

static char *
make_beside(struct temp_folder *temp_file)
{
	char *path = arena_printf(&temp_file->arena, "%s.stencilgen-XXXXXX", temp_file->path);

	return cleanup_create_folder(path) ? path : NULL;
}

static bool
begin(struct temp_folder *temp_file)
{
	const mode_t mask = umask(0);

	umask(mask);
	if (!may_replace(temp_file))
		return false;
	temp_file->temporary = make_beside(temp_file);
	if (!temp_file->temporary)
		return fail(temp_file, errno);
	return !chmod(temp_file->temporary, 0777 & ~mask) || fail(temp_file, errno);
}

/* Gives the folder its name. What had it is moved away and then removed. */
static bool
keep(struct temp_folder *temp_file)
{
	char *old = NULL;

	if (!access(temp_file->path, F_OK)) {
		old = make_beside(temp_file);
		if (!old || rename(temp_file->path, old))
			return fail(temp_file, errno);
	}
	if (rename(temp_file->temporary, temp_file->path)) {
		const int reason = errno;

		if (old && !rename(old, temp_file->path))
			cleanup_forget(old);
		return fail(temp_file, reason);
	}
	cleanup_forget(temp_file->temporary);
	temp_file->temporary = NULL;
	if (old && remove_folder(temp_file, old))
		cleanup_forget(old);
	return true;
}

static void
discard(struct temp_folder *temp_file)
{
	if (temp_file->temporary && remove_folder(temp_file, temp_file->temporary))
		cleanup_forget(temp_file->temporary);
	arena_free(&temp_file->arena);
}

/* Writes an array of (count, width), or (count) if width is 0. */
static bool
write_array(struct temp_folder *temp_file, const char *name, const void *data, bool whole, int count, int width)
{
	const struct array array = {
		.ndim = width ? 2 : 1, .shape = { count, width ? width : 1 }, .whole = whole,
		.element = whole ? sizeof (int) : sizeof (double), .data = (void *)data,
	};
	const char *path = arena_printf(&temp_file->arena, "%s/%s.npy", temp_file->temporary, name);
	struct error error;

	cleanup_add(path);
	if (!npy_write(path, &array, &error)) {
		const char *why = strrchr(error.text, ':');

		return error_set(temp_file->error, EXIT_IO, "%s: cannot write%s", temp_file->shown, why ? why : "");
	}
	return true;
}

static bool
write_relations(struct temp_folder *temp_file, const struct mesh *mesh)
{
	for (int id = 0; id < RELATIONS; id++) {
		const struct relation_kind *kind = &relation_kinds[id];
		const struct mesh_relation *r = &mesh->relations[id];

		if (r->at && !write_array(temp_file, arena_printf(&temp_file->arena, "%s_%s", location_names[kind->from], kind->name),
				r->at, true, mesh->count[kind->from], r->width))
			return false;
	}
	for (const struct mesh_own *own = mesh->own; own; own = own->next)
		if (!write_array(temp_file, arena_printf(&temp_file->arena, "%s_%s", location_names[own->from], own->name), own->at, true,
				mesh->count[own->from], own->width))
			return false;
	return true;
}

static bool
write_locations(struct temp_folder *temp_file, const struct mesh *mesh)
{
	for (int l = 0; l < LOCATIONS; l++) {
		const char *name = location_names[l];

		if (mesh->xyz[l] && !write_array(temp_file, arena_printf(&temp_file->arena, "%s_xyz", name), mesh->xyz[l], false,
				mesh->count[l], mesh->dimensions))
			return false;
		if (mesh->row[l] && !write_array(temp_file, arena_printf(&temp_file->arena, "%s_row", name), mesh->row[l], true,
				mesh->count[l], 0))
			return false;
	}
	return !mesh->periodic || write_array(temp_file, "periods", mesh->periods, false, 2, 2);
}

static bool
write_fields(struct temp_folder *temp_file, const struct mesh *mesh)
{
	for (const struct mesh_field *f = mesh->fields; f; f = f->next) {
		const bool column = f->relation == COLUMN;
		const char *name = arena_printf(&temp_file->arena, "%s_%s%s%s", location_names[f->location],
			mesh_slots_name(f->relation), column ? "" : "_", f->name);

		if (!write_array(temp_file, name, f->values, false, mesh->count[f->location],
				column ? 0 : mesh_slots(mesh, f->relation)))
			return false;
	}
	return true;
}

bool
mesh_folder_write(const struct mesh *mesh, const char *path, struct error *error)
{
	struct temp_folder temp_file = { .error = error };
	char *real = realpath(path, NULL);
	size_t length;
	bool good;

	/* Links to a folder stay. */
	temp_file.path = arena_strndup(&temp_file.arena, real ? real : path, strlen(real ? real : path));
	free(real);
	for (length = strlen(temp_file.path); length > 1 && temp_file.path[length - 1] == '/'; length--)
		temp_file.path[length - 1] = '\0';
	temp_file.shown = path;
	good = begin(&temp_file) && write_relations(&temp_file, mesh) && write_locations(&temp_file, mesh)
		&& write_fields(&temp_file, mesh) && keep(&temp_file);
	discard(&temp_file);
	return good;
}
