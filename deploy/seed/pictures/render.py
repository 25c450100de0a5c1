"""Renders missing pictures: `python -m pictures.render --out FOLDER [NAME...]` in deploy/seed."""

import argparse
import fnmatch
import os
import resource
import sys
import time
from pathlib import Path

from . import studio
from .scenes import Picture, content_pictures, page_pictures, product_pictures


def select(patterns: list[str]) -> list[Picture]:
    """Returns the pictures whose names match, in the order of the patterns."""
    pictures = [*page_pictures(), *content_pictures(), *product_pictures()]
    if not patterns:
        return pictures
    names = {picture.name: picture for picture in pictures}
    found = [name for pattern in patterns for name in names if fnmatch.fnmatch(name, pattern)]
    return [names[name] for name in dict.fromkeys(found)]


def render(picture: Picture, out: Path, scale: float, samples: int | None) -> float:
    """Renders one picture to `out`; returns the CPU seconds used."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    target = out / f"{picture.name}.png"
    target.parent.mkdir(parents=True, exist_ok=True)
    # Renders to a temporary name, so that an interrupted render is not taken for a finished one.
    partial = target.with_suffix(".part.png")
    picture.build()
    width, height = round(picture.width * scale), round(picture.height * scale)
    studio.render(str(partial), width, height, samples or picture.samples, picture.exposure)
    os.replace(partial, target)
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime - before


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="names or patterns such as products/sk-101/1 (default: all)")
    parser.add_argument("--out", type=Path, required=True, help="folder for the PNG files; skips existing ones")
    parser.add_argument("--scale", type=float, default=1.0, help="fraction of the full size, for previews")
    parser.add_argument("--samples", type=int, help="samples per pixel (default: set per picture)")
    parser.add_argument("--list", type=Path, help="file with one name per line, reread before each picture")
    options = parser.parse_args()
    done: set[str] = set()
    while True:
        names = options.list.read_text().split() if options.list else options.names
        pending = [
            picture
            for picture in select(names)
            if picture.name not in done and not (options.out / f"{picture.name}.png").exists()
        ]
        if not pending:
            return
        picture = pending[0]
        done.add(picture.name)
        started = time.monotonic()
        cpu_seconds = render(picture, options.out, options.scale, options.samples)
        print(f"{picture.name}: {time.monotonic() - started:.0f} s, {cpu_seconds:.0f} CPU seconds", flush=True)


if __name__ == "__main__":
    sys.exit(main())
