#include "runtime/run/run_output.h"

#include "runtime/formats/npy_write.h"

static bool
open_drafts(const struct job *job, struct draft *drafts, char *message, size_t room)
{
	const char *const *paths = job->out_paths;

	for (int i = 0; i < job->stencil->field_count; i++) {
		if (!paths[i])
			continue;
		if (!npy_draft_open(&drafts[i], paths[i], message, room))
			return false;
		for (int j = 0; j < i; j++)
			if (paths[j] && npy_draft_clash(&drafts[i], &drafts[j])) {
				snprintf(message, room, "%s: two fields cannot go there", paths[i]);
				return false;
			}
	}
	return true;
}

/* Writes temporary files, or what is written through: the latter cannot be undone. */
static bool
write_drafts(const struct job *job, struct draft *drafts, const struct npy *results, bool temporary,
	char *message, size_t room)
{
	for (int i = 0; i < job->stencil->field_count; i++)
		if (job->out_paths[i] && temporary == (drafts[i].temporary != NULL)
				&& !npy_draft_write(&drafts[i], job->out_paths[i], &results[i], message, room))
			return false;
	return true;
}

static bool
keep_drafts(const struct job *job, struct draft *drafts, char *message, size_t room)
{
	for (int i = 0; i < job->stencil->field_count; i++)
		if (job->out_paths[i] && !npy_draft_keep(&drafts[i], job->out_paths[i], message, room))
			return false;
	return true;
}

int
run_output(const struct job *job, const struct npy *results)
{
	const int count = job->stencil->field_count;
	struct draft *drafts = arena_array(&job->tool->arena, struct draft, count + 1);
	char message[512];
	bool good;

	for (int i = 0; i < count; i++)
		drafts[i].file = -1;
	good = open_drafts(job, drafts, message, sizeof message)
		&& write_drafts(job, drafts, results, true, message, sizeof message)
		&& write_drafts(job, drafts, results, false, message, sizeof message)
		&& keep_drafts(job, drafts, message, sizeof message);
	for (int i = 0; i < count; i++)
		draft_discard(&drafts[i]);
	return good ? EXIT_GOOD : tool_fail(job->tool, EXIT_IO, "%s", message);
}
