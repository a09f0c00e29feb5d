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


def report(action, **fields):
    """A message of the socket, sent with the next heartbeat."""
    reports.append({"action": action, **fields})


def execute(order, token):
    """A command; its line and its end are in the console. Delivered again, it is only echoed."""
    name, command = order.get("command", order["action"]), order["cmdSubId"]
    if command in executed:
        return
    executed.add(command)
    done = "here" if name == "where" else f"{name} is not supported"
    call("/rapi/httpCmdLog", {"cmdSubId": command, "msg": done}, token)
    state = "succeeded" if name == "where" else "failed"
    report("commandState", cmdSubId=command, state=state, msg=done)


def take(order, token):
    """One order of an answer; returns the id of the command that the next heartbeat echoes."""
    action = order.get("action")
    if action == "assigned":
        known["deviceNo"] = order["deviceNo"]
    elif action == "settings":
        known["settingsRevision"] = order["revision"]
    elif action == "connect":
        report("log", level="info", msg="connected by HTTP only", time=int(time.time() * 1000))
    elif action == "task":
        no_scripts = {"state": "failed", "cause": "notAScript", "msg": "no scripts here"}
        report("taskState", runId=order["runId"], **no_scripts)
    elif order.get("cmdSubId") and order.get("order") != "stop":
        execute(order, token)
        return order["cmdSubId"]
    return None


def beat(token, running):
    """Returns the id of the command that the next heartbeat echoes."""
    status = {"action": "heartbeat", "serviceOk": "1", "battery": 80, "isCharging": "1", **known}
    status["reportTime"] = int(time.time() * 1000)
    status["reports"] = reports[:100]
    if running:
        status["cmdSubId"] = running
    answer = call("/rapi/heartbeat", status, token)
    del reports[: len(status["reports"])]
    if not isinstance(answer, dict):
        return None
    # Orders that this phone does not know are ignored.
    commands = [take(order, token) for order in [answer, *answer.get("orders", [])]]
    new = next((command for command in commands if command), None)
    return new if new != running else None


known = {"deviceNo": "", "settingsRevision": ""}
reports = []
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
    except (OSError, ValueError, LookupError, TypeError) as error:
        print(f"failed: {error}", flush=True)
        failures += 1
    # After a failure the wait doubles up to 30 s; its upper half is random.
    back_off = min(30, 0.25 * 2**failures) * (0.5 + random.random() / 2)
    time.sleep(back_off if failures else given.every)
