/* The grammar of a .stencil file. An action is one call; errors in a well-formed program are found by
 * check/. */

%require "3.8"
%expect 0
%define api.prefix {sg_}
%define api.pure full
%define api.header.include {"grammar.h"}
%define api.token.prefix {TOK_}
%define api.value.type union
%define api.location.type {struct span}
%define parse.error custom
%define parse.lac full
%locations
%param {yyscan_t scanner} {struct parser *p}

%code requires {
#include "generator/language/words.h"

#ifndef YY_TYPEDEF_YY_SCANNER_T
#define YY_TYPEDEF_YY_SCANNER_T
typedef void *yyscan_t;
#endif
}

%code provides {
#define YY_DECL int sg_lex(SG_STYPE *yylval, SG_LTYPE *yylloc, yyscan_t yyscanner, struct parser *p)
YY_DECL;
}

%code {
#include "generator/language/parse.h"

#define YYLLOC_DEFAULT(Current, Rhs, N) do {                                              \
	(Current).start = (N) ? YYRHSLOC(Rhs, 1).start : YYRHSLOC(Rhs, 0).end;            \
	(Current).end = YYRHSLOC(Rhs, N).end;                                             \
} while (0)

static void yyerror(const SG_LTYPE *span, yyscan_t scanner, struct parser *p, const char *message);

#define GIVE_UP_AFTER_ENOUGH do {                  \
	if (too_many_errors(p->source))            \
		YYABORT;                           \
	yyerrok;                                   \
} while (0)
}

%token END 0 "end of file"
%token STENCIL "'stencil'" ON "'on'" IN "'in'" OUT "'out'" INOUT "'inout'" PARAM "'param'"
%token NEIGHBOR "'neighbor'" HALO "'halo'" SWEEP "'sweep'" BOUNDARY "'boundary'"
%token FUNCTION "'function'" RETURN "'return'" CONST "'const'"
%token REAL "'real'" FLOAT "'float'" DOUBLE "'double'" INT "'int'" BOOL "'bool'"
%token COLUMN "'column'" PROFILE "'profile'" PROBE "'probe'" SCALAR "'scalar'"
%token IF "'if'" ELSE "'else'" LEVEL "'level'" LEVELS "'levels'"
%token <const char *> NAME "name" NUMBER "number"
%token DOTS "'..'"
%token OR "'||'" AND "'&&'" EQ "'=='" NE "'!='" LE "'<='" GE "'>='"
%token RELATION "'relation'" ZONES "'zones'" STORED "'stored'" EXISTS "'exists'" COUNT "'count'" ARROW "'->'"
%token HALF "'half'"     /* in a stencil on no mesh, before another word */
%token FORMULA "formula" /* comes before a text that is one, and nobody expects it */
%token MESH "mesh"       /* comes before the '{' of a stencil on a mesh */

%nterm <const char *> value type
%nterm <struct expr *> expr result
%nterm <struct expr_list> arguments exprs
%nterm <struct written_offset> offset place
%nterm <int> component count
%nterm <struct step_list> steps
%nterm <struct stmt *> statement if
%nterm <struct stmt_list> items statements else block laid_items laid_statements
%nterm <struct stmt *> laid half_statement
%nterm <struct target> target stored
%nterm <struct written_where> words
%nterm <struct binding *> binding slots
%nterm <struct binding_list> bindings
%nterm <struct step_list> step
%nterm <struct relation_piece *> piece
%nterm <struct piece_list> pieces
%nterm <struct degree> degree
%nterm <struct zone_end> zone
%nterm <struct zone> zones

%right '?' ':'
%left OR
%left AND
%left EQ NE
%left '<' LE '>' GE
%left '+' '-'
%left '*' '/'
%precedence UNARY

%%

text:
  file
| FORMULA expr          { p->formula = $expr; }
| FORMULA error         { YYABORT; }
;

file: %empty | parts;
parts: part | parts part;

part:
  stencil
