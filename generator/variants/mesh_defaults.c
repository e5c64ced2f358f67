#include "generator/variants/mesh_defaults.h"

#include "generator/plan/neighbors.h"
#include "generator/split/parts.h"
#include "generator/variants/defaults.h"

#include <limits.h>

enum { REGISTER_BYTES = 4, VECTOR = VECTOR_BYTES/REGISTER_BYTES, UNKNOWN = 1 << 20 };

enum { VECTORS_OF_ROWS = 2 };

/* A thread would wait for one neighbour of a row after the other, ten times for the edges round an edge of hexagons. Two vectors
 * in flight fit 32 registers, and tangential needs all the warps that 32 allow: runtime/results/h200/defaults, "Meshes". */
int
mesh_neighbours_at_once(const struct plan *plan, int loop)
{
	int loaded = 0;

	for (const struct reference *r = plan->reads; r; r = r->next)
		loaded += r->field->shape == SHAPE_POINT && plan->neighbors->list[r->neighbor].loop == loop;
	return loaded < 2 ? VECTORS_OF_ROWS : loaded < VECTORS_OF_ROWS ? VECTORS_OF_ROWS/loaded : 1;
}

bool
mesh_goes_over_rows(const struct plan *plan)
{
	bool goes = false;

	for (int p = 0; plan->program && p < plan->program->part_count; p++)
		goes |= mesh_goes_over_rows(plan->program->parts[p].plan);
	for (const struct reference *r = plan->reads; r && !plan->program; r = r->next)
		for (int neighbor = r->neighbor; neighbor != OWN_ELEMENT; neighbor = plan->neighbors->list[neighbor].before) {
			const struct mesh_neighbor *s = &plan->neighbors->list[neighbor];

			goes |= s->slot == ALL_SLOTS && s->relation->degree.kind == DEGREE_ANY;
		}
	return goes;
}

/* What is loaded at once of a relation of any degree: nobody knows if loops over its rows load more than a field. */
static int
times_of_row(const struct plan *plan, int loop)
{
	const int several = mesh_neighbours_at_once(plan, loop);

	return several == VECTORS_OF_ROWS ? several : UNKNOWN;
}

/* How often something at a neighbor is loaded at once: once a slot of the loops that it is in. */
static int
times_loaded(const struct plan *plan, int neighbor)
{
	const struct mesh_neighbor *s = &plan->neighbors->list[neighbor];
	int slots;

	if (neighbor == OWN_ELEMENT)
		return 1;
	slots = s->slot != ALL_SLOTS ? 1 : s->relation->degree.kind == DEGREE_ANY ? times_of_row(plan, s->loop)
		: s->relation->degree.most;
	return slots >= UNKNOWN ? UNKNOWN : slots*times_loaded(plan, s->before);
}

/* Registers for what a thread loads of fields of a shape for an element, `each` values at once. */
static int
registers_for(const struct plan *plan, const struct variant *variant, enum shape shape, int each)
{
	int sum = 0;

	for (const struct reference *r = plan->reads; r; r = r->next) {
		const enum type type = type_in_precision(r->field->declared, variant->precision);

		if (r->field->shape == shape && sum < UNKNOWN)
			sum += times_loaded(plan, r->neighbor)*each*element_size(type)/REGISTER_BYTES;
	}
	return sum;
}

static void
find_call(void *found, const struct expr *e)
{
	*(bool *)found |= e->kind == EXPR_CALL;
}

static bool
calls_functions(const struct plan *plan)
{
	bool found = false;

	for (const struct instance *i = plan->instances; i; i = i->next)
		plan_walk(i, find_call, &found);
	return found;
}

/* Threads that are not told how many registers they may have get by with 32 or 40 for up to nine vectors, and load one or two at a
 * time. vorticity and diffuse_theta, which load six and nine, are faster if 64 hold all loads in flight; divergence and gradient
 * need all the warps that 32 allow. nabla2 fills these: with a limit of 32, its last load waits for the first product; with a limit
 * of 40, six are in flight in 31 (runtime/results/h200/defaults, "Meshes"). */
