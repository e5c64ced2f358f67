#include "generator/language/ast.h"
#include "generator/language/boundary.h"
#include "generator/language/grid_kind.h"
#include "generator/language/relation_dump.h"

static void
indent(FILE *out, int depth)
{
	fprintf(out, "%*s", 2*depth, "");
}

static void
dump_offset(FILE *out, struct offset offset)
{
	fprintf(out, " [%d,%d,%d]", offset.x, offset.y, offset.z);
}

static void
dump_neighbor(FILE *out, const struct relation_chain *chain, struct offset offset)
{
	if (chain) {
		putc(' ', out);
		dump_chain(out, chain, offset.z);
	} else {
		dump_offset(out, offset);
	}
}

static void
dump_name(FILE *out, const struct expr *e)
{
	fprintf(out, "name %s", e->u.name.name);
	if (e->u.name.written)
		dump_offset(out, e->u.name.offset);
	if (e->u.name.steps)
		putc(' ', out);
	dump_steps(out, e->u.name.steps);
	fputs(e->u.name.level ? " level" : "", out);
}

static void
dump_expr(FILE *out, const struct expr *e, int depth)
{
	const struct expr *operand;

	indent(out, depth);
	switch (e->kind) {
	case EXPR_ERROR:
		fputs("error", out);
		break;
	case EXPR_NUMBER:
		fprintf(out, "number %s", e->u.number.text);
		break;
	case EXPR_LEVEL:
		fputs("level", out);
		break;
	case EXPR_LEVELS:
		fputs("levels", out);
		break;
	case EXPR_SIDE:
		fprintf(out, "distance %s", side_names[e->u.side]);
		break;
	case EXPR_NAME:
		dump_name(out, e);
		break;
	case EXPR_FIELD:
		fprintf(out, "field %s", e->u.read.field->name);
		dump_neighbor(out, e->u.read.chain, e->u.read.offset);
		fputs(e->u.read.level ? " level" : "", out);
		break;
	case EXPR_PARAM:
		fprintf(out, "param %s", e->u.param->name);
		break;
	case EXPR_TEMP:
		fprintf(out, "temp %s#%d", e->u.read.temp->name, e->u.read.temp->version);
		dump_neighbor(out, e->u.read.chain, e->u.read.offset);
		fputs(e->u.read.level ? " level" : "", out);
		break;
	case EXPR_UNARY:
		fprintf(out, "unary %s", op_text(e->u.unary.op));
		break;
	case EXPR_BINARY:
		fprintf(out, "binary %s", op_text(e->u.binary.op));
		break;
	case EXPR_SELECT:
		fputs("select", out);
		break;
	case EXPR_CALL:
		fprintf(out, "call %s", e->u.call.name);
		break;
	case EXPR_REDUCE:
		fprintf(out, "reduce %s", e->u.reduce.name);
		dump_bindings(out, e->u.reduce.bindings);
		break;
	case EXPR_EXISTS:
	case EXPR_COUNT:
		fputs(e->kind == EXPR_EXISTS ? "exists " : "count ", out);
		dump_steps(out, e->u.exists.steps);
		break;
	}
	fprintf(out, "%s%s\n", e->type ? " : " : "", e->type ? type_name(e->type) : "");
	for (int n = 0; (operand = expr_operand(e, n)); n++)
		dump_expr(out, operand, depth + 1);
}

static void dump_statements(FILE *out, const struct stmt *stmt, int depth);

static void
dump_assign(FILE *out, const struct stmt *stmt, int depth)
{
	const struct temp *temp = stmt->u.assign.temp;

	fprintf(out, "%sassign ", stmt->u.assign.column ? "column " : stmt->u.assign.stored ? "stored " : "");
	dump_written_where(out, &stmt->u.assign.written);
	fputs(stmt->u.assign.name, out);
	if (temp)
		fprintf(out, "#%d", temp->version);
	dump_bindings(out, stmt->u.assign.slots);
	if (temp)
		fprintf(out, " : %s", type_name(temp->type));
	if (stmt->u.assign.reduction)
		fprintf(out, " = %s", reduction_names[stmt->u.assign.reduction]);
	putc('\n', out);
	dump_expr(out, stmt->u.assign.value, depth + 1);
}

