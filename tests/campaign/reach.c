#include "tests/campaign/reach.h"

#include "tests/campaign/journal.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

const char *const class_names[CLASSES] = { "structured", "meshes", "parts", "library" };

enum { MOST_REASONS = 60, REASON = 100 };

enum family { PLANE = 1, MESH = 2, BOTH = 3 };
enum group { NONE, KIND, LOCATION, BACKEND, STORAGE, ACCESS };
enum classes {
	STRUCTURED = 1 << CLASS_STRUCTURED, MESHES = 1 << CLASS_MESHES, PARTS = 1 << CLASS_PARTS, LIBRARY = 1 << CLASS_LIBRARY,
	ALL = STRUCTURED | MESHES | PARTS | LIBRARY, NO_LIBRARY = STRUCTURED | MESHES | PARTS,
};

static const struct info {
	enum family family;
	enum group group;
	unsigned classes;
} infos[FEATURE_COUNT] = {
#define FEATURE(id, name, family, group, classes) [FEATURE_##id] = { family, group, classes },
#include "tests/campaign/features.def"
};

/* Pairs that cannot be: each of some features with each of others; "*" is all. */
static const struct never {
	unsigned classes;
	const char *these, *those, *why;
} nevers[] = {
#include "tests/campaign/never.def"
};

struct reason {
	char text[REASON];
	int count;
};

struct reached {
	int results[RESULTS];
	long kernels, runs, interiors;
	int pairs[FEATURE_COUNT][FEATURE_COUNT]; /* [a][b], a >= b: stencils with a run that had both */
	struct reason reasons[MOST_REASONS];
	int reason_count;
};

/* What is quoted, and numbers, differ from stencil to stencil. */
static void
generalize(const char *message, char text[REASON])
{
	const char *error = strstr(message, "error: ");
	int length = 0;

	for (const char *c = error ? error + strlen("error: ") : message; *c && length < REASON - 2; c++) {
		const char *close = *c == '\'' ? strchr(c + 1, '\'') : NULL;

		if (close) {
			length += snprintf(text + length, (size_t)(REASON - length), "'..'");
			c = close;
		} else if (isdigit((unsigned char)*c)) {
			text[length++] = 'N';
			while (isdigit((unsigned char)c[1]))
				c++;
		} else if (*c == ' ' && c[1] == ' ') {
			break; /* behind it the line of the stencil is shown */
		} else {
			text[length++] = *c;
		}
		length = length < REASON ? length : REASON - 1;
	}
	text[length] = '\0';
}

static void
add_reason(struct reached *r, const char *message)
{
	char text[REASON];
	int i = 0;

	generalize(message, text);
	while (i < r->reason_count && strcmp(r->reasons[i].text, text) != 0)
		i++;
	if (i == MOST_REASONS)
		i--;
	else if (i == r->reason_count)
		memcpy(r->reasons[r->reason_count++].text, text, REASON);
	r->reasons[i].count++;
}

static void
add_outcome(void *context, const char *name, const struct outcome *o)
{
	static bool both[FEATURE_COUNT][FEATURE_COUNT];
	struct reached *r = context;

	(void)name;
	r->results[o->result]++;
	r->kernels += o->kernels;
	r->runs += o->runs;
	r->interiors += o->interiors;
	if (o->result == RESULT_REFUSED)
		add_reason(r, o->message);
	memset(both, 0, sizeof both);
	for (int i = 0; i < o->set_count; i++)
		for (int a = 0; a < FEATURE_COUNT; a++)
			for (int b = 0; b <= a && features_have(&o->sets[i], a); b++)
				both[a][b] |= features_have(&o->sets[i], b);
	for (int a = 0; a < FEATURE_COUNT; a++)
		for (int b = 0; b <= a; b++)
			r->pairs[a][b] += both[a][b];
}

static bool
names(const char *list, int feature)
{
	const char *name = feature_names[feature];
	const size_t length = strlen(name);

	if (!strcmp(list, "*"))
		return true;
	for (const char *at = list; (at = strstr(at, name)); at += length)
		if ((at == list || at[-1] == ' ') && (!at[length] || at[length] == ' '))
			return true;
	return false;
}

