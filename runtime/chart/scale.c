#include "runtime/chart/panel.h"

#include <math.h>

double
scale_position(const struct scale *scale, double value)
{
	const double part = scale->log
		? log(value/scale->low)/log(scale->high/scale->low)
		: (value - scale->low)/(scale->high - scale->low);

	return scale->from + part*(scale->to - scale->from);
}

/* The least 1, 2 or 5 times a power of ten that divides the range into at most `most` steps. */
static double
round_step(double range, int most)
{
	const double least = range/most, power = pow(10, floor(log10(least)));

	for (int i = 0; i < 3; i++) {
		static const int steps[] = { 1, 2, 5 };

		if (steps[i]*power >= least*(1 - 1e-9))
			return steps[i]*power;
	}
	return 10*power;
}

static void
add(struct ticks *ticks, const struct scale *scale, double value)
{
	const double slack = scale->log ? value*1e-9 : (scale->high - scale->low)*1e-9;

	if (ticks->count < TICKS && value >= scale->low - slack && value <= scale->high + slack)
		ticks->value[ticks->count++] = value;
}

/* Powers of ten: every n-th if there are too many, with numbers between if there are few. */
static struct ticks
log_ticks(const struct scale *scale)
{
	static const double between[] = { 1, 2, 5, 1.5, 3, 7 };
	const int from = (int)floor(log10(scale->low) + 1e-9), to = (int)ceil(log10(scale->high) - 1e-9);
	const int stride = to - from > TICKS - 2 ? 1 + (to - from)/(TICKS - 2) : 1;
	const int parts = to - from <= 1 ? 6 : to - from <= 3 ? 3 : 1;
	struct ticks ticks = { 0 };

	for (int power = from; power <= to; power += stride)
		for (int i = 0; i < parts; i++)
			add(&ticks, scale, between[i]*pow(10, power));
	return ticks;
}

struct ticks
scale_ticks(const struct scale *scale)
{
	const double step = scale->log ? 1 : round_step(scale->high - scale->low, 6);
	struct ticks ticks = { 0 };

	if (scale->log)
		return log_ticks(scale);
	for (double n = ceil(scale->low/step - 1e-9); n*step <= scale->high + step*1e-9; n++)
		add(&ticks, scale, n*step);
	return ticks;
}

/* The nearest of 1, 2 and 5 times a power of ten that is not above, or not below. */
static double
round_log(double value, bool up)
{
	static const int steps[] = { 1, 2, 5, 10 };
	const double power = pow(10, floor(log10(value) + 1e-9));

	for (int i = 0; i < 4; i++)
		if (up ? steps[i]*power >= value*(1 - 1e-9) : i == 3 || steps[i + 1]*power > value*(1 + 1e-9))
			return steps[i]*power;
	return 10*power;
}

void
scale_round(struct scale *scale)
{
	double step;

	if (scale->log) {
		scale->low = round_log(scale->low, false);
		scale->high = round_log(scale->high, true);
		if (scale->low == scale->high)
			scale->high *= 10;
		return;
	}
	if (scale->low == scale->high)
		scale->high = scale->low + (scale->low != 0 ? fabs(scale->low) : 1);
	step = round_step(scale->high - scale->low, 6);
	scale->low = step*floor(scale->low/step + 1e-9);
	scale->high = step*ceil(scale->high/step - 1e-9);
}

const char *
number_text(double value, char text[32])
{
	if (fabs(value) < 1e-12)
		value = 0;
	snprintf(text, 32, fabs(value) >= 1e7 || (value != 0 && fabs(value) < 1e-4) ? "%.3g" : "%.7g",
		value);
	return text;
}
