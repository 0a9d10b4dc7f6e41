"""Paging through a long chat, and an endless line: the number of rows shown, the cost of showing them and the memory stay bounded."""

import json

import pytest

import soak_line
from amounts import amount
from conftest import received
from piped import Pipe, is_loaded, opened

COUNT = amount(2_500, 100_000)
MOST = 100


def filled(telex):
    out = telex.pipe("--store", telex.store, "--subscribe", "none",
                     lines=[received("ada", f"m{number}", f"number {number}") for number in range(COUNT)])
    assert out[-1] == {"seq": 1, "bye": "eof"}


def numbers(pipe):
    return [int(row["messageId"][1:]) for row in pipe.messages]


def press(pipe, name, count):
    pipe.press(pipe.models["messages"]["actions"][name], id=f"{name} {count}")
    pipe.wait(lambda p: f"{name} {count}" in p.answers and is_loaded(p), name)
    rows = numbers(pipe)
    assert len(rows) <= MOST and rows == list(range(rows[0], rows[0] + len(rows))), rows
    assert pipe.models["messages"]["totalCount"] == COUNT
    return rows


def test_pages_to_the_first_message_and_back(telex):
    filled(telex)
    pipe = Pipe(telex, "--store", telex.store, "--subscribe", "messages")
    try:
        pipe.send(opened("ada")).wait(is_loaded, "the chat")
        seen, steps = set(numbers(pipe)), 0
        while "older" in pipe.models["messages"]["actions"]:
            steps += 1
            seen.update(press(pipe, "older", steps))
        assert seen == set(range(COUNT)) and steps == (COUNT - 50) // 50
        assert numbers(pipe)[0] == 0 and {"newer", "latest"} <= set(pipe.models["messages"]["actions"])
        forth = set(numbers(pipe))
        while "newer" in pipe.models["messages"]["actions"]:
            steps += 1
            forth.update(press(pipe, "newer", steps))
        assert forth == seen and "latest" not in pipe.models["messages"]["actions"]
        press(pipe, "older", 0)
        press(pipe, "older", -1)
        assert press(pipe, "latest", 0) == list(range(COUNT - 50, COUNT))
        assert pipe.finish() == 0
    finally:
        pipe.close()


def test_every_page_costs_the_same(telex):
    filled(telex)
    steps = (COUNT - 50) // 50
    for updates in ("whole", "patch"):
        line = {"event": "history.loading", "chatId": "ada", "direction": "older"}
        code, out, err = telex.run(
            "pipe", "--clock", "virtual", "--store", telex.store, "--subscribe", "messages", "--updates", updates,
            lines=[opened("ada"), *({**line, "id": f"{step}"} for step in range(steps))])
        assert code == 0, err
        sizes, size = [], 0
        for text in out.splitlines():
            size += len(text)
            if "settled" in json.loads(text):
                sizes.append(size)
                size = 0
        assert len(sizes) == steps
        # From the second page on, the window is full. Every 256th update is a whole model.
        middle = sorted(sizes[2:])[len(sizes) // 2]
        assert max(sizes[2:]) <= (1.1 if updates == "whole" else 4) * middle, sizes
        if updates == "patch":
            operations = [json.loads(text)["patch"] for text in out.splitlines() if '"patch":' in text]
            step = [step for step in operations[10] if step["path"].startswith("/messages/")]
            step += [step for step in operations[11] if step["path"].startswith("/messages/")]
            # A page adds 50 rows at one end and removes 50 at the other. No other rows change.
            assert sorted(step["op"] for step in step) == ["add"] * 50 + ["remove"] * 50, step


@pytest.mark.parametrize("marks", [(), ("--mark-read",)])
def test_messages_that_arrive_meanwhile_are_notified_and_stay_unread(telex, marks):
    pipe = Pipe(telex, "--store", "memory", "--subscribe", "messages,notification,badge", *marks)
    try:
        pipe.send(*(received("ada", f"m{number}") for number in range(200)), opened("ada")).wait(is_loaded, "the chat")
        pipe.wait(lambda p: p.models["badge"]["unreadCount"] == (0 if marks else 200), "the badge")
        for step in range(2):
            pipe.press(pipe.models["messages"]["actions"]["older"], id=f"{step}")
            pipe.wait(lambda p: f"{step}" in p.answers and is_loaded(p), "older messages")
        pipe.send(received("ada", "m200", "news"), {"subscribe": [], "id": "after"}).wait(lambda p: "after" in p.answers, "that")
        assert pipe.models["notification"]["notifications"][0]["previewText"] == "news"
        assert pipe.models["badge"]["unreadCount"] == (1 if marks else 201) and "news" not in pipe.texts
        pipe.press(pipe.models["messages"]["actions"]["latest"]).wait(lambda p: "news" in p.texts, "the end")
        pipe.wait(lambda p: not p.models["notification"]["notifications"], "no notification")
        pipe.wait(lambda p: p.models["badge"]["unreadCount"] == (0 if marks else 201), "the badge")
    finally:
        pipe.close()


def test_endless_line_uses_bounded_memory(telex):
    soak_line.check(telex, amount(64, 1024))
