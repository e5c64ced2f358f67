/* Headers of NetCDF's classic formats: where records are stored, and damaged headers. */

#include "runtime/formats/netcdf.h"
#include "runtime/formats/netcdf_record.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *netcdf_record_suite(void);

enum { MOST = 1000, INT = 4, FLOAT = 5, DOUBLE = 6 };

struct bytes {
	unsigned char at[MOST];
	size_t size;
	int number, offset;
};

static void
put(struct bytes *b, int width, unsigned long long value)
{
	for (int i = width - 1; i >= 0; i--)
		b->at[b->size++] = (unsigned char)(value >> 8*i);
}

static void
put_name(struct bytes *b, const char *name)
{
	put(b, b->number, strlen(name));
	memcpy(b->at + b->size, name, strlen(name));
	b->size += (strlen(name) + 3)/4*4;
}

/* A variable along dimension 0, and others up to the last one. */
static void
put_variable(struct bytes *b, const char *name, int first, int last, int type, unsigned long long size, unsigned long long begin)
{
	put_name(b, name);
	put(b, b->number, (unsigned long long)(last - first + 1));
	for (int d = first; d <= last; d++)
		put(b, b->number, (unsigned long long)d);
	put(b, 4, 12);
	put(b, b->number, 1);
	put_name(b, "units");
	put(b, 4, 2);
	put(b, b->number, 3);
	memcpy(b->at + b->size, "abc", 4);
	b->size += 4;
	put(b, 4, (unsigned long long)type);
	put(b, b->number, size);
	put(b, b->offset, begin);
}

/* Of version 1, 2 or 5: x[5], and with 7 records t and q[3][5]. */
static struct bytes
make_header(int version)
{
	struct bytes b = { .number = version == 5 ? 8 : 4, .offset = version == 1 ? 4 : 8 };

	put(&b, 4, 0x43444600u + (unsigned)version);
	put(&b, b.number, 7);
	put(&b, 4, 10);
	put(&b, b.number, 3);
	put_name(&b, "time");
	put(&b, b.number, 0);
	put_name(&b, "row");
	put(&b, b.number, 3);
	put_name(&b, "x");
	put(&b, b.number, 5);
	put(&b, 4, 0);
	put(&b, b.number, 0);
	put(&b, 4, 11);
	put(&b, b.number, 3);
	put_variable(&b, "x", 2, 2, FLOAT, 20, 800);
	put_variable(&b, "t", 0, 0, DOUBLE, 8, 820);
	put_variable(&b, "q", 0, 2, FLOAT, 60, 828);
	return b;
}

static const int versions[] = { 1, 2, 5 };

START_TEST(places_are_found)
{
	const struct bytes b = make_header(versions[_i]);
	const struct netcdf_record_variable *q;
	struct arena arena = { 0 };
	struct netcdf_record record;
	struct record_count count;

	ck_assert(netcdf_record_read(&arena, b.at, b.size, &record));
	ck_assert_int_eq(record.begin, 820);
	ck_assert_int_eq(record.size, 68);
	ck_assert_int_eq(record.count, 7);
	ck_assert_int_eq(record.variable_count, 2);
	ck_assert_ptr_null(netcdf_record_find(&record, "x"));
	q = netcdf_record_find(&record, "q");
	ck_assert_ptr_nonnull(q);
	ck_assert(q->at == 8 && q->size == 60 && q->ndim == 2 && q->shape[0] == 3 && q->shape[1] == 5 && q->type == FLOAT);
	count = netcdf_record_count(&record, 0x01020304);
	ck_assert(count.at == 4 && count.size == (versions[_i] == 5 ? 8 : 4));
	ck_assert_mem_eq(count.bytes + count.size - 4, "\1\2\3\4", 4);
	arena_free(&arena);
}
END_TEST