static void
dump_if(FILE *out, const struct stmt *stmt, int depth)
{
	fputs("if\n", out);
	dump_expr(out, stmt->u.branch.condition, depth + 1);
	indent(out, depth);
	fputs("then\n", out);
	dump_statements(out, stmt->u.branch.then, depth + 1);
	if (!stmt->u.branch.otherwise)
		return;
	indent(out, depth);
	fputs("else\n", out);
	dump_statements(out, stmt->u.branch.otherwise, depth + 1);
}

static const char *
sweep_name(enum sweep_order order)
{
	return order == SWEEP_UP ? "up" : "down";
}

static void
dump_statements(FILE *out, const struct stmt *stmt, int depth)
{
	for (; stmt; stmt = stmt->next) {
		indent(out, depth);
		switch (stmt->kind) {
		case STMT_ASSIGN:
			dump_assign(out, stmt, depth);
			break;
		case STMT_IF:
			dump_if(out, stmt, depth);
			break;
		case STMT_SWEEP:
			fprintf(out, "sweep %s\n", sweep_name(stmt->u.sweep.order));
			dump_statements(out, stmt->u.sweep.body, depth + 1);
			break;
		}
	}
}

static void
dump_boundary(FILE *out, const struct boundary *boundary)
{
	fputs("  boundary", out);
	for (const struct bounded *b = boundary->fields; b; b = b->next)
		fprintf(out, " %s", b->name);
	fputs(" =", out);
	for (const struct boundary_rule *r = boundary->rules; r; r = r->next)
		fprintf(out, " %s%s%s%s", r->kind ? r->kind : r->value, r->axes ? " " : "", r->axes ? r->axes : "",
			r->next ? "," : "");
	putc('\n', out);
}

static void
dump_field(FILE *out, const struct field *f)
{
	static const char *const roles[] = { "in", "out", "inout" };
	const char *shape = f->probe ? "probe" : shapes[f->shape].name;

	fprintf(out, "  %s %s ", roles[f->role], type_name(f->type ? f->type : f->declared));
	dump_written_where(out, &f->written);
	fprintf(out, "%s%s%s", shape, *shape ? " " : "", f->name);
	if (f->low)
		fprintf(out, " = %s..%s", f->low, f->high);
	putc('\n', out);
}

static void
dump_extents(FILE *out, const char *name, struct extents extents)
{
	fprintf(out, "  %s [%d,%d,%d] [%d,%d,%d]\n", name, extents.low[0], extents.low[1],
		extents.low[2], extents.high[0], extents.high[1], extents.high[2]);
}

void
ast_dump(FILE *out, const struct stencil *stencil)
{
	fprintf(out, "stencil %s on %s\n", stencil->name, stencil->grid);
	for (const struct field *f = stencil->fields; f; f = f->next)
		dump_field(out, f);
	for (const struct param *p = stencil->params; p; p = p->next)
		fprintf(out, "  param %s %s%s%s\n", type_name(p->type ? p->type : p->declared), p->name,
			p->value ? " = " : "", p->value ? p->value : "");
	for (const struct neighbor *n = stencil->neighbors; n; n = n->next) {
		fprintf(out, "  neighbor %s%s", n->name, n->steps ? " " : "");
		dump_steps(out, n->steps);
		if (!n->steps)
			dump_offset(out, n->offset);
		putc('\n', out);
	}
	for (const struct relation *r = stencil->relations; r; r = r->next)
		dump_relation(out, r);
	if (stencil->has_zones)
		dump_zones(out, stencil->zones);
	if (stencil->has_halo) {
		fputs("  halo", out);
		dump_offset(out, stencil->halo);
		putc('\n', out);
	}
	if (stencil->sweep)
		fprintf(out, "  sweep %s\n", sweep_name(stencil->sweep));
	for (const struct boundary *b = stencil->boundaries; b; b = b->next)
		dump_boundary(out, b);
	dump_statements(out, stencil->statements, 1);
	/* Before the check there is no kind, and no extents. */
	if (!stencil->kind || !stencil->kind->has_domain)
		return;
	dump_extents(out, "extents", stencil->extents);
	dump_extents(out, "border", stencil->border);
	if (stencil->least[0] > 1 || stencil->least[1] > 1 || stencil->least[2] > 1)
		fprintf(out, "  least [%d,%d,%d]\n", stencil->least[0], stencil->least[1], stencil->least[2]);
}
