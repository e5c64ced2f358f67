/* Calls each launcher of a header once as it should be called, and then with one field of one struct wrong. A wrong
 * call is refused and writes nothing, or computes what the good call computes, or, if it describes another legal grid,
 * stays inside its arrays. These are exactly as long as the header's own check demands. Built with ASan and UBSan;
 * every call runs in a process of its own. HEADER is the emitted header, FIELDS_OF_HEADER what launchers.awk made of it. */

#include HEADER

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum part { PART_grid, PART_mesh, PART_block, PART_args, PART_elements, PART_call };
enum kind { KIND_int, KIND_pointer, KIND_relation, KIND_size, KIND_number };

#include FIELDS_OF_HEADER

enum { NX = 32, NY = 7, LEVELS = 9, COLUMNS = NX*NY, ELEMENTS = 37, STRIDE = 40, PROBES = 64, LOOSE = 1 << 14 };
enum { MOST_SLOTS = 64, MOST_FIELDS = 64, MOST_KERNELS = 32, SECONDS = 60 };
enum { WORKSPACE_ALIGNMENT = BLOCKS ? 256 : 16 };

struct attempt {
	launcher *launch;
#ifdef HAS_GRID
	struct stencil_grid grid;
	const struct stencil_grid *grid_pointer;
#endif
#ifdef HAS_MESH
	struct stencil_mesh mesh;
	const struct stencil_mesh *mesh_pointer;
#endif
	arguments args;
	const arguments *args_pointer;
	sizes elements;
	const sizes *elements_pointer;
	struct stencil_block block, each_block[MOST_KERNELS];
	const struct stencil_block *blocks;
	void *workspace, *stream;
	int probes;
	bool too_large; /* no workspace could be had */
};

/* Most kernels accept the first; `temporal` has one thread a point of a tile, `temporal_warp` one warp. */
static const struct stencil_block good_blocks[] = { { 32, 2, 1 }, { 32, 8, 1 }, { 32, 16, 1 }, { 64, 8, 1 }, { 32, 1, 1 } };
static int good_block;

static const struct launcher_row {
	const char *name;
	launcher *launch;
	int (*upload)(const int *offsets, int count);
#ifdef HAS_GRID
	size_t (*workspace)(const struct stencil_grid *grid);
#elif defined(HAS_MESH)
	size_t (*workspace)(const struct stencil_mesh *mesh);
#else
	void *workspace;
#endif
} launchers[] = { LAUNCHERS };

static const struct field {
	enum part part;
	enum kind kind;
	const char *name;
	size_t offset, size;
} fields[] = {
	FIELDS
	{ PART_call, KIND_pointer, "workspace", offsetof(struct attempt, workspace), 8 },
	{ PART_call, KIND_pointer, "blocks", offsetof(struct attempt, blocks), 0 },
	{ PART_call, KIND_int, "probes", offsetof(struct attempt, probes), 0 },
};
enum { FIELD_COUNT = sizeof fields/sizeof *fields, LAUNCHER_COUNT = sizeof launchers/sizeof *launchers };

/* What a call returned, and hashes of all arrays before and after it. */
struct outcome {
	int check, result;
	uint64_t before, after;
};

/* Memory that processes share: a process that a call ended is followed by one that starts with the next call. */
struct progress {
	int field, next; /* wrong value of it */
	struct outcome outcome;
	bool sound;
	char text[32];
	int failed, refused, same, other;
};
static struct progress *progress;

/* The arrays of an attempt. */
static struct {
	unsigned char *memory;
	size_t size;
} arrays[MOST_FIELDS];
static int array_count;

static unsigned char *
array(size_t size)
{
	void *place;
	unsigned char *memory;

	if (array_count == MOST_FIELDS || posix_memalign(&place, 64, size ? size : 1))
		abort();
	memory = place;
	for (size_t i = 0; i + sizeof (double) <= size; i += sizeof (double)) {
		const double value = 1 + (double)((i*7 + (size_t)array_count*13) % 97)/97;

		memcpy(memory + i, &value, sizeof value);
	}
	arrays[array_count].memory = memory;
	arrays[array_count++].size = size;
	return memory;
}

static uint64_t
hash(void)
{
	uint64_t all = 14695981039346656037u;

	for (int a = 0; a < array_count; a++)
		for (size_t i = 0; i < arrays[a].size; i++)
			all = (all ^ arrays[a].memory[i])*1099511628211u;
	return all;
}