enum { FEW = 32, FILLED = 40, SOME = 64, MANY = 80 };

static int
usual_registers(const struct plan *plan, const struct variant *variant)
{
	enum { FEW_VECTORS = 4, SOME_VECTORS = 12, LEFT_OF_FEW = 24, KEPT_BY_SOME = 72 };
	const int values = registers_for(plan, variant, SHAPE_POINT, tunable_of(TUNABLE_levels_per_load, variant));
	const int loaded = values + registers_for(plan, variant, SHAPE_COLUMN, 1);

	if (loaded >= UNKNOWN)
		return 0;
	if (values <= FEW_VECTORS*VECTOR && loaded <= LEFT_OF_FEW && !calls_functions(plan))
		return loaded == LEFT_OF_FEW ? FILLED : FEW;
	return values <= SOME_VECTORS*VECTOR && loaded <= KEPT_BY_SOME ? SOME : MANY;
}

/* A limit that is no limit lets nvcc (13.0) use registers for loads in flight: without one it computes between them. */
static int
registers_of_slice(const struct plan *plan, const struct variant *variant)
{
	enum { LOADED_AT_ONCE = 168 };

	return variant->access != ACCESS_idxvar && !plan->sweeps && tunable_of(TUNABLE_ahead, variant) ? LOADED_AT_ONCE : 0;
}

int
mesh_registers(const struct plan *plan, const struct variant *variant)
{
	const int given = tunable_of(TUNABLE_registers_per_thread, variant);

	if (given || !tunable_applies(TUNABLE_registers_per_thread, variant))
		return given;
	return variant->levels == LEVELS_OUTERMOST ? registers_of_slice(plan, variant) : plan->sweeps ? 0 : usual_registers(plan, variant);
}

/* The compiler keeps values of slots of all levels at once, and spills what does not fit: smagorinsky 84 bytes with 80 registers.
 * Loaded again for each level they are in the first cache, and it spills nothing: runtime/results/h200/defaults,
 * "Meshes". */
bool
mesh_levels_apart(const struct plan *plan, const struct variant *variant)
{
	enum { ENOUGH = 96 };

	return tunable_applies(TUNABLE_registers_per_thread, variant) && mesh_registers(plan, variant) < ENOUGH
		&& usual_registers(plan, variant) == MANY;
}

int
mesh_slots_alignment(int slots, int bytes)
{
	const int all = slots*bytes, power = all & -all;

	return power > VECTOR_BYTES ? VECTOR_BYTES : power;
}

/* Registers that the compiler takes of those that a thread may have; of 64 vorticity and diffuse_theta get 56. */
static int
registers_taken(const struct plan *plan, const struct variant *variant)
{
	enum { TAKEN_OF_SOME = 56 };
	const int given = tunable_of(TUNABLE_registers_per_thread, variant);
	const int bound = tunable_applies(TUNABLE_registers_per_thread, variant) ? usual_registers(plan, variant) : 0;

	return given ? given : bound == SOME ? TAKEN_OF_SOME : bound == FILLED ? FEW : bound;
}

/* Those of the kernel that takes the most. */
static int
most_registers(const struct plan *plan, const struct variant *variant)
{
	int most = 0;

	if (!plan->program)
		return registers_taken(plan, variant);
	for (int p = 0; p < plan->program->part_count; p++) {
		const int registers = registers_taken(plan->program->parts[p].plan, variant);

		most = registers > most ? registers : most;
	}
	return most;
}

enum { WARP = 32 };

/* Threads with something to do that a multiprocessor has at a time, in blocks of `threads`. */
static int
resident_threads(int threads, int registers)
{
	enum { WARPS = 64, FILE_OF_REGISTERS = 65536, AT_ONCE = 8 };
	const int each = (registers + AT_ONCE - 1)/AT_ONCE*AT_ONCE*WARP;
	const int fit = each ? FILE_OF_REGISTERS/each : WARPS, warps = (threads + WARP - 1)/WARP;

	return (fit < WARPS ? fit : WARPS)/warps*threads;
}