| definition
| error '}'             { GIVE_UP_AFTER_ENOUGH; }
;

definition:
  CONST NAME '=' expr ';'
                        { new_const(p, $NAME, @NAME, $expr); }
| CONST NAME '=' error ';'
                        { new_const(p, $NAME, @NAME, new_leaf(p, EXPR_ERROR, @error, NULL));
                          GIVE_UP_AFTER_ENOUGH; }
| CONST error ';'       { GIVE_UP_AFTER_ENOUGH; }
| FUNCTION NAME         { new_function(p, $NAME, @NAME); }
  '(' names ')' '{' statements result '}'
                        { set_function(p, $statements, $result); }
;

names:
  NAME                  { new_argument(p, $NAME, @NAME); }
| names ',' NAME        { new_argument(p, $NAME, @NAME); }
;

result:
  %empty                { $$ = NULL; }
| RETURN expr ';'       { $$ = $expr; }
| RETURN error ';'      { $$ = new_leaf(p, EXPR_ERROR, @error, NULL); p->gap = true;
                          GIVE_UP_AFTER_ENOUGH; }
;

stencil:
  STENCIL NAME          { new_stencil(p, $NAME, @NAME); }
  grid body
;

body:
  '{' items '}'         { set_body(p, $items); }
| MESH '{' laid_items '}'
                        { set_body(p, $laid_items); }
;

grid: %empty | ON NAME  { set_grid(p, $NAME, @NAME); };

/* Declarations come first. The grammar takes them anywhere: it could not tell 'sweep up;' from 'sweep up {' else. */
items:
  %empty                { $$ = (struct stmt_list){ 0 }; }
| items[front] declaration
                        { $$ = $front; check_place(p, @declaration, $front.first); }
| items[front] half_declaration
                        { $$ = $front; check_place(p, @half_declaration, $front.first); }
| items[front] statement
                        { $$ = stmt_list_add($front, $statement); }
| items[front] half_statement
                        { $$ = stmt_list_add($front, $half_statement); }
| items[front] error ';'
                        { $$ = $front; p->gap = true; GIVE_UP_AFTER_ENOUGH; }
;

declaration:
  role field_type fields ';'
| role field_type kind fields ';'
| PARAM param_type params ';'
| NEIGHBOR neighbors ';'
| HALO '[' count[x] ',' count[y] ',' count[z] ']' ';'
                        { set_halo(p, @$, (struct offset){ $x, $y, $z }); }
| SWEEP NAME ';'        { set_sweep(p, @SWEEP, $NAME, @NAME); }
| BOUNDARY              { new_boundary(p, @BOUNDARY); }
  bounded '=' rules ';'
;

bounded:
  NAME                  { new_bounded(p, $NAME, @NAME); }
| bounded ',' NAME      { new_bounded(p, $NAME, @NAME); }
;

rules: rule | rules ',' rule;

rule:
  NAME[kind]            { new_rule(p, @$, $kind, NULL, @$); }
| NAME[kind] NAME[axes] { new_rule(p, @kind, $kind, $axes, @axes); }
| value                 { new_fixed_rule(p, @$, $value, NULL, @$); }
| value NAME[axes]      { new_fixed_rule(p, @value, $value, $axes, @axes); }
;

neighbors:
  neighbor
| neighbors ',' neighbor
;

neighbor:
  NAME '=' '[' offset ']'
                        { new_neighbor(p, $NAME, @NAME, $offset); }
;

/* What is on half levels, where values have no location. */
half_declaration:
  role field_type half_levels fields ';'
| role field_type half_levels kind fields ';'
;

half_levels:
  HALF                  { p->where = half_where(@HALF); }
;

half_statement:
  HALF NAME '=' expr ';'
                        { $$ = new_laid(p, @$, half_target($NAME, @NAME, @HALF), $expr); }
