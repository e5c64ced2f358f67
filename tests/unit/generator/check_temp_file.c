/* Files that are being written: where they go, and what is left when they are not finished. */

#include "generator/base/cleanup.h"
#include "generator/base/temp_file.h"
#include "generator/base/program.h"
#include "generator/base/files.h"

#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

Suite *temp_file_suite(void);

static char folder[64];

static void
enter_folder(void)
{
	strcpy(folder, "/tmp/check_temp_file.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	ck_assert_int_eq(chdir(folder), 0);
}

/* The number of entries in the folder; removes them. */
static int
empty_folder(void)
{
	DIR *dir = opendir(".");
	int count = 0;

	for (const struct dirent *entry; (entry = readdir(dir));)
		if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..")) {
			count++;
			if (unlink(entry->d_name))
				rmdir(entry->d_name);
		}
	closedir(dir);
	return count;
}

static void
leave_folder(void)
{
	empty_folder();
	ck_assert_int_eq(chdir("/"), 0);
	rmdir(folder);
}

static const char *
content(const char *path)
{
	static char text[64];
	FILE *in = fopen(path, "r");
	const size_t length = in ? fread(text, 1, sizeof text - 1, in) : 0;

	text[length] = '\0';
	if (in)
		fclose(in);
	return text;
}

static enum written
put(const char *path, const char *text)
{
	struct error error = { 0 };

	return file_write(path, text, strlen(text), &error);
}

START_TEST(file_gets_its_name_when_it_is_complete)
{
	struct temp_file temp_file;

	put("out", "before");
	ck_assert_int_eq(temp_file_open(&temp_file, "out"), 0);
	ck_assert_int_eq(temp_file_write(&temp_file, "after", 5), 0);
	ck_assert_str_eq(content("out"), "before");
	ck_assert_int_eq(temp_file_close(&temp_file, true), 0);
	ck_assert_int_eq(temp_file_keep(&temp_file), 0);
	ck_assert_str_eq(content("out"), "after");
	temp_file_discard(&temp_file);
	ck_assert_int_eq(empty_folder(), 1);
}
END_TEST

START_TEST(discarded_temp_file_leaves_nothing)
{
	struct temp_file temp_file;

	ck_assert_int_eq(temp_file_open(&temp_file, "out"), 0);
	temp_file_discard(&temp_file);
	ck_assert_int_eq(empty_folder(), 0);
}
END_TEST

START_TEST(mode_is_the_files_own_or_the_masks)
{
	struct stat status;

	umask(027);
	put("new", "x");
	ck_assert_int_eq(stat("new", &status), 0);
	ck_assert_int_eq(status.st_mode & 0777, 0640);
	ck_assert_int_eq(chmod("new", 0755), 0);
	put("new", "y");
	ck_assert_int_eq(stat("new", &status), 0);
	ck_assert_int_eq(status.st_mode & 0777, 0755);
}
END_TEST

START_TEST(link_stays)
{
	struct stat status;

	put("file", "before");
	ck_assert_int_eq(mkdir("sub", 0777), 0);
	ck_assert_int_eq(symlink("../file", "sub/near"), 0);
	ck_assert_int_eq(symlink("sub/near", "far"), 0);
	ck_assert_int_eq(put("far", "after"), WRITE_CHANGED);
	ck_assert_str_eq(content("file"), "after");
	ck_assert(!lstat("far", &status) && S_ISLNK(status.st_mode));
	ck_assert(!lstat("sub/near", &status) && S_ISLNK(status.st_mode));
	unlink("sub/near");
}
END_TEST

START_TEST(dangling_link_gets_its_file)
{
	struct stat status;

	ck_assert_int_eq(symlink("nowhere", "link"), 0);
	ck_assert_int_eq(put("link", "text"), WRITE_CHANGED);
	ck_assert(!lstat("link", &status) && S_ISLNK(status.st_mode));
	ck_assert(!lstat("nowhere", &status) && S_ISREG(status.st_mode));
	ck_assert_str_eq(content("nowhere"), "text");
}
END_TEST

START_TEST(links_in_a_circle_are_an_error)
{
	ck_assert_int_eq(symlink("one", "two"), 0);
	ck_assert_int_eq(symlink("two", "one"), 0);
	ck_assert_int_eq(put("one", "text"), WRITE_FAILED);
	ck_assert_int_eq(empty_folder(), 2);
}
END_TEST

START_TEST(fifo_is_written_through)
{
	struct stat status;
	char text[8] = "";
	int reader;

	ck_assert_int_eq(mkfifo("fifo", 0666), 0);
	reader = open("fifo", O_RDONLY | O_NONBLOCK);
	ck_assert_int_eq(put("fifo", "text"), WRITE_CHANGED);
	ck_assert_int_eq(read(reader, text, sizeof text), 4);
	ck_assert_str_eq(text, "text");
	close(reader);
	ck_assert(!lstat("fifo", &status) && S_ISFIFO(status.st_mode));
}
END_TEST

