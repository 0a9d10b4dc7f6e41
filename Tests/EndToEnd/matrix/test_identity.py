"""The sender of a message is identified by an id from the server, never by a name that anybody can choose."""

from matrix import homeserver
from matrix_people import matrix
from pipe_process import opened

VIEWS = ("--subscribe", "connection,chatList,messages,members,notification")


def sender(pipe, text):
    return pipe.row(text)["senderName"], pipe.row(text).get("senderId")


def test_nobody_can_impersonate_a_room_or_another_member_on_matrix(matrix):
    ada, bob, eve = matrix.people("ada", "bob", "eve")
    bob.rename("Bob")
    room = bob.create(ada, eve, name="Bob")
    ada.join(room), eve.join(room)
    telex = matrix.telex(ada)
    pipe = matrix.start(telex, *VIEWS).connect().open(room)
    eve.send(room, "by Eve")
    pipe.shows("by Eve")
    # A room of three, named after one of its members.
    first = pipe.messages[0]
    assert first["senderId"] == eve.user and first["senderName"].startswith("Eve")
    told = {eve.user: "left", bob.user: "joined"}
    for name, shown in ((f"bob ({bob.user})", f"bob ({bob.user}) ({eve.user})"), ("B\u200bob", f"Bob ({eve.user})"),
                        ("You", f"You ({eve.user})"), ("Ｂｏｂ", f"Ｂｏｂ ({eve.user})")):
        eve.rename(name)
        pipe.wait(lambda p: p.messages[0]["senderName"] == shown, f"{name!r} as {shown!r}")
    bob.send(room, "by Bob")
    pipe.shows("by Eve", "by Bob")
    assert sender(pipe, "by Bob") == (f"Bob ({bob.user})", bob.user)
    eve.leave(room)
    everyone = lambda p: {row["userId"]: row.get("standing") for row in p.models.get("members", {"members": []})["members"]}
    pipe.send({"event": "screen.opening", "screen": "members", "chatId": room})
    pipe.wait(lambda p: everyone(p).items() >= told.items(), "who is there")
    assert everyone(pipe)[ada.user] == "joined"
    # A new run reads it from the store before it connects.
    assert pipe.finish() == 0
    again = matrix.start(telex, *VIEWS)
    again.send(opened(room)).wait(lambda p: p.is_loaded, "the messages")
    assert sender(again, "by Eve") == (f"Ｂｏｂ ({eve.user})", eve.user)
