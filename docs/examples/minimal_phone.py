"""A phone in one file: it enrols, sends heartbeats over HTTP and executes commands.

Python 3.9 or later, without dependencies: python3 minimal_phone.py --server URL --key KEY [--every SECONDS]
It has no key pair, no socket and no scripts. docs/device-protocol.md describes each call.
"""

import argparse
import base64
import json
import platform
import random
import time
import urllib.error
import urllib.request
import uuid

arguments = argparse.ArgumentParser()
arguments.add_argument("--server", required=True)
arguments.add_argument("--key", required=True)
arguments.add_argument("--id", default=f"minimal-{platform.node()}-{uuid.uuid4().hex[:8]}")
arguments.add_argument("--every", type=float, default=10, help="seconds between two heartbeats")
given = arguments.parse_args()


class Refused(Exception):
    """The server answered with a code other than 0."""

    def __init__(self, code, msg):
        super().__init__(msg)
        self.code = code


def post(path, body, token=""):
    """Returns the data of the answer's envelope."""
    headers = {"content-type": "application/json", "languageSelect": "en"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    url = given.server.rstrip("/") + path
    request = urllib.request.Request(url, json.dumps(body).encode(), headers, method="POST")
    with urllib.request.urlopen(request, timeout=15) as response:
        answer = json.load(response)
    if answer["code"] != 0:
        raise Refused(answer["code"], answer["msg"])
    return answer["data"]


def enrol():
    facts = {"brand": "Example", "model": "Minimal", "apkVersion": "1"}
    return post("/rapi/enroll", {"key": given.key, "deviceId": given.id, **facts})["token"]


def call(path, body, token):
    """A call in the envelope: base64 of JSON both ways."""
    data = base64.b64encode(json.dumps(body).encode()).decode()
    return json.loads(base64.b64decode(post(path, {"data": data}, token)))


def execute(order, token):
    """A command; its result is a line of the command in the console."""
    done = {"where": "here"}.get(order["action"], f"{order['action']} is not supported")
    call("/rapi/httpCmdLog", {"cmdSubId": order["cmdSubId"], "msg": done}, token)


def beat(token, running):
    """Returns the id of the command that the next heartbeat echoes."""
    status = {"action": "heartbeat", "serviceOk": "1", "battery": 80, "isCharging": "1"}
    status["reportTime"] = int(time.time() * 1000)
    if running:
        status["cmdSubId"] = running
    order = call("/rapi/heartbeat", status, token)
    # An answer without cmdSubId is no command: there is no work, or work that this phone does not know.
    command = order.get("cmdSubId")
    if not command or command == running:
        return None
    # A command that is delivered again is echoed, and not executed again.
    if command not in executed:
        executed.add(command)
        execute(order, token)
    return command


executed = set()
token = ""
running = None
failures = 0
while True:
    try:
        token = token or enrol()
        running = beat(token, running)
        failures = 0
    except Refused as error:
        print(f"refused: {error}", flush=True)
        if error.code == 401:
            token = ""
        failures += 1
    except (OSError, ValueError, urllib.error.HTTPError) as error:
        print(f"failed: {error}", flush=True)
        failures += 1
    # After a failure the wait doubles up to 30 s; its upper half is random.
    back_off = min(30, 0.25 * 2**failures) * (0.5 + random.random() / 2)
    time.sleep(back_off if failures else given.every)
