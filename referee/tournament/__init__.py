"""Many games: the plan, its schedule, the workers that play it, the store, standings and exports."""