/* From `least` on, so that few threads of the last warp have nothing to do. */
static int
elements_that_fill_warps(int x, int least, int most)
{
	int best = least;

	for (int y = least; x*y <= most; y++) {
		const int idle = (WARP - x*y % WARP) % WARP, before = (WARP - x*best % WARP) % WARP;

		if (idle*best < before*y)
			best = y;
	}
	return best;
}

/* As many threads in x as the levels need, two warps at most, and four elements, or more if that leaves more threads at a time:
 * runtime/results/h200/defaults, "Meshes". Longer blocks are slower but for rows, warps that have levels of two elements within 4 %
 * of warps of one. */
void
mesh_block(const struct plan *plan, const struct variant *variant, int lanes, int block[3])
{
	enum { ELEMENTS = 4, LEAST = 128, MOST = 256, MOST_OF_ROWS = 512 };
	const int parts = (lanes + 2*WARP - 1)/(2*WARP), x = (lanes + parts - 1)/parts;
	const int least = LEAST/x > ELEMENTS ? (LEAST + x - 1)/x : ELEMENTS;
	const int registers = most_registers(plan, variant), most = registers && mesh_goes_over_rows(plan) ? MOST_OF_ROWS : MOST;
	const int filling = elements_that_fill_warps(x, least, most);

	block[0] = x;
	block[1] = resident_threads(x*filling, registers) > resident_threads(x*least, registers) ? filling : least;
	block[2] = 1;
}

/* Values of fields of a shape that a thread loads: of point fields for one level, of column fields, which are coefficients, for all. */
static int
count_loads(const struct plan *plan, enum shape shape)
{
	int loads = 0;

	for (const struct reference *r = plan->reads; r; r = r->next)
		if (r->field->shape == shape && loads < UNKNOWN)
			loads += times_loaded(plan, r->neighbor);
	return loads;
}

/* Loads of a level's values at other elements. */
static int
count_gathered(const struct plan *plan)
{
	int loads = 0;

	for (const struct reference *r = plan->reads; r; r = r->next)
		if (r->field->shape == SHAPE_POINT && r->neighbor && loads < UNKNOWN)
			loads += times_loaded(plan, r->neighbor);
	return loads;
}

/* A stencil by the loads of one level, which say what its threads should do. */
enum weight { WEIGHT_LIGHT, WEIGHT_MIDDLE, WEIGHT_HEAVY };

static enum weight
weight_of(const struct plan *plan)
{
	enum { LIGHT = 4, MIDDLE = 6, COEFFICIENTS = 12 };
	const int loads = count_loads(plan, SHAPE_POINT);

	if (mesh_goes_over_rows(plan))
		return WEIGHT_LIGHT;
	if (count_loads(plan, SHAPE_COLUMN) > COEFFICIENTS)
		return WEIGHT_HEAVY;
	return loads <= LIGHT ? WEIGHT_LIGHT : loads <= MIDDLE ? WEIGHT_MIDDLE : WEIGHT_HEAVY;
}

/* The heaviest kernel of a program decides for all. */
static enum weight
heaviest(const struct plan *plan)
{
	enum weight most = WEIGHT_LIGHT;

	if (!plan->program)
		return weight_of(plan);
	for (int p = 0; p < plan->program->part_count; p++) {
		const enum weight weight = weight_of(plan->program->parts[p].plan);

		most = weight > most ? weight : most;
	}
	return most;
}

static void
widen(struct mesh_reach *reach, const struct mesh_reach *by)
{
	reach->below = by->below > reach->below ? by->below : reach->below;
	reach->above = by->above > reach->above ? by->above : reach->above;
}

struct mesh_reach
mesh_reach(const struct plan *plan)
{
	struct mesh_reach reach = { 0, 0 };

	for (int p = 0; plan->program && p < plan->program->part_count; p++) {
		const struct mesh_reach of_part = mesh_reach(plan->program->parts[p].plan);

		widen(&reach, &of_part);
	}
	for (const struct reference *r = plan->reads; r && !plan->program; r = r->next)
		widen(&reach, &(struct mesh_reach){ -r->offset.z, r->offset.z });
	return reach;
}

