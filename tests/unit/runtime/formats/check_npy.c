#define _XOPEN_SOURCE 700 /* mkdtemp, symlink */

/* Reading .npy files, good ones and others. */

#include "tests/unit/runtime/formats/npy_files.h"

#include <check.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

Suite *npy_suite(void);

#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))

START_TEST(numpy_files_are_read)
{
	struct error error = { 0 };
	struct array npy;

	write_bytes(golden_npy, GOLDEN);
	ck_assert_msg(npy_read(npy_path, &npy, &error), "%s", error.text);
	ck_assert_int_eq(npy.ndim, 2);
	ck_assert_int_eq(npy.shape[0], 2);
	ck_assert_int_eq(npy.shape[1], 2);
	ck_assert_int_eq(npy.element, 8);
	ck_assert_mem_eq(npy.data, golden_numbers, sizeof golden_numbers);
	array_free(&npy);
	ck_assert_ptr_null(npy.data);
}
END_TEST

/* Writes a file of the given version, header and number of data bytes. */
static void
write_file(int version, const char *header, size_t data)
{
	unsigned char bytes[1024] = "\x93NUMPY";
	const size_t length = strlen(header), start = version == 1 ? 10 : 12;

	bytes[6] = (unsigned char)version;
	bytes[8] = (unsigned char)length;
	bytes[9] = (unsigned char)(length >> 8);
	memcpy(bytes + start, header, length);
	write_bytes(bytes, start + length + data);
}

static const struct {
	int version;
	const char *header;
	size_t data;
	int ndim;
	long long shape[3];
} accepted[] = {
	{1, "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }\n", 12, 1, {3}},
	{2, "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }\n", 12, 1, {3}},
	{3, "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }\n", 12, 1, {3}},
	{1, "{'descr': '=f4', 'fortran_order': False, 'shape': (3,), }\n", 12, 1, {3}},
	{1, "{'descr': '|f8', 'fortran_order': False, 'shape': (3,), }\n", 24, 1, {3}},
	{1, "{'shape': (2, 3), 'fortran_order': False, 'descr': '<f8'}", 48, 2, {2, 3}},
	{1, "{\"shape\":(1,2,3,),\"descr\":\"<f4\",\"fortran_order\":False}", 24, 3, {1, 2, 3}},
	{1, " {\t'descr' :'<f4' ,\n'fortran_order'\r: False, 'shape': ( 3 , ) , } \n\n",
		12, 1, {3}},
	{1, "{'descr': '<f4', 'fortran_order': False, 'shape': (), }\n", 4, 1, {1}}, /* a single number */
};

START_TEST(headers_are_accepted)
{
	struct error error = { 0 };
	struct array npy;

	write_file(accepted[_i].version, accepted[_i].header, accepted[_i].data);
	ck_assert_msg(npy_read(npy_path, &npy, &error), "%s", error.text);
	ck_assert_int_eq(npy.ndim, accepted[_i].ndim);
	ck_assert_mem_eq(npy.shape, accepted[_i].shape, sizeof npy.shape);
	array_free(&npy);
}
END_TEST

static const struct {
	const char *type;
	bool fortran;
	double numbers[6]; /* in memory, where those in the file are 0 to 5 */
} orders[] = {
	{"<f8", false, {0, 1, 2, 3, 4, 5}},
	{">f8", false, {0, 1, 2, 3, 4, 5}},
	{">f4", true, {0, 3, 1, 4, 2, 5}},
	{"<f8", true, {0, 3, 1, 4, 2, 5}},
};

/* Appends a number as the type says; returns its size. */
static size_t
put_number(const char *type, double number, unsigned char *bytes)
{
	const size_t size = type[2] == '4' ? sizeof (float) : sizeof number;
	const float narrow = (float)number;
	unsigned char native[sizeof number];

	memcpy(native, size == sizeof narrow ? (const void *)&narrow : &number, size);
	for (size_t i = 0; i < size; i++)
		bytes[i] = native[*type == '>' ? size - 1 - i : i];
	return size;
}

/* An array of shape (3,2): its element [0,1] is the second in C order, the fourth in Fortran's. */
START_TEST(orders_are_understood)
{
	unsigned char bytes[256] = "\x93NUMPY\x01";
	struct error error = { 0 };
	const double *expected = orders[_i].numbers;
	struct array npy;
	size_t size = 10 + (size_t)sprintf((char *)bytes + 10, "{'descr': '%s', 'fortran_order': %s, "
		"'shape': (3, 2), }\n", orders[_i].type, orders[_i].fortran ? "True" : "False");

	bytes[8] = (unsigned char)(size - 10);
	for (int i = 0; i < 6; i++)
		size += put_number(orders[_i].type, i, bytes + size);
	write_bytes(bytes, size);
	ck_assert_msg(npy_read(npy_path, &npy, &error), "%s", error.text);
	ck_assert_int_eq(npy.fortran, orders[_i].fortran);
	ck_assert(npy.shape[0] == 3 && npy.shape[1] == 2);
	for (int i = 0; i < 6; i++)
		ck_assert(expected[i] == (npy.element == 4 ? (double)((float *)npy.data)[i]
			: ((double *)npy.data)[i]));
	array_free(&npy);
}
END_TEST

