#include "tests/campaign/campaign.h"

#include "generator/base/program.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char usage[] =
	"Usage: run_campaign [OPTION...] FOLDER FIRST COUNT [FILE...]\n"
	"Tries stencils as all their kernels against the interpreter: those of the files and the random ones\n"
	"of COUNT seeds, each fifth on a sparse grid. Those that fail are kept in FOLDER/failed.\n"
	"  -c CLASS    a class of stencils and runs: structured, meshes, parts or library. COUNT stencils that are\n"
	"              not refused; goes on with FOLDER/journal, and prints which pairs of features were reached\n"
	"  -n COUNT    stencils by which all pairs of features must be reached, or it fails; 3000\n"
	"  -x          of a class: no kernel is run; all that are legal count as reached\n"
	"  -b LIST     backends: host, openmp, cuda, or nvcc, which only compiles; host,openmp\n"
	"  -p          both precisions of each\n"
	"  -l          all layouts of its fields\n"
	"  -T FOLDER   other templates\n"
	"  -s          of the seeds nothing but programs of several kernels and stencils that go through columns\n"
	"  -e          without functions that a GPU computes otherwise\n"
	"  -q          only one grid and block for each kernel\n"
	"  -k          keep what is compiled, and use what is kept\n"
	"  -w          no warnings of compilers, which usually are errors\n"
	"  -j JOBS     processes, one for each core; 0: only this one\n"
	"  -t SECONDS  no stencil is begun later\n";

static int
wrong_usage(void)
{
	fputs(usage, stderr);
	return 2;
}

static bool
add_places(struct campaign *campaign, char *list)
{
	for (char *name = strtok(list, ","); name; name = strtok(NULL, ",")) {
		struct place *place = &campaign->places[campaign->place_count++];

		place->name = name;
		if (campaign->place_count > MOST_PLACES || !place_open(campaign, place))
			return false;
	}
	return campaign->place_count > 0;
}

static bool
read_class(const char *text, enum campaign_class *class)
{
	*class = CLASS_STRUCTURED;
	while (*class < CLASSES && strcmp(class_names[*class], text) != 0)
		++*class;
	return *class < CLASSES;
}

/* stencilsmith lies beside this program. */
static const char *
find_smith(struct arena *arena, const char *self)
{
	const char *slash = strrchr(self, '/');

	return slash ? arena_printf(arena, "%.*s/stencilsmith", (int)(slash - self), self) : "stencilsmith";
}

int
main(int argc, char **argv)
{
	struct arena arena = { 0 };
	struct campaign campaign = { .arena = &arena, .jobs = (int)sysconf(_SC_NPROCESSORS_ONLN),
		.class = CLASS_NONE, .enough = 3000 };
	char usual[] = "host,openmp", *backends = usual;
	int option, failed;

	while ((option = getopt(argc, argv, "b:c:eklpqswxj:n:t:T:")) != -1)
		switch (option) {
		case 'b': backends = optarg; break;
		case 'c':
			if (!read_class(optarg, &campaign.class))
				return wrong_usage();
			break;
		case 'n': campaign.enough = atoi(optarg); break;
		case 'e': campaign.exact = true; break;
		case 'k': campaign.keep = true; break;
		case 'q': campaign.quick = true; break;
		case 's': campaign.programs = true; break;
		case 'x': campaign.legal_only = true; break;
		case 'w': campaign.no_warnings = true; break;
		case 'l': campaign.all_layouts = true; break;
		case 'p': campaign.both = true; break;
		case 'T': campaign.templates = optarg; break;
		case 'j': campaign.jobs = atoi(optarg); break;
		case 't': campaign.seconds = atof(optarg); break;
		default:  return wrong_usage();
		}
	if (argc - optind < 3 || campaign.jobs < 0)
		return wrong_usage();
	campaign.folder = argv[optind];
	campaign.first = atoi(argv[optind + 1]);
	campaign.count = atoi(argv[optind + 2]);
	campaign.files = argv + optind + 3;
	campaign.file_count = argc - optind - 3;
	campaign.smith = find_smith(&arena, argv[0]);
	program_begin("campaign");
	setenv("OMP_NUM_THREADS", "3", 0);
	setenv("OMP_WAIT_POLICY", "passive", 0);
	mkdir(campaign.folder, 0777);
	mkdir(arena_printf(&arena, "%s/failed", campaign.folder), 0777);
	mkdir(arena_printf(&arena, "%s/objects", campaign.folder), 0777);
	if (!add_places(&campaign, backends) || (campaign.class == CLASS_LIBRARY && !place_compilers(&campaign)))
		return 77;
	failed = schedule(&campaign);
	if (failed >= 0 && campaign.class != CLASS_NONE && !reach_report(journal_of(&campaign), campaign.class, campaign.enough))
		failed++;
	if (failed >= 0)
		printf("%d passed, %d failed\n", campaign.passed, failed);
	arena_free(&arena);
	return failed < 0 ? 77 : failed != 0;
}
