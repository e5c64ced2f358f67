#define _XOPEN_SOURCE 700 /* mkdtemp, symlink */

/* Writing .npy files: the same bytes as numpy, or nothing. */

#include "runtime/formats/npy_write.h"
#include "tests/unit/runtime/formats/npy_files.h"

#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

Suite *npy_write_suite(void);

#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))

START_TEST(bytes_are_those_of_numpy)
{
	const struct array npy = {
		.ndim = 2,
		.shape = {2, 2},
		.element = 8,
		.data = (void *)golden_numbers,
	};
	unsigned char bytes[2*GOLDEN];
	struct error error = { 0 };

	ck_assert_msg(npy_write(npy_path, &npy, &error), "%s", error.text);
	ck_assert_uint_eq(read_bytes(npy_path, bytes, sizeof bytes), GOLDEN);
	ck_assert_mem_eq(bytes, golden_npy, GOLDEN);
	ck_assert_int_eq(each_file(NULL), 1);
}
END_TEST

static const struct {
	struct array npy;
	const char *shape;
} shapes[] = {
	{{.ndim = 1, .shape = {1}, .element = 4}, "(1,)"},
	{{.ndim = 1, .shape = {120}, .element = 8}, "(120,)"},
	{{.ndim = 2, .shape = {7, 11}, .element = 4}, "(7, 11)"},
	{{.ndim = 3, .shape = {2, 3, 5}, .element = 8}, "False, 'shape': (2, 3, 5)"},
	{{.ndim = 3, .shape = {2, 3, 5}, .element = 8, .fortran = true}, "True, 'shape': (2, 3, 5)"},
	{{.ndim = 2, .shape = {7, 11}, .element = 4, .fortran = true}, "True, 'shape': (7, 11)"},
	{{.ndim = 3, .shape = {1, 1, 1}, .element = 4}, "(1, 1, 1)"},
};

START_TEST(what_is_written_is_read)
{
	struct array npy = shapes[_i].npy, back;
	unsigned char data[960], bytes[1200] = {0};
	struct error error = { 0 };
	size_t size = (size_t)npy.element;

	for (int d = 0; d < npy.ndim; d++)
		size *= (size_t)npy.shape[d];
	for (size_t i = 0; i < sizeof data; i++)
		data[i] = (unsigned char)(i*37);
	npy.data = data;
	ck_assert_msg(npy_write(npy_path, &npy, &error), "%s", error.text);
	ck_assert_uint_eq(read_bytes(npy_path, bytes, sizeof bytes), 128 + size);
	ck_assert_ptr_nonnull(strstr((char *)bytes + 10, shapes[_i].shape));
	ck_assert_msg(npy_read(npy_path, &back, &error), "%s", error.text);
	ck_assert_int_eq(back.ndim, npy.ndim);
	ck_assert_mem_eq(back.shape, npy.shape, sizeof npy.shape);
	ck_assert_int_eq(back.element, npy.element);
	ck_assert_int_eq(back.fortran, npy.fortran);
	ck_assert_int_eq(!memcmp(bytes + 128, data, size), !npy.fortran);
	ck_assert_mem_eq(back.data, data, size);
	array_free(&back);
}
END_TEST

static double large[4096];

static const struct array large_npy = {.ndim = 1, .shape = {4096}, .element = 8, .data = large};

/* Expects that writing fails and leaves what is in the folder as it is. */
static void
expect_no_write(const char *name, const char *expected)
{
	const int files = each_file(NULL);
	struct error error = { 0 };
	char full[512];

	snprintf(full, sizeof full, "%s: cannot write: %s", name, expected);
	ck_assert(!npy_write(name, &large_npy, &error));
	ck_assert_str_eq(error.text, full);
	ck_assert_int_eq(each_file(NULL), files);
}

static void
expect_golden(const char *name)
{
	unsigned char bytes[2*GOLDEN];

	ck_assert_uint_eq(read_bytes(name, bytes, sizeof bytes), GOLDEN);
	ck_assert_mem_eq(bytes, golden_npy, GOLDEN);
}

START_TEST(full_disk_leaves_the_old_file)
{
	static const rlim_t room[] = {64, 1000, 128 + sizeof large - 1};
	struct error error = { 0 };
	struct rlimit limit, old;
	bool done;

	write_bytes(golden_npy, GOLDEN);
	ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &old), 0);
	limit = old;
	limit.rlim_cur = room[_i];
	signal(SIGXFSZ, SIG_IGN);
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	done = npy_write(npy_path, &large_npy, &error);
	setrlimit(RLIMIT_FSIZE, &old);
	signal(SIGXFSZ, SIG_DFL);
	ck_assert(!done);
	ck_assert_ptr_nonnull(strstr(error.text, "a.npy: cannot write: File too large"));
	ck_assert_int_eq(each_file(NULL), 1);
	expect_golden(npy_path);
}
END_TEST