/* Whole numbers are read only where they are meant. */
START_TEST(whole_numbers_are_read)
{
	static const char *const types[] = { "<i4", "<i8", ">i4", ">i8" };
	unsigned char bytes[256] = "\x93NUMPY\x01";
	struct error error = { 0 };
	struct array npy;
	const int element = types[_i][2] - '0';
	size_t size = 10 + (size_t)sprintf((char *)bytes + 10, "{'descr': '%s', 'fortran_order': True, 'shape': (2, 2), }\n",
		types[_i]);

	bytes[8] = (unsigned char)(size - 10);
	for (int i = 0; i < 4; i++) {
		const long long number = i == 2 ? -1 : i;

		for (int b = 0; b < element; b++)
			bytes[size++] = (unsigned char)(number >> 8*(*types[_i] == '>' ? element - 1 - b : b));
	}
	write_bytes(bytes, size);
	ck_assert_msg(npy_read_any(npy_path, &npy, &error), "%s", error.text);
	ck_assert(npy.whole && npy.element == element);
	for (int i = 0; i < 4; i++) {
		static const int expected[] = { 0, -1, 1, 3 };

		ck_assert_int_eq(element == 4 ? ((int32_t *)npy.data)[i] : ((int64_t *)npy.data)[i], expected[i]);
	}
	array_free(&npy);
	ck_assert(!npy_read(npy_path, &npy, &error));
	ck_assert_msg(strstr(error.text, "expected '<f4' or '<f8'"), "%s", error.text);
	write_file(1, "{'descr': '<u4', 'fortran_order': False, 'shape': (3,), }\n", 12);
	ck_assert(!npy_read_any(npy_path, &npy, &error));
	ck_assert_msg(strstr(error.text, "its elements are of type '<u4', expected '<i4', '<i8', '<f4' or '<f8'"), "%s", error.text);
}
END_TEST

START_TEST(bools_are_read_where_they_are_expected)
{
	struct array npy;
	struct error error;

	write_file(1, "{'descr': '|b1', 'fortran_order': False, 'shape': (3,), }\n", 3);
	ck_assert_msg(npy_read_of(npy_path, NPY_BOOL, &npy, &error), "%s", error.text);
	ck_assert(npy.whole && npy.element == 1 && array_bytes(&npy) == 3);
	array_free(&npy);
	ck_assert(!npy_read_any(npy_path, &npy, &error));
	ck_assert(!npy_read_of(npy_path, NPY_INT32, &npy, &error));
	ck_assert_msg(strstr(error.text, "its elements are of type '|b1', expected '<i4'"), "%s", error.text);
}
END_TEST

#define F4 "'descr': '<f4'"
#define C_ORDER "'fortran_order': False"
#define DICT(type, shape) "{'descr': '" type "', " C_ORDER ", 'shape': " shape ", }\n"
#define MALFORMED "the .npy header is malformed: "