START_TEST(fifo_without_a_reader_is_an_error)
{
	ck_assert_int_eq(mkfifo("fifo", 0666), 0);
	ck_assert_int_eq(put("fifo", "text"), WRITE_FAILED);
}
END_TEST

START_TEST(device_is_written_through)
{
	struct stat status;

	ck_assert_int_eq(put("/dev/null", "text"), WRITE_CHANGED);
	ck_assert(!lstat("/dev/null", &status) && S_ISCHR(status.st_mode));
	ck_assert_int_eq(put("/dev/full", "text"), WRITE_FAILED);
	ck_assert(!lstat("/dev/full", &status) && S_ISCHR(status.st_mode));
}
END_TEST

START_TEST(folder_and_no_path_are_errors)
{
	ck_assert_int_eq(put(".", "text"), WRITE_FAILED);
	ck_assert_int_eq(put("", "text"), WRITE_FAILED);
	ck_assert_int_eq(put("new/", "text"), WRITE_FAILED);
	rmdir("new");
	ck_assert_int_eq(empty_folder(), 0);
}
END_TEST

START_TEST(standard_output_is_written_at_its_position)
{
	const pid_t child = fork();
	int status;

	if (!child) {
		if (!freopen("all", "w", stdout))
			_exit(1);
		fputs("one ", stdout);
		put("all", "two ");
		fputs("three", stdout);
		fflush(stdout);
		_exit(0);
	}
	waitpid(child, &status, 0);
	ck_assert_str_eq(content("all"), "one two three");
}
END_TEST

static const int ends[] = { SIGHUP, SIGINT, SIGPIPE, SIGTERM, 0 };

/* 0: the program exits. */
START_TEST(nothing_is_left_when_the_program_ends)
{
	const pid_t child = fork();
	int status;

	if (!child) {
		char name[] = "folder.XXXXXX", inside[64];
		struct temp_file one, two;

		signal(ends[_i], SIG_DFL);
		program_begin("check");
		if (temp_file_open(&one, "one") || temp_file_open(&two, "two") || !cleanup_create_folder(name))
			_exit(1);
		snprintf(inside, sizeof inside, "%s/log", name);
		cleanup_add(inside);
		fclose(fopen(inside, "w"));
		temp_file_write(&one, "text", 4);
		if (!ends[_i])
			exit(3);
		raise(ends[_i]);
		_exit(1);
	}
	waitpid(child, &status, 0);
	if (ends[_i])
		ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == ends[_i]);
	else
		ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 3);
	ck_assert_int_eq(empty_folder(), 0);
}
END_TEST

START_TEST(child_leaves_its_parents_files)
{
	struct temp_file temp_file;
	pid_t child;
	int status;

	signal(SIGTERM, SIG_DFL);
	program_begin("check");
	ck_assert_int_eq(temp_file_open(&temp_file, "out"), 0);
	child = fork();
	if (!child)
		raise(SIGTERM);
	waitpid(child, &status, 0);
	ck_assert_int_eq(temp_file_close(&temp_file, false), 0);
	ck_assert_int_eq(temp_file_keep(&temp_file), 0);
	temp_file_discard(&temp_file);
}
END_TEST

START_TEST(ignored_signal_stays_ignored)
{
	struct sigaction action;
	struct temp_file temp_file;

	signal(SIGHUP, SIG_IGN);
	program_begin("check");
	ck_assert_int_eq(temp_file_open(&temp_file, "out"), 0);
	raise(SIGHUP);
	ck_assert_int_eq(sigaction(SIGHUP, NULL, &action), 0);
	ck_assert(action.sa_handler == SIG_IGN);
	temp_file_discard(&temp_file);
}
END_TEST

Suite *
temp_file_suite(void)
{
	Suite *suite = suite_create("temporary files");
	TCase *tests = tcase_create("files");

	tcase_add_checked_fixture(tests, enter_folder, leave_folder);
	tcase_add_test(tests, file_gets_its_name_when_it_is_complete);
	tcase_add_test(tests, discarded_temp_file_leaves_nothing);
	tcase_add_test(tests, mode_is_the_files_own_or_the_masks);
	tcase_add_test(tests, link_stays);
	tcase_add_test(tests, dangling_link_gets_its_file);
	tcase_add_test(tests, links_in_a_circle_are_an_error);
	tcase_add_test(tests, fifo_is_written_through);
	tcase_add_test(tests, fifo_without_a_reader_is_an_error);
	tcase_add_test(tests, device_is_written_through);
	tcase_add_test(tests, folder_and_no_path_are_errors);
	tcase_add_test(tests, standard_output_is_written_at_its_position);
	tcase_add_loop_test(tests, nothing_is_left_when_the_program_ends, 0, (int)(sizeof ends/sizeof *ends));
	tcase_add_test(tests, child_leaves_its_parents_files);
	tcase_add_test(tests, ignored_signal_stays_ignored);
	suite_add_tcase(suite, tests);
	return suite;
}
