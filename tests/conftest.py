"""Settings for all tests."""

from hypothesis import HealthCheck, settings

# Time is measured in benchmarks, never in tests: a busy machine is no failure.
settings.register_profile(
    "granada", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("granada")