static const struct {
	int version;
	const char *header;
	size_t data;
	const char *message;
} refused[] = {
	{4, DICT("<f4", "(3,)"), 12, "the .npy format's version is 4.0, expected 1.0, 2.0 or 3.0"},
	{0, DICT("<f4", "(3,)"), 12, "the .npy format's version is 0.0, expected 1.0, 2.0 or 3.0"},
	{1, DICT("<i4", "(3,)"), 12, "its elements are of type '<i4', expected '<f4' or '<f8'"},
	{1, DICT("<c16", "(3,)"), 48, "its elements are of type '<c16', expected '<f4' or '<f8'"},
	{1, DICT("<f2", "(3,)"), 6, "its elements are of type '<f2', expected '<f4' or '<f8'"},
	{1, DICT("<f16", "(3,)"), 48, "its elements are of type '<f16', expected '<f4' or '<f8'"},
	{1, DICT("|O", "(3,)"), 12, "its elements are of type '|O', expected '<f4' or '<f8'"},
	{1, DICT("|b1", "(3,)"), 3, "its elements are of type '|b1', expected '<f4' or '<f8'"},
	{1, DICT("f4", "(3,)"), 12, "its elements are of type 'f4', expected '<f4' or '<f8'"},
	{1, DICT("", "(3,)"), 12, "its elements are of type '', expected '<f4' or '<f8'"},
	{1, "{'descr': [('a', '<f4'), ('b', '<f4')], " C_ORDER ", 'shape': (3,), }\n", 24,
		"its elements have a structured type, expected '<f4' or '<f8'"},
	{1, DICT("<f4", "(1, 1, 1, 3)"), 12, "the array has 4 dimensions, expected at most 3"},
	{1, DICT("<f4", "(2, 0)"), 0, "the array's size in dimension 1 is 0, expected at least 1"},
	{1, DICT("<f4", "(-3,)"), 12, "the array's size in dimension 0 is -3, expected at least 1"},
	{1, DICT("<f4", "(9223372036854775807,)"), 12, "its shape is too large for memory"},
	{1, DICT("<f4", "(4294967296, 4294967296)"), 12, "its shape is too large for memory"},
	{1, DICT("<f4", "(99999999999999999999,)"), 12, "its shape is too large for memory"},
	{1, DICT("<f4", "(1099511627776,)"), 12,
		"the file is truncated: it has 12 bytes of data, expected 4398046511104"},
	{1, DICT("<f4", "(3,)"), 11, "the file is truncated: it has 11 bytes of data, expected 12"},
	{1, DICT("<f4", "(3,)"), 0, "the file is truncated: it has 0 bytes of data, expected 12"},
	{1, DICT("<f4", "(3,)"), 13, "more data than the shape says: 13 bytes, expected 12"},
	{1, DICT("<f4", "3"), 12, MALFORMED "found '3' at byte 50 of it, expected '('"},
	{1, DICT("<f4", "(3)"), 12, MALFORMED "found ')' at byte 52 of it, expected ','"},
	{1, DICT("<f4", "(3 3)"), 36, MALFORMED "found '3' at byte 53 of it, expected ',' or ')'"},
	{1, DICT("<f4", "(3,,)"), 12, MALFORMED "found ',' at byte 53 of it, expected a number"},
	{1, DICT("<f4", "(3.0,)"), 12, MALFORMED "found '.' at byte 52 of it, expected ',' or ')'"},
	{1, DICT("<f4", "(- 3,)"), 12, MALFORMED "found '-' at byte 51 of it, expected a number"},
	{1, "{" F4 ", 'fortran_order': 0, 'shape': (3,), }\n", 12,
		MALFORMED "found '0' at byte 34 of it, expected True or False"},
	{1, "{" F4 ", " C_ORDER ", 'shape': (3,), } x\n", 12,
		MALFORMED "found 'x' at byte 58 of it, expected its end"},
	{1, "{" F4 " " C_ORDER ", 'shape': (3,), }\n", 12,
		MALFORMED "found ''' at byte 16 of it, expected ',' or '}'"},
	{1, "{" F4 ", " C_ORDER ", 'shape' (3,), }\n", 12,
		MALFORMED "found '(' at byte 49 of it, expected ':'"},
	{1, "{'descr': '<f4", 12, MALFORMED "it ends where the end of a string is expected"},
	{1, "{'descr': '<\\x66\\x34', " C_ORDER ", 'shape': (3,), }\n", 12,
		MALFORMED "found '\\' at byte 12 of it, expected the end of a string"},
	{1, DICT("<f4, and this goes on for too long", "(3,)"), 12,
		MALFORMED "found 'o' at byte 42 of it, expected the end of a string"},
	{1, "{" F4 ", 'shape': (3,)", 12, MALFORMED "it ends where ',' or '}' is expected"},
	{1, "", 12, MALFORMED "it ends where '{' is expected"},
	{1, "[1, 2]", 12, MALFORMED "found '[' at byte 0 of it, expected '{'"},
	{1, "{" F4 ", 'shape': (3,), }\n", 12, "the .npy header has no 'fortran_order'"},
	{1, "{}", 12, "the .npy header has no 'descr'"},
	{1, "{" F4 ", " C_ORDER ", " F4 ", 'shape': (3,), }", 12,
		"the .npy header has 'descr' twice"},
	{1, "{" F4 ", " C_ORDER ", 'shape': (3,), 'x': 1}", 12,
		"the .npy header has an unknown key 'x'"},
};

/* Expects that the file cannot be read, the message being its path and this. */
static void
expect_refusal(const char *name, const char *expected)
{
	struct error error = { 0 };
	char full[512];
	struct array npy;

	snprintf(full, sizeof full, "%s: %s", name, expected);
	ck_assert(!npy_read(name, &npy, &error));
	ck_assert_str_eq(error.text, full);
	ck_assert_ptr_null(npy.data);
}

