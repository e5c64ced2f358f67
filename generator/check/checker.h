#ifndef CHECKER_H
#define CHECKER_H

#include "generator/base/suggest.h"
#include "generator/check/facts.h"
#include "generator/language/ast.h"
#include "generator/language/grid_kind.h"

#include <limits.h>

/* What the files of this folder share. */

/* A condition of an if or a ?: with a comparison of levels that may hold or not in the domain. */
struct level_condition {
	const struct expr *condition;
	const struct stmt *branch;   /* NULL: of a ?: */
	bool reported[SIDES];        /* another comparison in it never or always holds, and what takes levels out there is noted */
	bool left_out[2];            /* find_extents() counts what it chooses where it holds, or not, as if read on its own level */
	struct level_condition *next;
};

struct checker;
struct scope;

/* The highest or lowest level of the domain, in a read of a temporary at a level by value: known when all statements are. */
struct domain_level {
	struct expr *highest, *lowest;
	bool half;
	struct domain_level *next;
};

struct levels_by_value {
	struct domain_level *domain;
	const struct expr *bare; /* a read of an out that has no values outside the domain; or NULL */
};

/* What is read by a name. */
struct reading {
	const char *name;
	struct span declared;
	struct where where; /* of its values */
	bool everywhere;    /* it has one value, which is the same at all places */
};

/* A name of temporaries and the version that it stands for. */
struct name_state {
	const char *name;
	struct span span;     /* of its first assignment */
	enum shape shape;     /* of all its versions */
	struct temp *current; /* the version that the statements before made */
	struct temp *open;    /* the one that the if or sweep being checked makes */
	struct where where;   /* of all versions; before they are checked, where they seem to be */
	bool differs, scalar; /* before they are checked: its value seems to differ from point to point; else to be made of scalars */
	int versions;
	bool keeps;           /* on some path the if or sweep reads or leaves what was there before it */
	bool assigned_before; /* on every path before the if or sweep */
};

/* What a name stands for. */
struct symbol {
	const char *name; /* NULL: nothing */
	struct field *field;
	struct param *param;
	struct name_state *temp;
};

struct checker {
	struct arena *arena;
	const struct source *source;
	struct stencil *stencil;
	const struct grid_kind *kind;
	struct scope *scope;          /* places.h: of what is being resolved */
	enum type precision;          /* of real: TYPE_FLOAT or TYPE_DOUBLE */
	struct symbol *symbols;       /* a hash table of SYMBOLS slots */
	struct name_state *names;     /* of temporaries, in order of appearance */
	int name_count;
	bool *assigned;               /* on every path so far: outputs by field index,
	                               * then temporaries by index in names, then the same
	                               * since the if or sweep being checked began */
	bool *assigned_before;        /* outputs by field index: on every path before the statement being checked */
	int statement_count;          /* nested ones included */
	struct stmt *statement;       /* the top-level one being checked */
	struct temp **last_temp;
	struct temp *statement_temps; /* what it assigns: this one and all after it */
	struct levels_by_value *by_value;
};

/* checker_nodes.c: nodes that the text does not have, at a place of it: not resolved and without a type yet. */
struct expr *checker_node(const struct checker *c, enum expr_kind kind, struct span span);
struct expr *checker_number(const struct checker *c, int number, struct span span);
struct expr *checker_binary(const struct checker *c, enum op op, struct expr *left, struct expr *right);

/* symbols.c: the slot of a name in the table; an empty one if it is not there yet. */
enum { SYMBOLS = 4*MAX_NAMES };
struct symbol *find_symbol(const struct checker *c, const char *name);

/* Whether a list assigns an output with half levels, or such a temporary that has a value already. */
bool assigns_half(const struct checker *c, const struct stmt *list);

/* These are NULL if there is none. Finding a neighbor uses it. */
const struct neighbor *find_neighbor(const struct checker *c, const char *name);
const struct neighbor *find_predeclared(const struct checker *c, const char *name);

/* Whether a name of temporaries is assigned on every path so far; and on every one
 * from the beginning of the if statement being checked. */
bool *assigned_flag(const struct checker *c, const struct name_state *state);
bool *assigned_inside_flag(const struct checker *c, const struct name_state *state);

/* The known name that was probably meant, or NULL. */
const char *suggest_value(const struct checker *c, const char *name);
const char *suggest_function(const struct checker *c, const char *name);
const char *suggest_neighbor(const struct checker *c, const char *name);

void report_unknown(const struct checker *c, struct span span, const char *what,
	const char *name, const char *meant, const char *otherwise);

/* Reports that a pass over the statement reached no fixpoint in MAX_ROUNDS. Returns
 * false. */
bool report_no_fixpoint(const struct checker *c);

/* boundaries.c: gives fields the edges that their boundary says. */
void check_boundaries(const struct checker *c);

/* The same file: how wide the domain must be for that. */
void check_filled(const struct checker *c);

/* sums.c: gives each sum in a top-level assignment a statement of its own. Returns false after too
 * many of them. */
bool check_sums(struct checker *c);
enum reduction find_reduction(const struct checker *c, const struct expr *e);

/* collect.c: counts a statement and takes the name that it assigns as a temporary's, if it is not declared;
 * the same of all in a list. Return false if the stencil has too many of them. */