static bool
reads_other_levels(const struct plan *plan)
{
	const struct mesh_reach reach = mesh_reach(plan);

	return reach.below || reach.above;
}

/* As measured: see mesh_slices(). */
static int
unroll_of(const struct plan *plan, enum type precision)
{
	enum { NONE = 1, MOST = 4 };
	static const int by_loads[] = { MOST, MOST, MOST, MOST, NONE, MOST, MOST, NONE };
	static const int by_loads_of_floats[] = { MOST, MOST, MOST, MOST, NONE, MOST, NONE, 2 };
	enum { LAST = sizeof by_loads/sizeof *by_loads - 1 };
	const int loads = count_loads(plan, SHAPE_POINT), at = loads < LAST && weight_of(plan) != WEIGHT_HEAVY ? loads : LAST;

	if (mesh_goes_over_rows(plan) || reads_other_levels(plan))
		return MOST;
	return (precision == TYPE_FLOAT ? by_loads_of_floats : by_loads)[at];
}

static int
least_unroll(const struct plan *plan, enum type precision)
{
	int least = INT_MAX;

	if (!plan->program)
		return unroll_of(plan, precision);
	for (int p = 0; p < plan->program->part_count; p++) {
		const int unroll = unroll_of(plan->program->parts[p].plan, precision);

		least = unroll < least ? unroll : least;
	}
	return least;
}

/* Levels that a thread loads at once where a level has many loads at other elements or many coefficients:
 * runtime/results/h200/mesh_slices, "Variants". Their values and the coefficients fit the registers of a thread. Loads of the element's
 * own values gain nothing: averaged_fluxes, with four of ten elsewhere, is slower (runtime/results/h200/dycore). */
static int
levels_at_once(const struct plan *plan, enum type precision)
{
	enum { MANY_GATHERED = 8, MANY_COEFFICIENTS = 13, VALUES = 75, MOST = 5 };
	const int loads = count_loads(plan, SHAPE_POINT), coefficients = count_loads(plan, SHAPE_COLUMN);

	if (plan->program || mesh_goes_over_rows(plan) || precision != TYPE_DOUBLE)
		return 0;
	if ((count_gathered(plan) < MANY_GATHERED && coefficients < MANY_COEFFICIENTS) || !loads || loads + coefficients > VALUES)
		return 0;
	return (VALUES - coefficients)/loads < MOST ? (VALUES - coefficients)/loads : MOST;
}

/* A limit that --tune tries. The fastest slices of vorticity, which loads six values, have it; no other stencil of five or six was
 * measured without loads ahead: runtime/results/h200/mesh_slices, "Limits of registers". */
static int
tried_registers(const struct plan *plan)
{
	enum { REGISTERS = 48 };

	return heaviest(plan) == WEIGHT_MIDDLE ? REGISTERS : 0;
}

/* A slice then saves entries of tables only, and its loop has fewer loads on their way than all of idxvar's threads. */
static bool
gains_nothing(const struct plan *plan, int unroll)
{
	return !plan->program && unroll == 1 && !count_loads(plan, SHAPE_COLUMN);
}

/* The levels of a slice, if so many are divided evenly into as few slices as a kernel's weight allows. */
static int
equal_slice(enum weight weight, int levels)
{
	static const int longest[] = { [WEIGHT_LIGHT] = 32, [WEIGHT_MIDDLE] = 48, [WEIGHT_HEAVY] = 96 };
	const int count = (levels + longest[weight] - 1)/longest[weight];

	return count ? (levels + count - 1)/count : 1;
}

