"""What holds for all tests."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "shared machines",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("shared machines")