| HALF NAME '=' error ';'
                        { $$ = new_laid(p, @$, half_target($NAME, @NAME, @HALF), new_leaf(p, EXPR_ERROR, @error, NULL));
                          p->gap = true; GIVE_UP_AFTER_ENOUGH; }
| HALF SWEEP NAME block { $$ = new_sweep(p, around(@HALF, @block), $NAME, @NAME, $block); $$->written = half_where(@HALF); }
| HALF if               { $$ = $if; $$->written = half_where(@HALF); }
;

/* On a mesh values lie somewhere. */
laid_items:
  %empty                { $$ = (struct stmt_list){ 0 }; }
| laid_items[front] declaration
                        { $$ = $front; check_place(p, @declaration, $front.first); }
| laid_items[front] laid_declaration
                        { $$ = $front; check_place(p, @laid_declaration, $front.first); }
| laid_items[front] statement
                        { $$ = stmt_list_add($front, $statement); }
| laid_items[front] laid
                        { $$ = stmt_list_add($front, $laid); }
| laid_items[front] zones '{' laid_statements[block] '}'
                        { $$ = stmt_list_join($front, in_zones(p, $zones, $block)); }
| laid_items[front] error ';'
                        { $$ = $front; p->gap = true; GIVE_UP_AFTER_ENOUGH; }
;

laid_declaration:
  role field_type where fields ';'
| role field_type where kind fields ';'
| role field_type where half fields ';'
| role field_type where half kind fields ';'
| RELATION where degree { new_relation(p, $degree); }
  leads ';'
| zones ';'             { set_zones(p, $zones); }
;

zones:
  ZONES '[' zone[first] ',' zone[last] ']'
                        { $$ = new_zone(p, @$, $first, $last); }
;

/* What a block of zones has: statements, but no further block. */
laid_statements:
  %empty                { $$ = (struct stmt_list){ 0 }; }
| laid_statements[front] statement
                        { $$ = stmt_list_add($front, $statement); }
| laid_statements[front] laid
                        { $$ = stmt_list_add($front, $laid); }
| laid_statements[front] zones '{' laid_statements '}'
                        { $$ = $front; refuse_zones(p, $zones); }
| laid_statements[front] error ';'
                        { $$ = $front; p->gap = true; GIVE_UP_AFTER_ENOUGH; }
;

where:
  NAME                  { p->where = new_where($NAME, @NAME, NULL, @NAME); }
| NAME[location] '.' NAME[relation]
                        { p->where = new_where($location, @location, $relation, @relation); }
;

half:
  NAME                  { p->where = with_half(p, p->where, $NAME, @NAME); }
;

degree:
  '[' ']'               { $$ = (struct degree){ DEGREE_ANY, 0 }; }
| '[' NUMBER ']'        { $$ = new_degree(p, DEGREE_EXACT, @NUMBER, $NUMBER); }
| '[' LE NUMBER ']'     { $$ = new_degree(p, DEGREE_AT_MOST, @NUMBER, $NUMBER); }
;

leads:
  %empty
| ARROW NAME            { set_target(p, $NAME, @NAME); }
| '=' pieces            { set_pieces(p, $pieces); }
;

pieces:
  piece                 { $$ = piece_list_add((struct piece_list){ 0 }, $piece); }
| pieces[front] ',' piece
                        { $$ = piece_list_add($front, $piece); }
;

piece:
  steps                 { $$ = new_piece(p, @steps, $steps); }
| piece[front] '-' steps
                        { $$ = $front; add_less(p, $front, @steps, $steps); }
;

zone:
  NUMBER                { $$ = (struct zone_end){ @NUMBER, word_row(p, @NUMBER, $NUMBER), NULL, NULL }; }
| NAME                  { $$ = new_zone_end(@NAME, $NAME); }
;

role:
  IN                    { begin_fields(p, ROLE_IN); }
| OUT                   { begin_fields(p, ROLE_OUT); }
| INOUT                 { begin_fields(p, ROLE_INOUT); }
;

field_type:
  number_type
