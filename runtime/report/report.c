#include "runtime/report/report.h"

#include "runtime/report/report_csv.h"
#include "runtime/report/report_json.h"
#include "runtime/report/report_svg.h"
#include "runtime/report/report_table.h"

bool
report_write(const struct results *results, const struct arguments *a, struct error *error)
{
	report_table(results, stdout);
	if (a->csv && !report_csv(results, a->csv, error))
		return error_prefix(error, "cannot write %s: ", a->csv);
	if (a->svg && !report_svg(results, a->chart, a->svg, error))
		return error_prefix(error, "cannot write %s: ", a->svg);
	if (a->json && !report_json(results, a->json, error))
		return error_prefix(error, "cannot write %s: ", a->json);
	return true;
}
