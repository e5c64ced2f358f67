#include "job.h"

#include <getopt.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
"Usage: stencilrun [OPTION]... FILE.stencil\n"
"       stencilrun --sample XxYxZ FILE.npy\n"
"Apply a stencil to arrays in .npy files: float or double, C order, (z,y,x), a\n"
"column field (y,x), a profile (z). With --sample, write an array to try it on.\n"
"\n"
"  --in FIELD=FILE    what an in or inout field holds\n"
"  --out FIELD=FILE   where an out or inout field goes; outside the domain an\n"
"                     out is 0, or what --swap says\n"
"  --param NAME=VALUE instead of the default\n"
"  --steps N          apply it N times\n"
"  --swap OUT:IN      begin with OUT = IN; after each step but the last exchange\n"
"                     the two\n"
"  --stencil NAME     which one, of several in the file\n"
"  --storage, --access, --fields, --order, --block, --backend, --precision\n"
"                     as for stencilbench, one each; default regular, idxvar, soa,\n"
"                     zcurve, 64x2x1, auto, that of the first real field\n"
"  --verify           compare the result with the interpreter\n"
"  -q                 print nothing\n"
"  --help, --version\n"
"\n"
"Exit status: 0 good, 1 errors in the input or a wrong result, 2 usage,\n"
"3 input/output, or the backend is not to be had.\n";

enum option_code {
	OPT_IN = 256, OPT_OUT, OPT_PARAM, OPT_STEPS, OPT_SWAP, OPT_STENCIL, OPT_STORAGE, OPT_ACCESS,
	OPT_FIELDS, OPT_ORDER, OPT_BLOCK, OPT_BACKEND, OPT_PRECISION, OPT_SAMPLE, OPT_VERIFY, OPT_HELP,
	OPT_VERSION,
};

static const struct option long_options[] = {
	{ "in", required_argument, NULL, OPT_IN },
	{ "out", required_argument, NULL, OPT_OUT },
	{ "param", required_argument, NULL, OPT_PARAM },
	{ "steps", required_argument, NULL, OPT_STEPS },
	{ "swap", required_argument, NULL, OPT_SWAP },
	{ "stencil", required_argument, NULL, OPT_STENCIL },
	{ "storage", required_argument, NULL, OPT_STORAGE },
	{ "access", required_argument, NULL, OPT_ACCESS },
	{ "fields", required_argument, NULL, OPT_FIELDS },
	{ "order", required_argument, NULL, OPT_ORDER },
	{ "block", required_argument, NULL, OPT_BLOCK },
	{ "backend", required_argument, NULL, OPT_BACKEND },
	{ "precision", required_argument, NULL, OPT_PRECISION },
	{ "sample", required_argument, NULL, OPT_SAMPLE },
	{ "verify", no_argument, NULL, OPT_VERIFY },
	{ "help", no_argument, NULL, OPT_HELP },
	{ "version", no_argument, NULL, OPT_VERSION },
	{ NULL, 0, NULL, 0 },
};