| BOOL                  { p->type = TYPE_BOOL; }
;

number_type:
  %empty                { p->type = TYPE_REAL; }
| REAL                  { p->type = TYPE_REAL; }
| FLOAT                 { p->type = TYPE_FLOAT; }
| DOUBLE                { p->type = TYPE_DOUBLE; }
| INT                   { p->type = TYPE_INT; }
;

kind:
  COLUMN                { p->shape = SHAPE_COLUMN; }
| PROFILE               { p->shape = SHAPE_PROFILE; }
| SCALAR                { p->shape = SHAPE_SCALAR; }
| PROBE                 { p->probe = true; }
;

fields:
  field
| fields ',' field
;

field:
  NAME                  { new_field(p, $NAME, @NAME); }
| NAME '=' value[low] DOTS value[high]
                        { new_field(p, $NAME, @NAME); set_values(p, around(@low, @high), $low, $high); }
;

param_type:
  number_type
| BOOL                  { refuse_bool_param(p, @BOOL); }
;

params:
  param
| params ',' param
;

param:
  NAME                  { new_param(p, $NAME, @NAME, NULL, @NAME); }
| NAME '=' value        { new_param(p, $NAME, @NAME, $value, @value); }
;

value:
  NUMBER
| '+' NUMBER            { $$ = $NUMBER; }
| '-' NUMBER            { $$ = word_negative(p, $NUMBER); }
;

offset:
  component[x] ',' component[y]
                        { $$ = (struct written_offset){ @$, 2, { $x, $y, 0 }, NULL, NULL }; }
| component[x] ',' component[y] ',' component[z]
                        { $$ = (struct written_offset){ @$, 3, { $x, $y, $z }, NULL, NULL }; }
| steps                 { $$ = (struct written_offset){ @$, 0, { 0, 0, 0 }, $steps.first, NULL }; }
;

/* Where a field is read: also at a level that is given by its number. */
place:
  offset
| LEVEL '[' expr ']'    { $$ = (struct written_offset){ @$, 0, { 0, 0, 0 }, NULL, $expr }; }
| steps '.' LEVEL '[' expr ']'
                        { $$ = (struct written_offset){ @$, 0, { 0, 0, 0 }, $steps.first, $expr }; }
;

component:
  count
| '+' count             { $$ = $count; }
| '-' count             { $$ = -$count; }
;

count:
  NUMBER                { $$ = word_offset(p, @NUMBER, $NUMBER); }
;

steps:
  step
| steps[front] '.' step { $$ = step_list_join($front, $step); }
;

step:
  NAME                  { $$ = new_step(p, @$, $NAME, ALL_SLOTS); }
| NAME '[' NUMBER ']'   { $$ = new_step(p, @$, $NAME, word_slot(p, @NUMBER, $NUMBER)); }
;

statements:
  %empty                { $$ = (struct stmt_list){ 0 }; }
| statements[front] statement
                        { $$ = stmt_list_add($front, $statement); }
| statements[front] zones '{' laid_statements '}'
                        { $$ = $front; refuse_zones(p, $zones); }
| statements[front] error ';'
                        { $$ = $front; p->gap = true; GIVE_UP_AFTER_ENOUGH; }
;

statement:
  NAME '=' expr ';'     { $$ = new_assign(p, @$, $NAME, @NAME, $expr); }
| NAME '=' error ';'    { $$ = new_assign(p, @$, $NAME, @NAME, new_leaf(p, EXPR_ERROR, @error, NULL));
                          p->gap = true; GIVE_UP_AFTER_ENOUGH; }
| COLUMN NAME '=' expr ';'
                        { $$ = new_assign(p, @$, $NAME, @NAME, $expr); $$->u.assign.column = true; }
| if
| SWEEP NAME block      { $$ = new_sweep(p, around(@SWEEP, @block), $NAME, @NAME, $block); }
;

/* An assignment that says where its values lie, or that they are stored. */
laid:
  target '=' expr ';'   { $$ = new_laid(p, @$, $target, $expr); }
