"""Runs the tests of this folder and counts them as the other parts do."""

import os
import sys
import unittest

suite = unittest.defaultTestLoader.discover(os.path.dirname(os.path.abspath(__file__)), "test_*.py")
result = unittest.TextTestRunner(stream=sys.stdout, verbosity=0).run(suite)
failed = len(result.failures) + len(result.errors)
print("{} passed, {} failed".format(result.testsRun - failed, failed))
sys.exit(failed != 0)
