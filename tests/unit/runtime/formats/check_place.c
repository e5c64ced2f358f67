/* What --in and --out name. */

#include "runtime/formats/place.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

Suite *place_suite(void);

#define COUNT(array) ((int)(sizeof (array)/sizeof *(array)))
#define BRACKETS ": write an index as [DIMENSION=INDEX], for example [time=3,level=0]"

static const struct {
	const char *text;
	enum format format;
	const char *path, *variable, *selections;
} good[] = {
	{ "q.npy", FORMAT_NPY, "q.npy", "q", "" },
	{ "/dev/stdout", FORMAT_NPY, "/dev/stdout", "q", "" },
	{ "a:b[1].npy", FORMAT_NPY, "a:b[1].npy", "q", "" },
	{ "q[t=1]", FORMAT_NPY, "q[t=1]", "q", "" },
	{ ".nc", FORMAT_NPY, ".nc", "q", "" },
	{ "q.vti", FORMAT_VTI, "q.vti", "q", "" },
	{ "dir.nc/q.pvd", FORMAT_PVD, "dir.nc/q.pvd", "q", "" },
	{ "dir.nc/q.npy", FORMAT_NPY, "dir.nc/q.npy", "q", "" },
	{ "q.nc", FORMAT_NETCDF, "q.nc", "q", "" },
	{ "q.nc4:QV", FORMAT_NETCDF, "q.nc4", "QV", "" },
	{ "q.cdf:g/QV", FORMAT_NETCDF, "q.cdf", "g/QV", "" },
	{ "C:q.nc:a.b", FORMAT_NETCDF, "C:q.nc", "a.b", "" },
	{ "q.nc:QV[time=3]", FORMAT_NETCDF, "q.nc", "QV", "time=3 " },
	{ "q.nc[time=3]", FORMAT_NETCDF, "q.nc", "q", "time=3 " },
	{ "q.nc:QV[t=-1,x y=+2]", FORMAT_NETCDF, "q.nc", "QV", "t=-1 x y=2 " },
	{ "file:///q.zarr#mode=nczarr,file:QV[t=0]", FORMAT_NETCDF, "file:///q.zarr#mode=nczarr,file", "QV", "t=0 " },
};

START_TEST(places_are_read)
{
	struct arena arena = { 0 };
	struct place place;
	struct error error = { .text = "" };
	char selections[64] = "";

	ck_assert_msg(place_read(&arena, good[_i].text, "q", &place, &error), "%s", error.text);
	ck_assert_int_eq(place.format, good[_i].format);
	ck_assert_str_eq(place.text, good[_i].text);
	ck_assert_str_eq(place.path, good[_i].path);
	ck_assert_str_eq(place.variable, good[_i].variable);
	for (const struct selection *s = place.selections; s; s = s->next)
		sprintf(selections + strlen(selections), "%s=%lld ", s->dimension, s->index);
	ck_assert_str_eq(selections, good[_i].selections);
	arena_free(&arena);
}
END_TEST

static const struct {
	const char *text, *message;
} bad[] = {
	{ "q.nc:", "q.nc:: name a variable after ':'" },
	{ "q.nc:[t=1]", "q.nc:[t=1]: name a variable after ':'" },
	{ "q.nc:QV[]", "q.nc:QV[]" BRACKETS },
	{ "q.nc:QV[t,u]", "q.nc:QV[t,u]" BRACKETS },
	{ "q.nc:QV[=1]", "q.nc:QV[=1]" BRACKETS },
	{ "q.nc:QV[t=1.5]", "q.nc:QV[t=1.5]" BRACKETS },
	{ "q.nc:QV[t=1,]", "q.nc:QV[t=1,]" BRACKETS },
	{ "q.nc:QV[t=1", "q.nc:QV[t=1" BRACKETS },
	{ "q.nc:QV]", "q.nc:QV]" BRACKETS },
	{ "q.nc:QV[t=1][x=1]", "q.nc:QV[t=1][x=1]" BRACKETS },
	{ "q.nc:QV[t=9999999999999999999]", "q.nc:QV[t=9999999999999999999]" BRACKETS },
};

START_TEST(others_are_refused)
{
	struct arena arena = { 0 };
	struct place place;
	struct error error = { .text = "" };

	ck_assert(!place_read(&arena, bad[_i].text, "q", &place, &error));
	ck_assert_str_eq(error.text, bad[_i].message);
	arena_free(&arena);
}
END_TEST

Suite *
place_suite(void)
{
	Suite *suite = suite_create("place");
	TCase *tests = tcase_create("place");

	tcase_add_loop_test(tests, places_are_read, 0, COUNT(good));
	tcase_add_loop_test(tests, others_are_refused, 0, COUNT(bad));
	suite_add_tcase(suite, tests);
	return suite;
}
