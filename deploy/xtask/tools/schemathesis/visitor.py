"""A user of the shop: `visitor.py register URL EMAIL`, `visitor.py sign-in URL EMAIL`, `visitor.py enter-desk URL EMAIL`.

The last two print the session's two tokens as JSON, for schemathesis.
"""

import base64
import hashlib
import hmac
import json
import struct
import sys
import time

import requests

PASSWORD = "three lattice panes"


def post(url: str, path: str, body: dict, **headers: str) -> requests.Response:
    """Posts JSON; exits with the response if it is an error."""
    response = requests.post(f"{url}/api/v1.0/{path}", json=body, headers=headers, timeout=30)
    if not response.ok:
        sys.exit(f"{path}: {response.status_code} {response.text}")
    return response


def tokens(response: requests.Response, session: str, xsrf: str) -> dict:
    """Returns the session and the CSRF token from the cookies."""
    cookies = dict(
        line.split(";")[0].split("=", 1) for line in response.raw.headers.getlist("set-cookie")
    )
    return {"session": cookies[session], "xsrf": cookies[xsrf]}


def code(secret: str) -> str:
    """Returns the present code of an authenticator (RFC 6238: SHA-1, 30 seconds, 6 digits)."""
    step = struct.pack(">Q", int(time.time()) // 30)
    digest = hmac.new(base64.b32decode(secret.replace(" ", "")), step, hashlib.sha1).digest()
    offset = digest[-1] & 15
    number = struct.unpack(">I", digest[offset : offset + 4])[0] & 0x7FFFFFFF
    return f"{number % 1_000_000:06}"


def enter_desk(url: str, credentials: dict) -> dict:
    """Signs in to the desk and sets the second factor up; returns the tokens."""

    def desk_tokens(response: requests.Response) -> dict:
        return tokens(response, "__Host-desk-session", "DESK-XSRF-TOKEN")

    def headers(session: dict) -> dict:
        return {
            "Cookie": f"__Host-desk-session={session['session']}",
            "X-XSRF-TOKEN": session["xsrf"],
        }

    session = desk_tokens(post(url, "desk/session", credentials))
    factors = "desk/me/second-factors"
    factor = post(url, factors, {}, **headers(session)).json()["data"]
    confirmed = {"code": code(factor["secret"])}
    path = f"{factors}/{factor['id']}/confirm"
    return desk_tokens(post(url, path, confirmed, **headers(session)))


def main() -> None:
    action, url, email = sys.argv[1:]
    credentials = {"email": email, "password": PASSWORD}
    if action == "register":
        post(url, "Auth/register", {"name": "Leyla", "lastname": "Nümunə", **credentials})
    elif action == "enter-desk":
        print(json.dumps(enter_desk(url, credentials)))
    else:
        signed_in = post(url, "Auth/sign-in", credentials)
        print(json.dumps(tokens(signed_in, "__Host-sid", "XSRF-TOKEN")))


main()