static bool
is_of(int feature, enum campaign_class of)
{
	const struct info *i = &infos[feature];

	return i->classes & 1u << of && (of != CLASS_STRUCTURED || i->family & PLANE) && (of != CLASS_MESHES || i->family & MESH);
}

static bool
can_be(int a, int b, enum campaign_class of)
{
	if (a != b && (!(infos[a].family & infos[b].family) || (infos[a].group && infos[a].group == infos[b].group)))
		return false;
	for (size_t i = 0; i < sizeof nevers/sizeof *nevers; i++)
		if (nevers[i].classes & 1u << of && ((names(nevers[i].these, a) && names(nevers[i].those, b))
				|| (names(nevers[i].these, b) && names(nevers[i].those, a))))
			return false;
	return true;
}

static void
print_refused(const struct reached *r)
{
	const int refused = r->results[RESULT_REFUSED];
	const int all = r->results[RESULT_PASSED] + r->results[RESULT_FAILED] + refused;

	printf("refused: %d of %d stencils, %.1f %%\n", refused, all, all ? 100.0*refused/all : 0.0);
	for (int left = r->reason_count, above = refused + 1; left > 0; left--) {
		const struct reason *most = NULL;
		static bool told[MOST_REASONS];

		for (int i = 0; i < r->reason_count; i++)
			if (!told[i] && r->reasons[i].count <= above && (!most || r->reasons[i].count > most->count))
				most = &r->reasons[i];
		told[most - r->reasons] = true;
		printf("%7d %s\n", most->count, most->text);
	}
}

static void
print_table(const struct reached *r, enum campaign_class of)
{
	int numbers[FEATURE_COUNT], count = 0;

	for (int f = 0; f < FEATURE_COUNT; f++)
		if (is_of(f, of))
			numbers[count++] = f;
	printf("pairs of features: stencils with a run that had both (-: cannot be)\n%24s", "");
	for (int i = 0; i < count; i++)
		printf("%5d", i + 1);
	printf("\n");
	for (int i = 0; i < count; i++) {
		printf("%3d %-20s", i + 1, feature_names[numbers[i]]);
		for (int j = 0; j <= i; j++) {
			const int reached = r->pairs[numbers[i]][numbers[j]];

			if (reached || can_be(numbers[i], numbers[j], of))
				printf("%5d", reached);
			else
				printf("%5s", "-");
		}
		printf("\n");
	}
}

/* Features that were never reached at all are listed alone. */
static int
print_missing(const struct reached *r, enum campaign_class of)
{
	int missing = 0;

	for (int a = 0; a < FEATURE_COUNT; a++)
		for (int b = 0; b <= a && is_of(a, of); b++) {
			if (!is_of(b, of) || r->pairs[a][b] || !can_be(a, b, of))
				continue;
			if (a != b && (!r->pairs[a][a] || !r->pairs[b][b]))
				continue;
			printf(a == b ? "never reached: %s\n" : "never reached: %s with %s\n", feature_names[a], feature_names[b]);
			missing++;
		}
	return missing;
}

static int
print_wrongly_ruled_out(const struct reached *r, enum campaign_class of)
{
	int wrong = 0;

	for (int a = 0; a < FEATURE_COUNT; a++)
		for (int b = 0; b < a; b++)
			if (is_of(a, of) && is_of(b, of) && r->pairs[a][b] && !can_be(a, b, of)) {
				printf("reached, but never.def rules it out: %s with %s\n", feature_names[a], feature_names[b]);
				wrong++;
			}
	return wrong;
}

bool
reach_report(const char *journal, enum campaign_class of, int enough)
{
	static struct reached r;
	int accepted, missing, wrong;

	memset(&r, 0, sizeof r);
	journal_read(journal, add_outcome, &r);
	accepted = r.results[RESULT_PASSED] + r.results[RESULT_FAILED];
	print_refused(&r);
	print_table(&r, of);
	missing = print_missing(&r, of);
	wrong = print_wrongly_ruled_out(&r, of);
	printf("%s: %d stencils accepted and compared, %ld kernels, %ld runs, %ld steps with an interior; %d pairs never reached\n",
		class_names[of], accepted, r.kernels, r.runs, r.interiors, missing);
	if (of == CLASS_PARTS && accepted >= 10 && !r.interiors) {
		printf("no part had an interior\n");
		return false;
	}
	return !wrong && (accepted < enough || !missing);
}
