"""Hooks of schemathesis: a call that the shop answers with 503 and a time to wait is sent once more, as its clients do."""

import time

import requests
import schemathesis
from schemathesis.core.transport import Response

# More of them are no sign of a busy machine, but of a fault.
MAX_REPEATED = 3
MAX_WAIT_SECONDS = 5

repeated = 0


@schemathesis.hook
def after_call(context, case, response) -> None:
    """Replaces the answer by that to the second attempt, and prints the line that the runner reads."""
    global repeated
    wait = response.headers.get("retry-after")
    if response.status_code != 503 or not wait or repeated == MAX_REPEATED:
        return
    repeated += 1
    time.sleep(min(int(wait[0]), MAX_WAIT_SECONDS))
    with requests.Session() as session:
        sent = session.send(response.request, timeout=10, allow_redirects=False)
    second = Response.from_requests(sent, verify=True)
    for name in Response.__slots__:
        setattr(response, name, getattr(second, name))
    if second.status_code < 500:
        print(f"flaky: {case.operation.label} answered 503 once", flush=True)
