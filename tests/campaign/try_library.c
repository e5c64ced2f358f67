#include "tests/campaign/campaign.h"

bool
try_library(struct trial *trial)
{
	(void)trial;
	return false;
}
