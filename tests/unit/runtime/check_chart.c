/* Charts: whatever the numbers and names, the SVG is well-formed and at most 900 pixels wide, no text
 * lies on another or outside, every number has one mark that tells it, every series is named, and
 * the same chart is the same text. */

#include "runtime/chart/panel.h"
#include "runtime/chart/svg.h"
#include "tests/unit/runtime/svg_text.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- What is in it -------------------------------------------------------- */

struct label {
	double left, right, top, bottom;
	char text[200];
};

static double
attribute(const char *tag, const char *name)
{
	const char *found = strstr(tag, name);

	ck_assert_msg(found && found < strchr(tag, '>'), "no %s in %.60s", name, tag);
	return strtod(found + strlen(name) + 2, NULL);
}

static bool
has(const char *tag, const char *words)
{
	const char *found = strstr(tag, words);

	return found && found < strchr(tag, '>');
}

/* Entities count as the one character that they are. */
static void
copy_text(const char *from, char *to)
{
	int length = 0;

	for (; *from != '<'; from++) {
		ck_assert_int_lt(length, 190);
		to[length++] = *from;
		if (*from == '&') {
			to[length - 1] = 'x';
			from = strchr(from, ';');
			ck_assert_ptr_nonnull(from);
		}
	}
	to[length] = '\0';
}

static struct label
read_label(const char *tag)
{
	const int font = has(tag, "\"title\"") || has(tag, "\"section\"") ? TITLE_FONT
		: has(tag, "\"small") ? SMALL_FONT : FONT;
	const double x = attribute(tag, " x"), y = attribute(tag, " y");
	struct label label = { .top = y - font + 3, .bottom = y + 1 };
	double width;

	copy_text(strchr(tag, '>') + 1, label.text);
	width = text_width(label.text, font);
	label.left = has(tag, "middle") ? x - width/2 : has(tag, "\"end\"") ? x - width : x;
	label.right = label.left + width;
	return label;
}

static int
read_labels(const char *svg, struct label *labels, int room)
{
	int count = 0;

	for (const char *tag = strstr(svg, "<text "); tag; tag = strstr(tag + 1, "<text ")) {
		ck_assert_int_lt(count, room);
		labels[count++] = read_label(tag);
	}
	return count;
}

/* Check tells another process of each assertion: where there are very many, only of what fails. */
static void
assert_texts_apart(const char *svg)
{
	static struct label labels[4000];
	const int count = read_labels(svg, labels, 4000);
	const double width = attribute(svg, " width"), height = attribute(svg, " height");

	ck_assert_double_le(width, MOST_WIDTH);
	for (int i = 0; i < count; i++) {
		const struct label *a = &labels[i];

		ck_assert_msg(a->left >= 0 && a->right <= width && a->top >= 0 && a->bottom <= height,
			"'%s' is outside: %.1f..%.1f of %.1f, %.1f..%.1f of %.1f", a->text, a->left, a->right,
			width, a->top, a->bottom, height);
		for (int j = 0; j < i; j++) {
			const struct label *b = &labels[j];

			if (a->right > b->left && b->right > a->left && a->bottom > b->top && b->bottom > a->top)
				ck_abort_msg("'%s' lies on '%s'", a->text, b->text);
		}
	}
}

/* Every tag is closed by its own end, and only text, entities and good UTF-8 between. */
static void
assert_well_formed(const char *svg)
{
	char open[8][16];
	int depth = 0;

	for (const char *c = svg; *c; c++) {
		char name[16];

		if (*c == '&')
			ck_assert_msg(!strncmp(c, "&amp;", 5) || !strncmp(c, "&lt;", 4) || !strncmp(c, "&gt;", 4)
				|| !strncmp(c, "&quot;", 6), "entity %.10s", c);
		if ((unsigned char)*c < ' ' && *c != '\n' && *c != '\t')
			ck_abort_msg("character %d", *c);
		if (*c != '<')
			continue;
		if (c[1] == '/') {
			ck_assert_int_gt(depth, 0);
			depth--;
			ck_assert_msg(!strncmp(c + 2, open[depth], strlen(open[depth])), "%.20s closes %s", c,
				open[depth]);
			continue;
		}
		ck_assert_int_eq(sscanf(c + 1, "%15[a-z]", name), 1);
		if (strchr(c, '>')[-1] != '/') {
			ck_assert_int_lt(depth, 8);
			strcpy(open[depth++], name);
		}
	}
	ck_assert_int_eq(depth, 0);
	ck_assert_ptr_null(strstr(svg, "nan"));
	ck_assert_ptr_null(strstr(svg, "inf"));
}

/* Every number that is drawn is in a title: as often as it is in the chart. */
static void
assert_numbers_told(const struct chart *chart, const char *svg)
{
	ck_assert_int_eq(count_of(svg, "</title>"), chart_marks(chart));
	for (int p = 0; p < chart->panel_count; p++)
		for (int i = 0; i < chart->series_count*chart->panels[p].group_count; i++) {
			const double value = chart->panels[p].values[i].value;
			const bool numbers = chart->kind == CHART_LINES || chart->kind == CHART_ROOFLINE;
			const int groups = chart->panels[p].group_count;
			const double x = numbers ? chart->panels[p].x[chart->kind == CHART_ROOFLINE ? i : i % groups] : 1;
			char text[64];

			snprintf(text, sizeof text, ": %.6g%s</title>", value, chart->kind == CHART_HEAT ? " ms" : "");
			if (isfinite(value) && isfinite(x) && !(chart->log_y && value <= 0) && !(chart->log_x && x <= 0))
				ck_assert_msg(strstr(svg, text), "no mark tells%s", text);
		}
}

