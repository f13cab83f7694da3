def determinize(state, seat, seed):
    raise AssertionError