START_TEST(devices_and_fifos_are_written_through)
{
	struct error error = { 0 };
	char name[256], bytes[2*GOLDEN];
	struct stat status;
	int reader;

	ck_assert_msg(npy_write("/dev/null", &large_npy, &error), "%s", error.text);
	ck_assert_int_eq(stat("/dev/null", &status), 0);
	ck_assert(S_ISCHR(status.st_mode));
	snprintf(name, sizeof name, "%s/fifo", npy_folder);
	ck_assert_int_eq(mkfifo(name, 0600), 0);
	reader = open(name, O_RDONLY | O_NONBLOCK);
	ck_assert_msg(npy_write(name, &large_npy, &error), "%s", error.text);
	ck_assert_int_eq(read(reader, bytes, 6), 6);
	ck_assert_mem_eq(bytes, golden_npy, 6);
	close(reader);
	ck_assert_int_eq(stat(name, &status), 0);
	ck_assert(S_ISFIFO(status.st_mode));
	ck_assert_int_eq(each_file(NULL), 1);
}
END_TEST

START_TEST(only_files_are_replaced)
{
	char name[256];

	expect_no_write(npy_folder, "is a directory");
	snprintf(name, sizeof name, "%s/missing/a.npy", npy_folder);
	expect_no_write(name, "No such file or directory");
	write_bytes(golden_npy, GOLDEN);
	snprintf(name, sizeof name, "%s/a.npy/b.npy", npy_folder);
	expect_no_write(name, "Not a directory");
	expect_golden(npy_path);
}
END_TEST

START_TEST(protected_folders_and_files_stay_as_they_are)
{
	const bool root = geteuid() == 0;

	write_bytes(golden_npy, GOLDEN);
	chmod(npy_path, 0444);
	chmod(npy_folder, root ? 0777 : 0700);
	/* Nothing is closed to root. */
	if (root)
		ck_assert_int_eq(setegid(65534) | seteuid(65534), 0);
	expect_no_write(npy_path, "Permission denied");
	if (root)
		ck_assert_int_eq(seteuid(0), 0);
	chmod(npy_path, 0666);
	chmod(npy_folder, 0555);
	if (root)
		ck_assert_int_eq(seteuid(65534), 0);
	expect_no_write(npy_path, "Permission denied");
	if (root)
		ck_assert_int_eq(seteuid(0) | setegid(0), 0);
	chmod(npy_folder, 0700);
	expect_golden(npy_path);
}
END_TEST

START_TEST(links_stay_links)
{
	struct error error = { 0 };
	char name[256];
	struct stat status;
	struct array npy;

	write_bytes(golden_npy, GOLDEN);
	snprintf(name, sizeof name, "%s/link.npy", npy_folder);
	ck_assert_int_eq(symlink("a.npy", name), 0);
	ck_assert_msg(npy_write(name, &large_npy, &error), "%s", error.text);
	ck_assert_int_eq(lstat(name, &status), 0);
	ck_assert(S_ISLNK(status.st_mode));
	ck_assert_msg(npy_read(npy_path, &npy, &error), "%s", error.text);
	ck_assert_int_eq(npy.shape[0], 4096);
	array_free(&npy);
}
END_TEST

START_TEST(files_get_the_usual_mode)
{
	const mode_t old = umask(022);
	struct error error = { 0 };
	struct stat status;

	ck_assert_msg(npy_write(npy_path, &large_npy, &error), "%s", error.text);
	umask(old);
	ck_assert_int_eq(stat(npy_path, &status), 0);
	ck_assert_int_eq(status.st_mode & 0777, 0644);
}
END_TEST

Suite *
npy_write_suite(void)
{
	Suite *suite = suite_create("npy_write");
	TCase *tests = tcase_create("npy_write");

	tcase_add_checked_fixture(tests, make_npy_folder, remove_npy_folder);
	tcase_add_test(tests, bytes_are_those_of_numpy);
	tcase_add_loop_test(tests, what_is_written_is_read, 0, COUNT(shapes));
	tcase_add_loop_test(tests, full_disk_leaves_the_old_file, 0, 3);
	tcase_add_test(tests, only_files_are_replaced);
	tcase_add_test(tests, devices_and_fifos_are_written_through);
	tcase_add_test(tests, protected_folders_and_files_stay_as_they_are);
	tcase_add_test(tests, links_stay_links);
	tcase_add_test(tests, files_get_the_usual_mode);
	suite_add_tcase(suite, tests);
	return suite;
}