bool add_statement(struct checker *c, const struct stmt *stmt);
bool collect_temps(struct checker *c, const struct stmt *list);

/* Each of the following takes the top-level statement being checked, in this
 * order. */

/* versions.c: resolves all names of the statement and makes the versions of
 * temporaries that it assigns. */
void check_names(struct checker *c);

/* Marks the temporaries that fields are made of. */
void find_needed(const struct checker *c);

/* resolve.c: resolves the names in an expression; in one that counts only where a condition holds, or does not. */
void resolve(const struct checker *c, struct expr *e);
void resolve_where(const struct checker *c, const struct expr *condition, bool holds, struct expr *e);

/* See struct grid_kind. */
#define GRID(name, domain) bool check_on_##name(struct checker *c);
#include "generator/language/grids.def"

/* levels_by_value.c: the nearest level to one by value of those that a field has, or a temporary: these are the levels of the domain. */
struct expr *level_of_field(const struct checker *c, struct expr *level, bool half);
struct expr *level_of_temp(const struct checker *c, struct expr *level, bool half);

/* The same file: once the domain is known, puts in its levels, and reports an out that is read where it has no values. */
void check_levels_by_value(const struct checker *c, const struct footprint *outputs);

/* resolve_function.c: finds the function of a call. Returns false after an error. */
bool resolve_function(const struct checker *c, struct expr *e);

/* Of refer() where points have offsets. */
bool refer_by_offset(const struct checker *c, const struct expr *e, const struct reading *reading, struct reference *to);

/* sweeps.c: that no sweep is in another statement. Returns false after an error. */
bool check_sweep_places(const struct checker *c);

/* On a mesh, lets a statement be a sweep if it assigns temporaries that depend on the number of levels below or above: these have values on
 * the levels of the domain only. Not if it reads elsewhere what it assigns, which a sweep has changed there. */
void sweep_distances(const struct checker *c);

/* That the sweep being checked reads what it assigns, now resolved and its versions open, where it has a value: at the
 * point itself, behind it and, if it had one before, ahead of it. */
void check_sweep_reads(struct checker *c, const bool *assigned_before);

/* column_rules.c: which temporaries of the statement differ from level to level; and that what has one value a column does not,
 * outside of sweeps. */
void check_columns(const struct checker *c);

/* types.c: gives every expression and temporary of the statement its type.
 * Returns false if that cannot be done, so that going on is of no use. */
bool check_types(struct checker *c);

/* literals.c: gives the literals in a list of statements their types, and folds
 * their quotients. */
void type_literals(const struct checker *c, struct stmt *stmt);

bool is_zero_constant(const struct expr *e);

/* Whether the number fits the type; an error if not. */
bool check_number(const struct checker *c, struct span span, const char *text, enum type type);

/* mesh_sums.c: on a mesh, finds the location and the kind of levels of a sum over the domain, as its first word. And the same of the
 * names that a statement assigns, for sums after it. */
void place_sum(struct checker *c, struct stmt *sum);
void place_names(const struct checker *c, const struct stmt *stmt);

/* The same file: whether a value seems to differ from point to point, by the names in it; whether it reads scalars alone, one at
 * least. */
bool seems_to_differ(const struct checker *c, const struct expr *e);
bool seems_scalar(const struct checker *c, const struct expr *e);

/* sums.c: which temporaries are the same at all points; what cannot stand beside a sum, or in a scalar. */
void check_scalars(const struct checker *c);

/* ranges.c: which int operations of the statement may leave 32 bits. A constant
 * that does is an error. */
void check_ranges(struct checker *c);

/* sweeps.c: of a name with values on the levels of the domain only, a read, where the facts hold. If it may
 * lie beyond them, that is reported; near the other side the domain has to have `least` levels for it. */
void check_level_read(const struct checker *c, const struct expr *e, const struct facts *facts, int *least, bool report);

/* footprint.c: includes reads `cells` towards a side of the point at which that is known. */
void add_reach(struct footprint *to, enum side side, int cells, const struct facts *known, const struct expr *by);

/* Includes another footprint. By is the read of a temporary that has it, by a statement on half levels or not, or NULL for what
 * conditions around a statement read. A note about a read points to the last one that goes in its direction. */
void include_footprint(struct footprint *to, const struct footprint *footprint, const struct facts *known,
	const struct expr *by, bool half);
bool same_footprint(const struct footprint *a, const struct footprint *b);

/* extents.c: how far the statement's temporaries and outputs reach, and that
 * no output is read elsewhere than at its own point. */
void check_extents(struct checker *c, struct footprint *outputs);

/* The same of the whole stencil, once all is checked, with what the conditions of levels leave out. Overwrites what the temporaries
 * are made of. */
void find_extents(struct checker *c, struct footprint *outputs);

/* level_conditions.c: warns of those under which reads take levels out of the domain that no other read does. */
void check_level_conditions(struct checker *c, const struct footprint *outputs, struct level_condition *conditions);

/* border.c: the domain that follows from the reads of all outputs, or from the halo. */
void check_domain(struct checker *c, const struct footprint *outputs);

/* The same file: what of the grid is no domain, so that reads stay inside. */
struct extents border_of(const struct stencil *stencil, const struct footprint *outputs);

/* conditions.c: warns of comparisons of levels that never or always hold in the domain. */
void check_conditions(struct checker *c, const struct footprint *outputs);

#endif