/*
 * A thread that updates a long slice of an element's levels loads its coefficients and entries of tables once for all of them.
 * The rule, by a sweep of fourteen operators, 8 to 90 levels, and 10,242 to 491,520 elements
 * (runtime/results/h200/mesh_slices):
 *
 * - A column is divided into slices of nearly equal length, as few as possible. A slice has at most 32 levels if a level needs up
 *   to four loads of point fields or goes over rows of a relation of any degree; 48 with five or six loads; 96 with more, or with
 *   more than twelve coefficients.
 * - There are at least 600 threads for each multiprocessor, in shorter slices if need be. Slices of one level are idxvar's threads:
 *   these are also for stencils without coefficients whose loop is not unrolled.
 * - The loop is unrolled by four with up to three loads, with five, with six in double, where the next level reads some of the same
 *   values, and over rows. With seven and more it is unrolled by two in float, and else not at all: the compiler then mixes
 *   stores with loads that should be on their way, or takes so many registers that warps are lost.
 * - Instead, slices of eight loads at other elements or more, or of more than twelve coefficients, load several levels at once: see
 *   levels_at_once().
 * - A block has 256 threads, or 128 for the heaviest, which need many registers, and for short slices: see mesh_slice_block().
 * - Each kernel of a program has the slices, the unrolling and the loads ahead that it would have alone: see mesh_part_slices(). On
 *   grids with few elements all have the slices of the heaviest kernel, unrolled as suits them all.
 */
struct mesh_slices
mesh_slices(const struct plan *plan, enum type precision, long long elements, int levels, int processors)
{
	enum { THREADS_OF_PROCESSOR = 600 };
	const int most = tunables[TUNABLE_levels_per_thread].most;
	const int even = equal_slice(heaviest(plan), levels), fewest = (levels + even - 1)/even;
	const long long threads = (long long)THREADS_OF_PROCESSOR*processors;
	const long long wanted = elements > 0 ? (threads + elements - 1)/elements : 1;
	const int shared = wanted > fewest ? (int)(levels/wanted) : even, slice = shared < 1 ? 1 : shared;
	const int unroll = least_unroll(plan, precision);
	const bool few = wanted > fewest || slice < 2, faster = slice > 1 && !gains_nothing(plan, unroll);

	if (plan->program && !few)
		return (struct mesh_slices){ levels < most ? levels : most, slice, 0, 0, tried_registers(plan), faster };
	return (struct mesh_slices){ slice, slice, unroll, few ? 0 : levels_at_once(plan, precision), tried_registers(plan), faster };
}

/* Kernels that unroll, or load ahead, as the program's options say have its slices, too. Without sweeps --ahead is for all kernels. */
static bool
has_own_slices(const struct plan *program, const struct variant *variant)
{
	const int *given = variant->tunables;

	return variant->family == GRID_mesh && variant->access == ACCESS_zslice && variant->levels == LEVELS_OUTERMOST
		&& given[TUNABLE_levels_per_thread] && !given[TUNABLE_unroll] && (given[TUNABLE_ahead] <= 0 || program->stencil->has_sweeps);
}

void
mesh_part_slices(const struct plan *program, const struct plan *part, const struct variant *variant, int numbers[])
{
	if (!has_own_slices(program, variant) || part->sweeps)
		return;
	numbers[TUNABLE_levels_per_thread] = equal_slice(weight_of(part), variant->tunables[TUNABLE_levels_per_thread]);
	if (variant->tunables[TUNABLE_ahead] != TUNABLE_NONE && numbers[TUNABLE_levels_per_thread] > 1)
		numbers[TUNABLE_ahead] = levels_at_once(part, variant->precision);
	if (!tunable_number(numbers[TUNABLE_ahead]))
		numbers[TUNABLE_unroll] = unroll_of(part, variant->precision);
}

void
mesh_slice_block(const struct plan *plan, const struct variant *variant, int block[3])
{
	enum { SMALL_BLOCK = 128, LARGE_BLOCK = 256, LONG_SLICE = 16 };
	const bool large = heaviest(plan) < WEIGHT_HEAVY && tunable_of(TUNABLE_levels_per_thread, variant) >= LONG_SLICE;

	block[0] = large ? LARGE_BLOCK : SMALL_BLOCK;
	block[1] = block[2] = 1;
}
