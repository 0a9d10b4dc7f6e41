"""The sender of a message is identified by an id from the server, never by a name that anybody can choose."""

from cast import matrix
from matrix import homeserver
from piped import Pipe, opened
from server import Person, login, server

VIEWS = ("--subscribe", "connection,chatList,messages,members,notification")


def names(pipe):
    return {row["text"]: (row["senderName"], row.get("senderId")) for row in pipe.messages}


def members(pipe, chat):
    """Returns the members as their list shows them."""
    pipe.send({"event": "screen.opening", "screen": "members", "chatId": chat})
    pipe.wait(lambda p: "members" in p.models, "the members")
    rows = pipe.models["members"]["members"]
    pipe.send({"event": "screen.closing", "screen": "members"}).wait(lambda p: "members" not in p.models, "the chat")
    return {row["userId"]: (row.get("name"), row.get("standing")) for row in rows}


def test_distinguishes_people_with_the_same_name_on_telex_server(telex, server):
    login(telex, server, "ada", "Ada")
    bob, eve = Person(server, "bob", "Bob"), Person(server, "eve", "Воb")
    chat = bob.group("ada", "eve", name="Bob").json["chatId"]
    eve.join(chat)
    pipe = Pipe(telex, *VIEWS).connect()
    try:
        pipe.wait(lambda p: p.models["chatList"]["chats"], "the invitation")
        pipe.press(pipe.models["chatList"]["chats"][0]["actions"]["accept"])
        pipe.wait(lambda p: "messages" in p.models, "the chat")
        bob.post(chat, "by Bob", "1")
        eve.post(chat, "by Eve", "1")
        pipe.wait(lambda p: len(p.texts) == 2, "both messages")
        assert names(pipe) == {"by Bob": ("Bob (bob)", "bob"), "by Eve": ("Воb (eve)", "eve")}
        assert members(pipe, chat) == {"ada": ("Ada", "joined"), "bob": ("Bob", "joined"), "eve": ("Воb", "joined")}
        assert pipe.finish() == 0
    finally:
        pipe.close()


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
    assert names(pipe)["by Bob"] == (f"Bob ({bob.user})", bob.user)
    eve.leave(room)
    everyone = lambda p: {row["userId"]: row.get("standing") for row in p.models.get("members", {"members": []})["members"]}
    pipe.send({"event": "screen.opening", "screen": "members", "chatId": room})
    pipe.wait(lambda p: everyone(p).items() >= told.items(), "who is there")
    assert everyone(pipe)[ada.user] == "joined"
    # A new run reads it from the store before it connects.
    assert pipe.finish() == 0
    again = matrix.start(telex, *VIEWS)
    again.send(opened(room)).wait(lambda p: p.is_loaded, "the messages")
    assert names(again)["by Eve"] == (f"Ｂｏｂ ({eve.user})", eve.user)