| stored '=' expr ';'   { $$ = new_laid(p, @$, $stored, $expr); }
| target '=' error ';'  { $$ = new_laid(p, @$, $target, new_leaf(p, EXPR_ERROR, @error, NULL));
                          p->gap = true; GIVE_UP_AFTER_ENOUGH; }
| stored '=' error ';'  { $$ = new_laid(p, @$, $stored, new_leaf(p, EXPR_ERROR, @error, NULL));
                          p->gap = true; GIVE_UP_AFTER_ENOUGH; }
| words SWEEP NAME block
                        { $$ = new_sweep(p, around(@words, @block), $NAME, @NAME, $block); $$->written = $words; }
| words if              { $$ = $if; $$->written = $words; }
;

/* Before a sweep or an if: the location, the kind of levels, or both. */
words:
  NAME                  { $$ = new_where($NAME, @NAME, NULL, @NAME); }
| NAME[at] NAME[kind]   { $$ = with_half(p, new_where($at, @at, NULL, @at), $kind, @kind); }
;

target:
  NAME slots            { $$ = (struct target){ .name = $NAME, .span = @NAME, .slots = $slots }; }
| NAME[at] NAME[name]   { $$ = (struct target){ .name = $name, .span = @name,
                          .where = new_where($at, @at, NULL, @at) }; }
| NAME[at] NAME[name] slots
                        { $$ = (struct target){ .name = $name, .span = @name, .slots = $slots,
                          .where = new_where($at, @at, NULL, @at) }; }
| NAME[at] NAME[kind] NAME[name]
                        { $$ = (struct target){ .name = $name, .span = @name,
                          .where = with_half(p, new_where($at, @at, NULL, @at), $kind, @kind) }; }
| NAME[at] NAME[kind] NAME[name] slots
                        { $$ = (struct target){ .name = $name, .span = @name, .slots = $slots,
                          .where = with_half(p, new_where($at, @at, NULL, @at), $kind, @kind) }; }
;

stored:
  STORED NAME           { $$ = (struct target){ .name = $NAME, .span = @NAME, .stored = true }; }
| STORED target         { $$ = $target; $$.stored = true; }
;

slots:
  '[' binding ']'       { $$ = $binding; }
;

if:
  IF '(' expr ')' block else
                        { $$ = new_if(p, around(@IF, @5), $expr, $block, $else); }
| IF '(' error ')' block else
                        { $$ = new_if(p, around(@IF, @5), new_leaf(p, EXPR_ERROR, @error, NULL),
                            $block, $else); GIVE_UP_AFTER_ENOUGH; }
;

else:
  %empty                { $$ = (struct stmt_list){ 0 }; }
| ELSE block            { $$ = $block; }
| ELSE if               { $$ = stmt_list_add((struct stmt_list){ 0 }, $if); }
;

block:
  '{' statements '}'    { $$ = $statements; }
;

expr:
  NUMBER                { $$ = new_leaf(p, EXPR_NUMBER, @$, $NUMBER); }
| LEVEL                 { $$ = new_leaf(p, EXPR_LEVEL, @$, NULL); }
| LEVELS                { $$ = new_leaf(p, EXPR_LEVELS, @$, NULL); }
| NAME                  { $$ = new_leaf(p, EXPR_NAME, @$, $NAME); }
| NAME '[' place ']'    { $$ = new_shifted(p, @$, $NAME, @NAME, $place); }
| NAME '(' arguments ')'
                        { $$ = new_call(p, @$, $NAME, @NAME, $arguments); }
| type '(' arguments ')'
                        { $$ = new_call(p, @$, $type, @type, $arguments); }
| NAME '(' bindings ':' expr[body] ')'
                        { $$ = new_reduce(p, @$, $NAME, @NAME, $bindings.first, $body); }
