"""Whom people ignore, on all their devices."""

from pipe_process import VIEWS, Pipe, ask
from server import Person, server, two_devices


def rows(pipe):
    return {row["chatId"]: row for row in pipe.models.get("chatList", {"chats": []})["chats"]}


def ignored(pipe):
    return [row["userId"] for row in pipe.models.get("members", {"members": []})["members"] if row["isIgnored"]]


def test_all_devices_ignore_the_same_people_also_after_a_restart(server, devices):
    first, second = two_devices(server, devices)
    eve, bob = (Person(server, name, name.title()) for name in ("eve", "bob"))
    chat = eve.create("ada").json["chatId"]
    bob.post(bob.create("ada").json["chatId"], "I am Bob", "1")
    views = ("--subscribe", f"{VIEWS[1]},members")
    here, there = (Pipe(telex, *views).connect() for telex in (first, second))
    try:
        here.wait(lambda p: len(rows(p)) == 2, "the chats")
        for pipe in (here, there):
            ask(pipe, "screen.opening", screen="members", chatId=chat)
        assert ask(here, "member.ignoring", userId="eve")["outcome"] == "done"
        for pipe in (here, there):
            pipe.wait(lambda p: ignored(p) == ["eve"], "that Eve is ignored")
        eve.post(chat, "Can you hear me?", "2")
        bob.post("ada+bob", "Hi", "3")
        for pipe in (here, there):
            pipe.wait(lambda p: rows(p)["ada+bob"]["unreadCount"] == 2, "Bob's message")
            assert rows(pipe)[chat]["unreadCount"] == 0 and list(rows(pipe))[0] == "ada+bob"
        refused = eve.group("ada")
        assert "does not accept" in refused.problem(403)
        here.kill(), there.finish()
        again = Pipe(first, *views).connect()
        ask(again, "screen.opening", screen="members", chatId=chat)
        again.wait(lambda p: ignored(p) == ["eve"], "what was stored")
        ask(again, "member.unignoring", userId="eve")
        eve.post(chat, "And now?", "4")
        again.wait(lambda p: rows(p)[chat]["unreadCount"] == 1, "the next message")
        assert again.finish() == 0
    finally:
        here.close(), there.close()
