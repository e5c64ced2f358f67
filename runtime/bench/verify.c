#include "runtime/bench/verify.h"

#include <string.h>

/* A kernel on a placement, and what is found out about it. */
struct trial_run {
	const struct session *session;
	struct bench *bench;
	struct device_binding *binding;
	struct call *call;
	struct row *row;
};

static void
fail_run(const struct trial_run *run, int status)
{
	run->row->outcome = OUTCOME_FAILED;
	run->row->note = arena_printf(&run->bench->tool->arena, "%s", run->bench->backend.device->error(status));
	run->bench->wrong++;
	fprintf(stderr, "%s: %s, block %s: %s\n", run->bench->tool->name, run->row->kernel, run->row->block, run->row->note);
}

/* Runs the kernel once for a profiler. */
static void
run_once(const struct trial_run *run)
{
	const int status = run->bench->backend.device->run(run->call);

	run->row->outcome = OUTCOME_VERIFIED;
	if (status)
		fail_run(run, status);
}

static void
report_wrong(const struct trial_run *run, const struct verdict *verdict)
{
	fprintf(stderr, "%s: %s is wrong: %.0f of %.0f points differ, %.0f skipped; %s\n",
		run->bench->tool->name, run->row->kernel, verdict->different, verdict->points, verdict->skipped,
		verdict->first);
	run->row->note = "wrong";
	run->bench->wrong++;
}

/* Runs the kernel once and compares. */
static bool
run_and_compare(const struct trial_run *run, struct error *error)
{
	struct row *row = run->row;
	struct verdict verdict;
	int status;

	if (!binding_reset(run->binding, error))
		return false;
	status = run->bench->backend.device->run(run->call);
	if (status) {
		fail_run(run, status);
		return true;
	}
	if (!binding_compare(run->binding, &verdict, error))
		return false;
	row->outcome = verdict_is_good(&verdict) ? OUTCOME_VERIFIED : OUTCOME_WRONG;
	row->skipped = verdict.skipped;
	if (row->outcome == OUTCOME_WRONG)
		report_wrong(run, &verdict);
	return true;
}

static int
launches_since(const struct built *kernel, long before)
{
	return kernel->launched ? (int)(*kernel->launched - before) : 0;
}

static long
launches_so_far(const struct built *kernel)
{
	return kernel->launched ? *kernel->launched : 0;
}

/* Runs a kernel alone once, behind its program. */
static void
try_part(const struct trial_run *run, const struct built *kernel)
{
	const struct device *device = run->bench->backend.device;
	const long before = launches_so_far(kernel);
	int status = device->run(run->call);

	if (!run->row->facts.launches)
		run->row->facts.launches = launches_since(kernel, before);
	run->call->launches = run->row->facts.launches;
	if (!status && run->row->graph)
		status = device->record(run->call);
	if (status)
		fail_run(run, status);
}

/* Verifies the program of a kernel, which leaves what the kernel reads. */
static bool
verify_part(const struct trial_run *run, const struct candidate *candidate, struct error *error)
{
	struct candidate program = *candidate;
	struct call whole;
	const struct trial_run all = { run->session, run->bench, run->binding, &whole, run->row };

	program.part = 0;
	whole = session_call(run->session, &program);
	if (!run_and_compare(&all, error))
		return false;
	if (run->row->outcome == OUTCOME_VERIFIED)
		try_part(run, candidate->kernel);
	return true;
}

/* Nothing of the run before helps: the workspace is marked as not written again. */
static bool
verify_replay(const struct trial_run *run, const struct built *kernel, struct error *error)
{
	const int status = run->bench->backend.device->record(run->call);

	if (status) {
		fail_run(run, status);
		return true;
	}
	return binding_prepare(run->binding, kernel, error) && run_and_compare(run, error);
}

/* Verifies a kernel before it is timed, and again as a graph replay. */
static bool
verify(const struct trial_run *run, const struct built *kernel, struct error *error)
{
	const long before = launches_so_far(kernel);
	struct row *row = run->row;
	const bool good = run_and_compare(run, error);

	if (!row->facts.launches)
		row->facts.launches = launches_since(kernel, before);
	run->call->launches = row->facts.launches;
	if (!good || row->outcome != OUTCOME_VERIFIED || !row->graph)
		return good;
	return verify_replay(run, kernel, error);
}

static void
describe_work(const struct session *session, const struct candidate *candidate, struct row *row)
{
	const struct work work = !candidate->part ? session->work
		: session->family->domain->work(session->problem, candidate->kernel, candidate->part);

	row->points = work.points;
	row->bytes = work.bytes;
	row->flops = work.flops;
	row->checked = work.checked;
}

/* Fills in what is known before the kernel runs. Returns false if it cannot run. */
static bool
describe(const struct trial_run *run, const struct candidate *candidate)
{
	struct arena *arena = &run->bench->tool->arena;
	struct row *row = run->row;
	struct error error;

	describe_work(run->session, candidate, row);
	row->table_bytes = run->binding->table_bytes;
	row->outcome = OUTCOME_IMPOSSIBLE;
	if (!binding_prepare(run->binding, candidate->kernel, &error)) {
		row->note = arena_printf(arena, "%s", error.text);
		return false;
	}
	row->facts = kernel_facts(candidate->kernel, run->call);
	/* Some launchers choose their blocks. */
	if (row->facts.threads && !strcmp(row->block, "-"))
		row->block = arena_printf(arena, "%lldx1x1", row->facts.threads);
	if (row->facts.launches && !row->facts.resident) {
		row->note = "a block needs more registers or shared memory than there are";
		return false;
	}
	return true;
}

bool
verify_candidate(const struct session *session, const struct placement *placement,
	const struct candidate *candidate, struct call *call, struct error *error)
{
	const struct trial_run run = { session, session->bench, placement->binding, call, candidate->row };

	if (!describe(&run, candidate))
		return true;
	if (candidate->part && !session->bench->arguments->profile)
		return verify_part(&run, candidate, error);
	if (!session->bench->arguments->profile)
		return verify(&run, candidate->kernel, error);
	run_once(&run);
	return true;
}
