"""Makes a visitor of the shop: `visitor.py register URL EMAIL`, or `visitor.py sign-in URL EMAIL`.

Signing in prints the session's two tokens as JSON, for the tool that calls the shop in the visitor's name.
"""

import json
import sys

import requests

PASSWORD = "three lattice panes"


def post(url: str, path: str, body: dict) -> requests.Response:
    """Calls the shop and stops with its words where it refuses."""
    answer = requests.post(f"{url}/api/v1.0/{path}", json=body, timeout=30)
    if not answer.ok:
        sys.exit(f"{path}: {answer.status_code} {answer.text}")
    return answer


def tokens(answer: requests.Response) -> dict:
    """The session and the token against forged calls, from the cookies as they are set."""
    cookies = dict(
        line.split(";")[0].split("=", 1) for line in answer.raw.headers.getlist("set-cookie")
    )
    return {"session": cookies["__Host-sid"], "xsrf": cookies["XSRF-TOKEN"]}


def main() -> None:
    """See the module."""
    what, url, email = sys.argv[1:]
    credentials = {"email": email, "password": PASSWORD}
    if what == "register":
        post(url, "Auth/register", {"name": "Leyla", "lastname": "Nümunə", **credentials})
    else:
        print(json.dumps(tokens(post(url, "Auth/sign-in", credentials))))


main()