static void *
member(struct attempt *a, const struct field *field)
{
	switch (field->part) {
#ifdef HAS_GRID
	case PART_grid: return (char *)&a->grid + field->offset;
#endif
#ifdef HAS_MESH
	case PART_mesh: return (char *)&a->mesh + field->offset;
#endif
	case PART_block: return (char *)&a->block + field->offset;
	case PART_args: return (char *)&a->args + field->offset;
	case PART_elements: return (char *)&a->elements + field->offset;
	case PART_call: return (char *)a + field->offset;
	default: return NULL;
	}
}

static int
check(struct attempt *a)
{
#ifdef CHECK
	return CHECK(a);
#else
	(void)a;
	return 0;
#endif
}

/* The fewest elements that the header accepts. */
static void
find_sizes(struct attempt *a)
{
	for (int f = 0; f < FIELD_COUNT; f++)
		if (fields[f].kind == KIND_size)
			*(size_t *)member(a, &fields[f]) = LOOSE*LEVELS;
	for (int f = 0; f < FIELD_COUNT; f++)
		if (fields[f].kind == KIND_size) {
			size_t *size = member(a, &fields[f]), low = 0, high = *size;

			while (low < high) {
				*size = (low + high)/2;
				if (check(a) == 0)
					high = *size;
				else
					low = *size + 1;
			}
			*size = low;
		}
}

static size_t
size_of(struct attempt *a, const char *name)
{
	for (int f = 0; f < FIELD_COUNT; f++)
		if (fields[f].kind == KIND_size && !strcmp(fields[f].name, name))
			return *(size_t *)member(a, &fields[f]);
	return LOOSE;
}

#ifdef HAS_GRID
static int table[MOST_SLOTS*COLUMNS], pattern[COLUMNS], single[COLUMNS];

static int
slots_of(const struct launcher_row *row)
{
	return strstr(row->name, "_direct") ? SLOTS_OF_DIRECT : SLOTS_OF_CHASING;
}

/* Each column has a row of the table of its own, compressed or not; no column is in a cluster. */
static void
make_domain(struct attempt *a, const struct launcher_row *row)
{
	const bool innermost = strstr(row->name, "_innermost") != NULL;
	const int slots = slots_of(row);

	a->grid_pointer = &a->grid;
	if (strstr(row->name, "_regular_")) {
		a->grid = REGULAR_GRID(NX, NY, LEVELS);
		return;
	}
	a->grid = COLUMNS_GRID(COLUMNS, 2*NX, COLUMNS - 2*NX, LEVELS, innermost ? stencil_pitch(LEVELS) : 0);
	for (int c = 0; c < COLUMNS; c++) {
		pattern[c] = c;
		for (int s = 0; s < slots; s++)
			table[innermost ? c*slots + s : s*COLUMNS + c] = (c + 3*s + 1) % COLUMNS - c;
	}
	a->grid.table = table;
	a->grid.pattern = pattern;
	a->grid.patterns = COLUMNS;
	a->grid.single = single;
	a->grid.singles = a->grid.end - a->grid.first;
	for (int i = 0; i < a->grid.singles; i++)
		single[i] = a->grid.first + i;
}
#elif defined(HAS_MESH)
static int table[MOST_SLOTS*STRIDE], start[STRIDE + 1];
static const struct stencil_relation good_relation = { .table = table, .start = start };
static struct stencil_relation wrong_relation;

static void
make_domain(struct attempt *a, const struct launcher_row *row)
{
	a->mesh_pointer = &a->mesh;
	a->mesh = (struct stencil_mesh){
		.end = ELEMENTS, .top = LEVELS, .levels = LEVELS, .cell_stride = STRIDE, .edge_stride = STRIDE, .vertex_stride = STRIDE,
		.height = strstr(row->name, "_innermost") ? 12 : 0, .cells = ELEMENTS, .edges = ELEMENTS,
		.vertices = ELEMENTS,
	};
	for (int i = 0; i < MOST_SLOTS*STRIDE; i++)
		table[i] = i*7 % ELEMENTS;
	for (int i = 0; i <= STRIDE; i++)
		start[i] = 3*i;
}
#else
static void make_domain(struct attempt *a, const struct launcher_row *row) { (void)a, (void)row; }
#endif

static void
make_workspace(struct attempt *a, const struct launcher_row *row)
{
#if defined(HAS_GRID)
	const size_t size = row->workspace ? row->workspace(a->grid_pointer) : 0;
#elif defined(HAS_MESH)
	const size_t size = row->workspace ? row->workspace(a->mesh_pointer) : 0;
#else
	const size_t size = 0;
#endif
	(void)row;
	a->workspace = NULL;
	a->too_large = size > 1 << 28;
	if (!a->too_large && posix_memalign(&a->workspace, WORKSPACE_ALIGNMENT, size ? size : 1))
		abort();
}

