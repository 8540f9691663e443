"""The rules that forbid, one function each, registered under its id; a family of ids a module."""
