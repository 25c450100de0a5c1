"""Renders what is missing: `python -m pictures.render --out FOLDER [NAME...]` from deploy/seed."""

import argparse
import fnmatch
import os
import resource
import sys
import time
from pathlib import Path

from . import studio
from .scenes import Picture, beside, catalogue, pages


def chosen(patterns: list[str]) -> list[Picture]:
    """The pictures whose names match, in the order of the patterns."""
    pictures = [*pages(), *beside(), *catalogue()]
    if not patterns:
        return pictures
    names = {picture.name: picture for picture in pictures}
    found = [name for pattern in patterns for name in names if fnmatch.fnmatch(name, pattern)]
    return [names[name] for name in dict.fromkeys(found)]


def work(picture: Picture, out: Path, scale: float, samples: int | None) -> float:
    """Renders one picture to `out`; returns the processor seconds it took."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    target = out / f"{picture.name}.png"
    target.parent.mkdir(parents=True, exist_ok=True)
    # A killed render must not look like a finished one.
    half = target.with_suffix(".part.png")
    picture.build()
    width, height = round(picture.width * scale), round(picture.height * scale)
    studio.render(str(half), width, height, samples or picture.samples, picture.exposure)
    os.replace(half, target)
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime - before


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="names or patterns such as products/sk-101/1; all without one")
    parser.add_argument("--out", type=Path, required=True, help="folder for the PNG files; what is there is skipped")
    parser.add_argument("--scale", type=float, default=1.0, help="share of the full size, for trying")
    parser.add_argument("--samples", type=int, help="instead of the picture's own number")
    parser.add_argument("--list", type=Path, help="a file of names, one a line, read again before every picture")
    options = parser.parse_args()
    done: set[str] = set()
    while True:
        names = options.list.read_text().split() if options.list else options.names
        waiting = [
            picture
            for picture in chosen(names)
            if picture.name not in done and not (options.out / f"{picture.name}.png").exists()
        ]
        if not waiting:
            return
        picture = waiting[0]
        done.add(picture.name)
        started = time.monotonic()
        spent = work(picture, options.out, options.scale, options.samples)
        print(f"{picture.name}: {time.monotonic() - started:.0f} s, {spent:.0f} processor seconds", flush=True)


if __name__ == "__main__":
    sys.exit(main())