static void
make_good(struct attempt *a, const struct launcher_row *row)
{
	*a = (struct attempt){ .launch = row->launch, .block = good_blocks[good_block], .probes = PROBES };
	array_count = 0;
	a->args_pointer = &a->args;
	a->blocks = a->each_block;
	make_domain(a, row);
	a->elements_pointer = &a->elements;
	find_sizes(a);
	for (int f = 0; f < FIELD_COUNT; f++) {
		if (fields[f].part != PART_args)
			continue;
		if (fields[f].kind == KIND_pointer)
			*(void **)member(a, &fields[f]) = array(size_of(a, fields[f].name)*fields[f].size);
#ifdef HAS_MESH
		if (fields[f].kind == KIND_relation)
			*(const void **)member(a, &fields[f]) = &good_relation;
#endif
	}
	make_workspace(a, row);
}

/* The n-th wrong value of a field; false after the last. The text names it. */
static bool
set_wrong(struct attempt *a, const struct field *field, int n, char text[32])
{
	void *place = member(a, field);

	if (field->kind == KIND_int) {
		const int good = *(int *)place;
		const int values[] = { 0, -1, INT_MIN, 1, good/2, good - 1, good + 1, 2*good + 2, 1 << 30, INT_MAX };

		if (n == sizeof values/sizeof *values)
			return false;
		*(int *)place = values[n];
		snprintf(text, 32, "%d", values[n]);
		return true;
	}
	if (field->kind == KIND_size) {
		const size_t good = *(size_t *)place, values[] = { 0, good - 1 };

		if (n == 2 || !good)
			return false;
		*(size_t *)place = values[n];
		snprintf(text, 32, "%zu", values[n]);
		return true;
	}
	if (field->kind == KIND_pointer) {
		static const int by[] = { 0, 1, 2, 4, WORKSPACE_ALIGNMENT/2 };
		const int count = strcmp(field->name, "workspace") ? 4 : 5;

		if (n == count || (n && (!*(char **)place || !field->size)) || (n == 3 && field->size == 4))
			return false;
		*(char **)place = n ? *(char **)place + by[n] : NULL;
		snprintf(text, 32, n ? "misaligned by %d" : "NULL", by[n]);
		return true;
	}
#ifdef HAS_MESH
	if (field->kind == KIND_relation) {
		static const char *const texts[] = { "NULL", "no table", "table misaligned", "start misaligned", "no start" };

		if (n == sizeof texts/sizeof *texts)
			return false;
		wrong_relation = good_relation;
		if (n == 1)
			wrong_relation.table = NULL;
		if (n == 2)
			wrong_relation.table = (const int *)((const char *)table + 2);
		if (n == 3)
			wrong_relation.start = (const int *)((const char *)start + 1);
		if (n == 4)
			wrong_relation.start = NULL;
		*(const void **)place = n ? &wrong_relation : NULL;
		snprintf(text, 32, "%s", texts[n]);
		return true;
	}
#endif
	return false;
}

/* Whether points of the grid do not share memory, whatever launchers say of it. */
static bool
is_sound(const struct attempt *a)
{
#if defined(HAS_GRID)
	const struct stencil_grid *g = &a->grid;

	return g->first >= 0 && g->width > 0 && g->bottom >= 0 && g->top > g->bottom && g->top <= g->levels
		&& (g->pitch ? g->pitch >= g->levels : g->row ? g->row >= g->width && g->height > 0 : true)
		&& (g->row ? g->stride >= g->first + (g->height - 1LL)*g->row + g->width : g->end > g->first && g->stride >= g->end);
#elif defined(HAS_MESH)
	const struct stencil_mesh *m = &a->mesh;

	return m->first >= 0 && m->end > m->first && m->bottom >= 0 && m->top > m->bottom && (!m->height || m->height >= m->top);
#else
	return a->probes >= 0;
#endif
}

static void
make_call(struct attempt *a, const struct launcher_row *row)
{
	struct outcome *outcome = &progress->outcome;
	const int refused = check(a);

	progress->sound = is_sound(a);

	*outcome = (struct outcome){ .check = refused, .before = hash() };
#ifdef HAS_GRID
	if (row->upload && row->upload(table, slots_of(row)*COLUMNS))
		abort();
#endif
	(void)row;
	/* A launcher does not know how long arrays are; everything else it finds by itself. */
	for (int i = 0; i < MOST_KERNELS; i++)
		a->each_block[i] = a->block;
	if (refused != STENCIL_SHORT_ARRAY && !a->too_large)
		outcome->result = CALL(a);
	else
		outcome->result = refused ? refused : STENCIL_LARGE_GRID;
	outcome->after = hash();
}