| EXISTS '(' steps ')'  { $$ = new_exists(p, EXPR_EXISTS, @$, $steps.first); }
| COUNT '(' steps ')'   { $$ = new_exists(p, EXPR_COUNT, @$, $steps.first); }
| '(' expr[inner] ')'   { $$ = $inner; $$->span = @$; }
| '(' error ')'         { $$ = new_leaf(p, EXPR_ERROR, @$, NULL); GIVE_UP_AFTER_ENOUGH; }
| '-' expr[a] %prec UNARY
                        { $$ = new_unary(p, OP_NEG, @1, $a); }
| '!' expr[a] %prec UNARY
                        { $$ = new_unary(p, OP_NOT, @1, $a); }
| expr[a] '+' expr[b]   { $$ = new_binary(p, OP_ADD, @2, $a, $b); }
| expr[a] '-' expr[b]   { $$ = new_binary(p, OP_SUB, @2, $a, $b); }
| expr[a] '*' expr[b]   { $$ = new_binary(p, OP_MUL, @2, $a, $b); }
| expr[a] '/' expr[b]   { $$ = new_binary(p, OP_DIV, @2, $a, $b); }
| expr[a] '<' expr[b]   { $$ = new_binary(p, OP_LT, @2, $a, $b); }
| expr[a] '>' expr[b]   { $$ = new_binary(p, OP_GT, @2, $a, $b); }
| expr[a] LE expr[b]    { $$ = new_binary(p, OP_LE, @2, $a, $b); }
| expr[a] GE expr[b]    { $$ = new_binary(p, OP_GE, @2, $a, $b); }
| expr[a] EQ expr[b]    { $$ = new_binary(p, OP_EQ, @2, $a, $b); }
| expr[a] NE expr[b]    { $$ = new_binary(p, OP_NE, @2, $a, $b); }
| expr[a] AND expr[b]   { $$ = new_binary(p, OP_AND, @2, $a, $b); }
| expr[a] OR expr[b]    { $$ = new_binary(p, OP_OR, @2, $a, $b); }
| expr[c] '?' expr[a] ':' expr[b]
                        { $$ = new_select(p, @2, $c, $a, $b); }
;

/* Of these int and bool are no functions, which check/ reports. */
type:
  REAL                  { $$ = "real"; }
| FLOAT                 { $$ = "float"; }
| DOUBLE                { $$ = "double"; }
| INT                   { $$ = "int"; }
| BOOL                  { $$ = "bool"; }
;

arguments:
  %empty                { $$ = (struct expr_list){ 0 }; }
| exprs
;

bindings:
  binding               { $$ = binding_list_add((struct binding_list){ 0 }, $binding); }
| bindings[front] ',' binding
                        { $$ = binding_list_add($front, $binding); }
;

binding:
  NAME IN steps         { $$ = new_binding(p, $NAME, @NAME, $steps.first, @steps); }
;

exprs:
  expr                  { $$ = expr_list_add((struct expr_list){ 0 }, $expr); }
| exprs[front] ',' expr { $$ = expr_list_add($front, $expr); }
;

%%

/* Bison itself calls this for one thing only: its stack has reached its limit. */
static void
yyerror(const SG_LTYPE *span, yyscan_t scanner, struct parser *p, const char *message)
{
	(void)scanner;
	(void)message;
	error_at(p->source, *span, "nested too deep");
}

static int
yyreport_syntax_error(const yypcontext_t *context, yyscan_t scanner, struct parser *p)
{
	const yysymbol_kind_t found = yypcontext_token(context);
	yysymbol_kind_t expected[YYNTOKENS];
	const char *names[YYNTOKENS];
	int count;

	(void)scanner;
	if (found == YYSYMBOL_YYEMPTY)
		return 0;
	count = yypcontext_expected_tokens(context, expected, YYNTOKENS);
	for (int i = 0; i < count; i++)
		names[i] = yysymbol_name(expected[i]);
	word_unexpected(p, *yypcontext_location(context), names, count);
	return 0;
}