static void
assert_good(const struct chart *chart)
{
	char *svg = svg_of(chart), *again = svg_of(chart);

	ck_assert_str_eq(svg, again);
	assert_well_formed(svg);
	assert_texts_apart(svg);
	assert_numbers_told(chart, svg);
	free(svg);
	free(again);
}

/* --- Charts of all kinds -------------------------------------------------- */

static unsigned
dice(unsigned *seed, unsigned sides)
{
	*seed = *seed*1664525u + 1013904223u;
	return (*seed >> 8) % sides;
}

static const char *const names[] = {
	"chasing_compressed", "regular", "<b>&amp;\"'", "z", "direct constant with blanks", "64x2x1",
	"\xc2\xb5s", "broken \xff\xc3( UTF-8", "tab\tand\nline", "a_very_long_name_without_any_blank_in_it",
	"WWWWWWWWWWWW", "-",
};
enum { NAMES = sizeof names/sizeof *names, MOST = 12 };

static double
number(unsigned *seed)
{
	const int most = dice(seed, 30) ? 6 : 90;
	const double scale = pow(10, (int)dice(seed, 2*(unsigned)most) - most);

	return dice(seed, 8) ? (1 + dice(seed, 9999))*1e-3*scale : NAN;
}

static void
fill(const struct chart *chart, struct chart_panel *panel, struct chart_value *values, double *x,
	unsigned *seed)
{
	const bool negative = chart->kind == CHART_BARS && !dice(seed, 5);

	for (int i = 0; i < chart->series_count*panel->group_count; i++) {
		const double value = number(seed)*(negative && dice(seed, 2) ? -1 : 1);

		values[i] = (struct chart_value){ value, dice(seed, 3) ? value*0.9 : NAN, value*1.2 };
		x[i] = fabs(number(seed));
	}
	for (int g = 1; g < panel->group_count && chart->kind == CHART_LINES; g++)
		x[g] = isnan(x[g - 1]) ? g : x[g - 1]*(1.1 + dice(seed, 10));
	panel->values = values;
	panel->x = x;
}

START_TEST(any_chart)
{
	static struct chart_value values[3][MOST*MOST];
	static double x[3][MOST*MOST];
	static const struct chart_roof roofs[] = { { "copy, 3950 GB/s", 3950, 0 }, { "double", 0, 33500 } };
	const char *own[MOST], *groups[3][MOST];
	struct chart_panel panels[3];
	unsigned seed = (unsigned)_i*7919u + 1;
	struct chart chart = {
		.kind = (enum chart_kind)dice(&seed, 4), .title = names[dice(&seed, NAMES)],
		.x_label = dice(&seed, 4) ? names[dice(&seed, NAMES)] : "",
		.series_label = dice(&seed, 4) ? names[dice(&seed, NAMES)] : "",
		.panel_label = dice(&seed, 4) ? names[dice(&seed, NAMES)] : "",
		.log_x = dice(&seed, 2), .log_y = dice(&seed, 2),
		.series_count = 1 + (int)dice(&seed, MOST), .series = own,
		.panel_count = 1 + (int)dice(&seed, 3), .panels = panels,
	};
	const int roof_count = (int)dice(&seed, 3);

	chart.y_label = chart.kind == CHART_HEAT ? "run time, ms" : names[dice(&seed, NAMES)];
	if (chart.kind == CHART_ROOFLINE)
		chart.log_x = chart.log_y = true;
	else if (chart.kind != CHART_LINES)
		chart.log_x = chart.log_y = false;
	for (int i = 0; i < MOST; i++)
		own[i] = names[dice(&seed, NAMES)];
	for (int p = 0; p < chart.panel_count; p++) {
		panels[p] = (struct chart_panel){
			.name = names[dice(&seed, NAMES)], .group_count = 1 + (int)dice(&seed, MOST), .groups = groups[p],
			.roofs = roofs, .roof_count = chart.kind == CHART_ROOFLINE ? roof_count : 0,
		};
		for (int i = 0; i < MOST; i++)
			groups[p][i] = names[dice(&seed, NAMES)];
		fill(&chart, &panels[p], values[p], x[p], &seed);
	}
	assert_good(&chart);
}
END_TEST

START_TEST(all_equal_and_none)
{
	static const double x[] = { 1, 2 };
	static const char *const two[] = { "a", "b" };
	const struct chart_value zero[] = { { 0, NAN, NAN }, { 0, 0, 0 }, { 0, NAN, NAN }, { 0, 0, 0 } };
	const struct chart_value none[] = { { NAN, 1, 2 }, { NAN, 1, 2 }, { NAN, 1, 2 }, { NAN, 1, 2 } };

	for (int kind = 0; kind < 4; kind++)
		for (int empty = 0; empty < 2; empty++) {
			const struct chart_panel panel = {
				.name = "", .group_count = kind == CHART_ROOFLINE ? 1 : 2, .groups = two, .x = x,
				.values = empty ? none : zero,
			};
			const struct chart chart = {
				.kind = (enum chart_kind)kind, .title = "t", .x_label = "x", .y_label = kind == CHART_HEAT
					? "y, ms" : "y", .series_label = "s", .panel_label = "",
				.series_count = 2, .series = two, .panel_count = 1, .panels = &panel,
				.log_x = kind == CHART_ROOFLINE, .log_y = kind == CHART_ROOFLINE,
			};

			assert_good(&chart);
		}
}
END_TEST

Suite *
chart_suite(void)
{
	Suite *suite = suite_create("chart");
	TCase *tests = tcase_create("chart");

	tcase_add_loop_test(tests, any_chart, 0, 300);
	tcase_add_test(tests, all_equal_and_none);
	tcase_set_timeout(tests, 60);
	suite_add_tcase(suite, tests);
	return suite;
}
