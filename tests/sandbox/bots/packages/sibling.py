NAME = "packages"
