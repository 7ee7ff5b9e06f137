"""Dicts as TOML text: what is built in Python goes through the same reader and the same checks as a file."""
import json
import os
import re
from collections.abc import Mapping

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def _key(key):
    if not isinstance(key, str):
        raise TypeError(f"the key {key!r} is not a text")
    return key if _BARE_KEY.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def value(thing):
    """A value in TOML syntax, on one line."""
    if hasattr(thing, "tolist"):  # arrays and numbers of NumPy
        thing = thing.tolist()
    if isinstance(thing, bool):
        return "true" if thing else "false"
    if isinstance(thing, (int, float)):
        return repr(thing)
    if isinstance(thing, (str, os.PathLike)):
        return json.dumps(os.fspath(thing), ensure_ascii=False)
    if isinstance(thing, Mapping):
        return "{ " + ", ".join(f"{_key(k)} = {value(v)}" for k, v in thing.items()) + " }"
    if isinstance(thing, (list, tuple)):
        return "[" + ", ".join(value(v) for v in thing) + "]"
    raise TypeError(f"{thing!r} has no form in a file: give numbers, texts, truth values, lists or dicts")


def source(thing, name):
    """What the compiled part reads: (file, None), or (name for messages, TOML text) for a dict."""
    if isinstance(thing, Mapping):
        return f"{name} in Python", "".join(f"{_key(k)} = {value(v)}\n" for k, v in thing.items())
    return os.fspath(thing), None


def assignments(settings):
    """The texts of --set from a dict {"contact.method": "lut"}, or texts as they are."""
    if settings is None:
        return []
    if isinstance(settings, Mapping):
        return [f"{k}={value(v)}" for k, v in settings.items()]
    return list(settings)
