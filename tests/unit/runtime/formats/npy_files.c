#define _XOPEN_SOURCE 700 /* mkdtemp, symlink */

#include "tests/unit/runtime/formats/npy_files.h"

#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char golden_npy[GOLDEN + 1] =
	"\x93NUMPY\x01\x00\x76\x00"
	"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }          "
	"                                                \n"
	"\x00\x00\x00\x00\x00\x00\xf0\x3f" "\x00\x00\x00\x00\x00\x00\x04\x40"
	"\x00\x00\x00\x00\x00\x00\x08\xc0" "\x9c\x75\x00\x88\x3c\xe4\x37\x7e";

const double golden_numbers[] = {1.0, 2.5, -3.0, 1e300};

char npy_folder[64];
char npy_path[128];

void
make_npy_folder(void)
{
	strcpy(npy_folder, "/tmp/check_npy.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(npy_folder));
	snprintf(npy_path, sizeof npy_path, "%s/a.npy", npy_folder);
}

int
each_file(int (*visit)(const char *path))
{
	DIR *listing = opendir(npy_folder);
	int count = 0;

	for (struct dirent *entry; (entry = readdir(listing)); ) {
		char file[512];

		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
			continue;
		count++;
		snprintf(file, sizeof file, "%s/%s", npy_folder, entry->d_name);
		if (visit)
			visit(file);
	}
	closedir(listing);
	return count;
}

void
remove_npy_folder(void)
{
	each_file(remove);
	rmdir(npy_folder);
}

void
write_bytes(const void *bytes, size_t count)
{
	FILE *file = fopen(npy_path, "wb");

	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(bytes, 1, count, file), count);
	fclose(file);
}

size_t
read_bytes(const char *name, unsigned char *bytes, size_t size)
{
	FILE *file = fopen(name, "rb");
	size_t count;

	ck_assert_ptr_nonnull(file);
	count = fread(bytes, 1, size, file);
	fclose(file);
	return count;
}