static void
read_damaged(const struct bytes *b, size_t size)
{
	struct arena arena = { 0 };
	struct netcdf_record record;
	/* A copy of its size, so that a read past its end is found. */
	unsigned char *copy = malloc(size + !size);

	ck_assert_ptr_nonnull(copy);
	memcpy(copy, b->at, size);
	if (netcdf_record_read(&arena, copy, size, &record))
		for (int i = 0; i < record.variable_count; i++) {
			const struct netcdf_record_variable *v = &record.variables[i];

			ck_assert(v->at >= 0 && v->size > 0 && v->at + v->size <= record.size && record.begin > 0);
		}
	free(copy);
	arena_free(&arena);
}

START_TEST(damaged_headers_are_refused)
{
	const struct bytes good = make_header(versions[_i]);
	struct arena arena = { 0 };
	struct netcdf_record record;

	for (size_t size = 0; size < good.size; size++) {
		read_damaged(&good, size);
		ck_assert(!netcdf_record_read(&arena, good.at, size, &record));
	}
	for (size_t at = 0; at < good.size; at++)
		for (int bit = 0; bit < 8; bit++) {
			struct bytes bad = good;

			bad.at[at] = (unsigned char)(bad.at[at] ^ 1 << bit);
			read_damaged(&bad, bad.size);
		}
	for (size_t at = 0; at + 8 < good.size; at++) {
		struct bytes bad = good;

		memset(bad.at + at, 0xff, 8);
		read_damaged(&bad, bad.size);
	}
	arena_free(&arena);
}
END_TEST

static const struct {
	long long rows;
	int version;
} large[] = { { 3, 2 }, { 1 << 25, 2 }, { 1 << 26, 5 }, { 1LL << 33, 5 } };
enum { LARGE = sizeof large/sizeof *large };

/* Variables of 4 GiB and more need CDF-5. */
START_TEST(large_variables_are_described)
{
	const struct netcdf_output output = { "q", { .ndim = 2, .shape = { large[_i].rows, 8 }, .element = 8, .names = { "row", "x" } }, NULL, false,
		false };
	struct arena arena = { 0 };
	struct netcdf_record record;
	struct error error = { 0 };
	size_t length;
	void *bytes;

	if (!netcdf_write_header("q.nc", &output, 1, &(struct netcdf_series){ "s", "q" }, &bytes, &length, &error)) {
		ck_assert_msg(strstr(error.text, "libnetcdf"), "%s", error.text);
		return;
	}
	ck_assert_int_eq(((const char *)bytes)[3], large[_i].version);
	ck_assert(netcdf_record_read(&arena, bytes, length, &record));
	ck_assert_int_eq(record.size, 8 + 4 + 64*large[_i].rows);
	ck_assert_int_eq(record.count, 0);
	ck_assert_int_eq(netcdf_record_find(&record, NETCDF_STEP)->type, INT);
	free(bytes);
	arena_free(&arena);
}
END_TEST

START_TEST(numbers_are_turned)
{
	const double numbers[] = { 1, -2.5 };
	unsigned char bytes[sizeof numbers];
	double back[2];

	netcdf_record_copy(bytes, numbers, 2, sizeof *numbers);
	ck_assert_mem_eq(bytes, "\x3f\xf0\0\0\0\0\0\0\xc0\x04\0\0\0\0\0\0", sizeof bytes);
	netcdf_record_copy(back, bytes, 2, sizeof *back);
	ck_assert_mem_eq(back, numbers, sizeof back);
}
END_TEST

Suite *
netcdf_record_suite(void)
{
	Suite *suite = suite_create("netcdf_record");
	TCase *tests = tcase_create("netcdf_record");

	tcase_add_loop_test(tests, places_are_found, 0, 3);
	tcase_add_loop_test(tests, damaged_headers_are_refused, 0, 3);
	tcase_add_loop_test(tests, large_variables_are_described, 0, LARGE);
	tcase_add_test(tests, numbers_are_turned);
	suite_add_tcase(suite, tests);
	return suite;
}
