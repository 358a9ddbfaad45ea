"""A real browser without a window, if the machine has one: pages are opened in it and asked questions.

It is looked for under the name in ``GRANADA_BROWSER`` and then as Chromium or Chrome among the commands. None
comes with the development tools: those of the Python registry take hundreds of megabytes, and libraries of
the system besides.
"""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

COMMANDS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")

LONGEST_WAIT = 120
"""Seconds until a browser that does not answer is given up."""

_ALONE = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--hide-scrollbars",
)
"""Without a window, and without a word to anybody else."""

_ANSWER = re.compile(r'<pre id="answer">(.*?)</pre>', re.DOTALL)

_PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>page</title></head>
<body style="margin:0">{body}<pre id="answer"></pre>
<script>(async () => {{ {question} }})().then(
  found => {{ document.getElementById("answer").textContent = JSON.stringify(found); }},
  error => {{ document.getElementById("answer").textContent = JSON.stringify(String(error)); }});</script>
</body></html>
"""


def command() -> str | None:
    """Return the browser to run; None if there is none."""
    wanted = os.environ.get("GRANADA_BROWSER")
    return next(filter(None, map(shutil.which, [wanted] if wanted else COMMANDS)), None)


def ask(body: str, question: str, *, dark: bool = False, width: int = 1000) -> Any:  # noqa: ANN401 - what JSON holds
    """Open a page and return what a piece of JavaScript finds out about it.

    ``question`` is the inside of an asynchronous function that returns something.
    """
    browser = command()
    assert browser is not None
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "page.html")
        page.write_text(_PAGE.format(body=body, question=question), "utf-8")
        run = subprocess.run(  # noqa: S603 - the browser of this machine, and a page written above
            [
                browser,
                *_ALONE,
                f"--user-data-dir={folder}/profile",
                f"--window-size={width},900",
                f"--blink-settings=preferredColorScheme={0 if dark else 1}",
                "--virtual-time-budget=10000",
                "--dump-dom",
                page.as_uri(),
            ],
            capture_output=True,
            encoding="utf-8",
            timeout=LONGEST_WAIT,
            check=True,
        )
    answer = _ANSWER.search(run.stdout)
    assert answer is not None, f"no answer: {run.stderr[-500:]}"
    return json.loads(html.unescape(answer[1]))