START_TEST(headers_are_refused)
{
	write_file(refused[_i].version, refused[_i].header, refused[_i].data);
	expect_refusal(npy_path, refused[_i].message);
}
END_TEST

START_TEST(other_files_are_refused)
{
	static const char not_npy[] = "not an .npy file: it does not start with \\x93NUMPY";

	expect_refusal(npy_path, "No such file or directory");
	expect_refusal(npy_folder, "is a directory, expected an .npy file");
	write_bytes("", 0);
	expect_refusal(npy_path, not_npy);
	write_bytes("1.0,2.0,3.0\n", 12);
	expect_refusal(npy_path, not_npy);
	write_bytes("PK\x03\x04 an .npz file", 16);
	expect_refusal(npy_path, not_npy);
	write_bytes(golden_npy, 7);
	expect_refusal(npy_path, "the file is truncated: it has 1 bytes of version, expected 2");
	write_bytes(golden_npy, 50);
	expect_refusal(npy_path, "the file is truncated: it has 40 bytes of header, expected 118");
	write_bytes("\x93NUMPY\x02\x00\xff\xff\xff\xff{", 13);
	expect_refusal(npy_path,
		"the .npy header is too long: 4294967295 bytes, expected at most 65536");
	write_bytes("\x93NUMPY\x01\x00\x02\x00{\x00", 12);
	expect_refusal(npy_path, "the .npy header is malformed: it has a zero byte");
}
END_TEST

/* Pipes have no length to compare with the shape. */
static void
read_pipe(const void *bytes, size_t count, const char *expected)
{
	struct error error = { 0 };
	char name[32];
	struct array npy;
	int ends[2];

	ck_assert_int_eq(pipe(ends), 0);
	ck_assert_int_eq(write(ends[1], bytes, count), (int)count);
	close(ends[1]);
	snprintf(name, sizeof name, "/dev/fd/%d", ends[0]);
	ck_assert_int_eq(npy_read(name, &npy, &error), !expected);
	if (expected)
		ck_assert_ptr_nonnull(strstr(error.text, expected));
	array_free(&npy);
	close(ends[0]);
}

START_TEST(pipes_are_read)
{
	read_pipe(golden_npy, GOLDEN, NULL);
	read_pipe(golden_npy, GOLDEN - 1,
		"the file is truncated: it has 31 bytes of data, expected 32");
	read_pipe(golden_npy, GOLDEN + 1, "more data than the shape says, expected 32 bytes");
}
END_TEST

START_TEST(truncated_files_never_crash)
{
	struct error error;
	struct array npy;

	for (size_t count = 0; count < GOLDEN; count++) {
		error.text[0] = '\0';
		write_bytes(golden_npy, count);
		ck_assert(!npy_read(npy_path, &npy, &error));
		ck_assert_uint_gt(strlen(error.text), 0);
	}
}
END_TEST

START_TEST(flipped_bytes_never_crash)
{
	struct error error = { 0 };
	char bytes[GOLDEN];
	struct array npy;

	for (size_t at = 0; at < GOLDEN_HEADER; at++) {
		for (int mask = 1; mask < 256; mask += mask < 128 ? mask : 127) {
			memcpy(bytes, golden_npy, GOLDEN);
			bytes[at] = (char)(bytes[at] ^ mask);
			write_bytes(bytes, GOLDEN);
			error.text[0] = '\0';
			if (npy_read(npy_path, &npy, &error))
				ck_assert_int_eq(npy.element*npy.shape[0]*npy.shape[1], 32);
			else
				ck_assert_uint_gt(strlen(error.text), 0);
			array_free(&npy);
		}
	}
}
END_TEST

Suite *
npy_suite(void)
{
	Suite *suite = suite_create("npy");
	TCase *tests = tcase_create("npy");

	tcase_set_timeout(tests, 60); /* for sanitizers */
	tcase_add_checked_fixture(tests, make_npy_folder, remove_npy_folder);
	tcase_add_test(tests, numpy_files_are_read);
	tcase_add_loop_test(tests, whole_numbers_are_read, 0, 4);
	tcase_add_test(tests, bools_are_read_where_they_are_expected);
	tcase_add_loop_test(tests, headers_are_accepted, 0, COUNT(accepted));
	tcase_add_loop_test(tests, orders_are_understood, 0, COUNT(orders));
	tcase_add_loop_test(tests, headers_are_refused, 0, COUNT(refused));
	tcase_add_test(tests, other_files_are_refused);
	tcase_add_test(tests, pipes_are_read);
	tcase_add_test(tests, truncated_files_never_crash);
	tcase_add_test(tests, flipped_bytes_never_crash);
	suite_add_tcase(suite, tests);
	return suite;
}
