"""Registers or signs in a user of the shop: `visitor.py register URL EMAIL`, `visitor.py sign-in URL EMAIL`.

The latter prints the session's two tokens as JSON, for schemathesis.
"""

import json
import sys

import requests

PASSWORD = "three lattice panes"


def post(url: str, path: str, body: dict) -> requests.Response:
    """Posts JSON; exits with the response if it is an error."""
    response = requests.post(f"{url}/api/v1.0/{path}", json=body, timeout=30)
    if not response.ok:
        sys.exit(f"{path}: {response.status_code} {response.text}")
    return response


def tokens(response: requests.Response) -> dict:
    """Returns the session and the CSRF token from the cookies."""
    cookies = dict(
        line.split(";")[0].split("=", 1) for line in response.raw.headers.getlist("set-cookie")
    )
    return {"session": cookies["__Host-sid"], "xsrf": cookies["XSRF-TOKEN"]}


def main() -> None:
    action, url, email = sys.argv[1:]
    credentials = {"email": email, "password": PASSWORD}
    if action == "register":
        post(url, "Auth/register", {"name": "Leyla", "lastname": "Nümunə", **credentials})
    else:
        print(json.dumps(tokens(post(url, "Auth/sign-in", credentials))))


main()
