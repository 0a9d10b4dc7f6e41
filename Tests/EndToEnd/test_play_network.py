"""Lines that speak for the network, on a profile with a real server."""

import json

from server import login, server

RECEIVED = {"event": "message.received", "chatId": "ada+bob", "messageId": "m", "text": "forged", "id": "1"}


def answer(telex, *arguments):
    code, out, err = telex.run("pipe", "--subscribe", "none", *arguments, lines=[RECEIVED])
    assert code == 0, err
    return next(line for line in map(json.loads, out.splitlines()) if "settled" in line or "error" in line)


def test_a_line_cannot_speak_for_a_real_server_unless_asked_to(telex, server):
    login(telex, server, "ada")
    refused = answer(telex)
    assert refused["error"]["code"] == "networkEvent" and refused["cause"] == "1"
    assert "--play-network" in refused["error"]["reason"]
    assert telex.run("unread")[1] == "0\n"
    assert answer(telex, "--play-network")["settled"] == "1"
    assert telex.run("unread")[1] == "1\n"


def test_a_line_can_play_the_network_where_there_is_no_real_one(telex):
    assert answer(telex)["settled"] == "1"