static int
read_option(struct tool *tool, struct job_options *o, int code)
{
	switch (code) {
	case 'q':         o->quiet = true; break;
	case OPT_IN:      o->ins[o->in_count++] = optarg; break;
	case OPT_OUT:     o->outs[o->out_count++] = optarg; break;
	case OPT_PARAM:   o->params[o->param_count++] = optarg; break;
	case OPT_SWAP:    o->swaps[o->swap_count++] = optarg; break;
	case OPT_STENCIL: o->stencil = optarg; break;
	case OPT_STORAGE: o->storage = optarg; break;
	case OPT_ACCESS:  o->access = optarg; break;
	case OPT_ORDER:   o->order = optarg; break;
	case OPT_BLOCK:   o->block = optarg; break;
	case OPT_SAMPLE:  o->sample = optarg; break;
	case OPT_VERIFY:  o->verify = true; break;
	case OPT_FIELDS:
		return read_layout(tool, optarg, &o->layout);
	case OPT_BACKEND:
		if (!backend_exists(optarg))
			return tool_fail(tool, EXIT_USAGE, "unknown backend '%s' (there are: auto cuda openmp host)",
				optarg);
		o->backend = optarg;
		break;
	case OPT_PRECISION:
		if (strcmp(optarg, "double") && strcmp(optarg, "float"))
			return tool_fail(tool, EXIT_USAGE, "--precision takes double or float, not '%s'", optarg);
		o->precision = *optarg == 'd' ? TYPE_DOUBLE : TYPE_FLOAT;
		break;
	case OPT_STEPS:
		if (!read_count(optarg, INT_MAX, &o->steps))
			return tool_fail(tool, EXIT_USAGE, "--steps takes a number of at least 1, not '%s'", optarg);
		break;
	default:
		fprintf(stderr, "Try '%s --help'.\n", tool->name);
		return EXIT_USAGE;
	}
	return EXIT_GOOD;
}

static int
write_sample(struct tool *tool, const char *size_text, const char *path)
{
	struct npy array = { .ndim = 3, .element = sizeof (double) };
	char message[512];
	double *value;
	int size[3];
	bool good;

	if (!read_size(size_text, size))
		return tool_fail(tool, EXIT_USAGE, "'%s' is no size; one is 512x512x64", size_text);
	for (int a = 0; a < 3; a++)
		array.shape[a] = size[2 - a];
	array.data = value = malloc((size_t)size[0]*(size_t)size[1]*(size_t)size[2]*sizeof *value);
	if (!value)
		return tool_fail(tool, EXIT_IO, "out of memory");
	/* Waves of several lengths that no axis or level repeats. */
	for (int z = 0; z < size[2]; z++)
		for (int y = 0; y < size[1]; y++)
			for (int x = 0; x < size[0]; x++)
				*value++ = sin(0.05*x + 0.3*z)*cos(0.07*y - 0.2*z) + 0.1*sin(0.9*x*0.37 + 1.3*y);
	good = npy_write(path, &array, message, sizeof message);
	free(array.data);
	return good ? EXIT_GOOD : tool_fail(tool, EXIT_IO, "%s", message);
}

static int
run_file(struct tool *tool, struct job_options *o, const char *path)
{
	struct job job = { .tool = tool, .options = o };
	int status = job_prepare(&job, path);

	if (!status)
		status = job_run(&job);
	job_free(&job);
	return status;
}

int
main(int argc, char **argv)
{
	struct tool tool;
	struct job_options o = {
		.steps = 1, .storage = "regular", .access = "idxvar", .order = "zcurve", .block = "64x2x1",
		.backend = "auto",
	};
	int code, status = EXIT_GOOD;

	tool_open(&tool, "stencilrun");
	o.ins = arena_array(&tool.arena, const char *, argc);
	o.outs = arena_array(&tool.arena, const char *, argc);
	o.params = arena_array(&tool.arena, const char *, argc);
	o.swaps = arena_array(&tool.arena, const char *, argc);
	argv[0] = "stencilrun";
	while (!status && (code = getopt_long(argc, argv, "q", long_options, NULL)) != -1) {
		if (code == OPT_HELP || code == OPT_VERSION) {
			fputs(code == OPT_HELP ? help : "stencilrun " VERSION "\n", stdout);
			return fflush(stdout) ? EXIT_IO : EXIT_GOOD;
		}
		status = read_option(&tool, &o, code);
	}
	if (!status && argc - optind != 1)
		status = tool_fail(&tool, EXIT_USAGE, argc == optind ? "no input file" : "more than one file");
	if (!status)
		status = o.sample ? write_sample(&tool, o.sample, argv[optind]) : run_file(&tool, &o, argv[optind]);
	if (fflush(stdout) && !status)
		status = tool_fail(&tool, EXIT_IO, "cannot write to standard output");
	arena_free(&tool.arena);
	return status;
}