/* The good call, or the one with the n-th wrong value of a field; false after the last. */
static bool
attempt_call(const struct launcher_row *row, const struct field *field, int n, char text[32])
{
	struct attempt a;
	void *workspace;
	bool more;

	make_good(&a, row);
	workspace = a.workspace;
	more = !field || set_wrong(&a, field, n, text);
	if (more) {
		alarm(SECONDS);
		if (field && (field->part == PART_grid || field->part == PART_mesh)) {
			make_workspace(&a, row);
			free(workspace);
			workspace = a.workspace;
		}
		make_call(&a, row);
	}
	for (int i = 0; i < array_count; i++)
		free(arrays[i].memory);
	free(workspace);
	return more;
}

static void
fail(const struct launcher_row *row, const char *field, const char *why)
{
	printf("FAILED  %s, %s = %s: %s (check %d, call %d)\n", row->name, field, progress->text, why,
		progress->outcome.check, progress->outcome.result);
	fflush(stdout);
	progress->failed++;
}

/* Whether a call cannot be right with this field wrong. Only relations of any degree have rows that start somewhere. */
static bool
is_needed(const struct launcher_row *row, const struct field *field)
{
	switch (field->part) {
	case PART_args: return strcmp(progress->text, "no start") != 0;
	case PART_elements: return true;
	case PART_call: return row->workspace && (!strcmp(field->name, "workspace") || (BLOCKS && !strcmp(field->name, "blocks")));
	default: return false;
	}
}

static void
judge(const struct launcher_row *row, const struct field *field, uint64_t good)
{
	const struct outcome *outcome = &progress->outcome;

	if (outcome->result > 0)
		fail(row, field->name, "an error of the GPU");
	else if (outcome->result < 0) {
		if (!stencil_refusal_text(outcome->result))
			fail(row, field->name, "a refusal without a text");
		else if (outcome->after != outcome->before)
			fail(row, field->name, "refused, but something was written");
		else
			progress->refused++;
	} else if (!progress->sound && outcome->after != good)
		fail(row, field->name, "accepted, though points share memory or there are none");
	else if (is_needed(row, field))
		fail(row, field->name, "accepted");
	else if (outcome->after == good)
		progress->same++;
	else if (field->kind == KIND_int && field->part != PART_block)
		progress->other++;
	else
		fail(row, field->name, "accepted, with other results");
}

/* The good call, and the wrong ones that are left. */
static void
try_launcher(const struct launcher_row *row)
{
	const struct outcome *outcome = &progress->outcome;
	uint64_t good;

	strcpy(progress->text, "good");
	for (good_block = 0; good_block < (int)(sizeof good_blocks/sizeof *good_blocks); good_block++) {
		attempt_call(row, NULL, 0, progress->text);
		if (outcome->result != STENCIL_WRONG_BLOCK)
			break;
	}
	good = outcome->after;
	if (outcome->result || outcome->check || good == outcome->before) {
		fail(row, "all", "the good call fails");
		progress->field = FIELD_COUNT;
	}
	for (; progress->field < FIELD_COUNT; progress->field++, progress->next = 0) {
		const struct field *field = &fields[progress->field];

		if (field->part != PART_block || BLOCKS)
			while (attempt_call(row, field, progress->next++, progress->text))
				judge(row, field, good);
	}
}

/* In processes of their own: one more after each that a call ended. */
static void
try_safely(const struct launcher_row *row)
{
	int status = 1;

	progress->field = progress->next = 0;
	while (status) {
		const pid_t child = fork();

		if (child < 0)
			abort();
		if (child == 0) {
			try_launcher(row);
			_exit(0);
		}
		if (waitpid(child, &status, 0) < 0)
			abort();
		if (status) {
			fail(row, progress->next ? fields[progress->field].name : "all", "the call crashed");
			if (!progress->next)
				return;
		}
	}
}

int
main(void)
{
	progress = mmap(NULL, sizeof *progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (progress == MAP_FAILED)
		return 1;
	for (int l = 0; l < LAUNCHER_COUNT; l++)
		try_safely(&launchers[l]);
	printf("%d launchers: %d wrong calls refused, %d with a field that the kernel does not read, %d of another legal grid\n",
		LAUNCHER_COUNT, progress->refused, progress->same, progress->other);
	return progress->failed != 0;
}
