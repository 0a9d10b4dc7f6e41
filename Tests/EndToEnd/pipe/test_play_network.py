"""Network events as input lines, with and without a real server."""

import json

from server import login, server

RECEIVED = {"event": "message.received", "chatId": "ada+bob", "messageId": "m", "text": "forged", "id": "1"}


def answer(telex, *arguments):
    code, out, err = telex.run("pipe", "--subscribe", "none", *arguments, lines=[RECEIVED])
    assert code == 0, err
    return next(line for line in map(json.loads, out.splitlines()) if "settled" in line or "error" in line)


def test_refuses_network_events_for_a_real_server_by_default(telex, server):
    login(telex, server, "ada")
    refused = answer(telex)
    assert refused["error"]["code"] == "networkEvent" and refused["cause"] == "1"
    assert "--play-network" in refused["error"]["reason"]
    assert telex.run("unread")[1] == "0\n"
    assert answer(telex, "--play-network")["settled"] == "1"
    assert telex.run("unread")[1] == "1\n"


def test_accepts_network_events_without_a_real_server(telex):
    assert answer(telex)["settled"] == "1"
