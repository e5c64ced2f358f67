#include "generator/base/random.h"

uint64_t
random_mix(uint64_t bits)
{
	bits = (bits ^ (bits >> 30))*UINT64_C(0xbf58476d1ce4e5b9);
	bits = (bits ^ (bits >> 27))*UINT64_C(0x94d049bb133111eb);
	return bits ^ (bits >> 31);
}

uint64_t
random_next(uint64_t *state)
{
	*state += UINT64_C(0x9e3779b97f4a7c15);
	return random_mix(*state);
}
