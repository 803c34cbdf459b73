"""The rules engine: flat records, kernels over them, and the checked door for people."""
