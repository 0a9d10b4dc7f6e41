"""Rooms of a homeserver as chats: existing rooms, messages in them, and changes to them."""

from cast import sending
from matrix import Count, quoted
from proxy import Proxy


def test_first_sync_loads_all_rooms_with_their_names(matrix):
    ada, bob, cyd = matrix.people("ada", "bob", "cyd")
    direct = matrix.couple(ada, bob)
    group = matrix.together(bob, ada, cyd, name="Book club")
    silent = matrix.together(bob, ada, name="Silent")
    nameless = matrix.together(cyd, ada, bob)
    bob.send(direct, "Are you there?")
    cyd.send(group, "Chapter three?")
    ada.send(group, "Not yet.")
    left, space = (matrix.together(bob, ada, name=name, **options) for name, options in (
        ("Left", {}), ("Space", {"creation_content": {"type": "m.space"}})))
    ada.leave(left)
    assert space in ada.rooms()
    pipe = matrix.online(ada).has_chats(direct, group, silent, nameless)
    shown = {chat: (row["title"], row["previewText"], row["unreadCount"]) for chat, row in pipe.chats.items()}
    assert shown.pop(direct) == (bob.display, "Are you there?", 1)
    assert shown.pop(group) == ("Book club", "You: Not yet.", 1)
    assert shown.pop(silent) == ("Silent", "", 0)
    contact, *rest = shown.pop(nameless)
    assert bob.display in contact and cyd.display in contact and rest == ["", 0]
    assert shown == {} and pipe.unread == 2 and pipe.models["notification"]["totalCount"] == 0


def test_chats_are_ordered_by_their_last_messages(matrix):
    ada, bob = matrix.people("ada", "bob")
    rooms = [matrix.together(bob, ada, name=f"Room {number}") for number in range(3)]
    for room in (rooms[1], rooms[2], rooms[0]):
        bob.send(room, "hello")
    pipe = matrix.online(ada).has_chats(*rooms)
    assert list(pipe.chats) == [rooms[0], rooms[2], rooms[1]]
    bob.send(rooms[1], "hello again")
    pipe.wait(lambda p: list(p.chats) == [rooms[1], rooms[0], rooms[2]], "the newest to come first")


def test_new_messages_show_in_the_open_chat_and_notify_in_others(matrix):
    ada, bob, cyd = matrix.people("ada", "bob", "cyd")
    here, there = matrix.couple(ada, bob), matrix.couple(ada, cyd)
    pipe = matrix.online(ada).open(here)
    bob.send(here, "One")
    pipe.shows("One").wait(lambda p: p.counts[here] == Count(1, 0), "it to count")
    cyd.send(there, "Two")
    pipe.wait(lambda p: p.models["notification"]["totalCount"] == 1, "a notification")
    (note,) = pipe.models["notification"]["notifications"]
    assert (note["chatId"], note["heading"], note["previewText"]) == (there, cyd.display, "Two")
    pipe.press(note.get("actions", {}).get("open")).wait(lambda p: p.models["messages"]["chatId"] == there and p.is_loaded, "the other chat")
    assert pipe.texts == ["Two"] and pipe.models["notification"]["totalCount"] == 0


def test_sent_message_arrives_once_on_both_sides(matrix):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    telex = matrix.telex(ada)
    pipe = matrix.start(telex).connect().open(room)
    text = "Hello, <b>Bob</b> & *all*\nsecond line 😀"
    # An id may contain characters that are special in a path.
    name = "mine/1?a=b#c%41 é"
    pipe.say(room, text, message=name)
    (event,) = bob.messages(room)
    assert event["sender"] == ada.user and event["content"]["msgtype"] == "m.text" and event["content"]["body"] == text
    bob.send(room, "Hello, Ada")
    pipe.shows(text, "Hello, Ada")
    row = pipe.row(text)
    assert (row["messageId"], row["isOwn"], row["senderName"]) == (name, True, "You")
    assert pipe.row("Hello, Ada")["messageId"] == bob.last_event(room) and pipe.row("Hello, Ada")["senderName"] == bob.display
    pipe.send({"event": "message.sending", "chatId": room, "text": text, "messageId": name, "id": "again"})
    pipe.wait(lambda p: "again" in p.answers, "an answer").say(room, "And now?", message=name.replace("%41", "A"))
    assert bob.texts(room) == [text, "Hello, Ada", "And now?"]
    assert pipe.finish() == 0
    again = matrix.start(telex).connect().open(room)
    assert again.texts == [text, "Hello, Ada", "And now?"] and again.has_state(text, "sent", "delivered", "read")


def test_messages_from_our_other_device_are_ours(matrix):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    ada.send(room, "Before")
    pipe = matrix.online(ada).open(room)
    ada.send(room, "After")
    pipe.shows("Before", "After")
    assert [(row["isOwn"], row["state"]) for row in pipe.messages] == [(True, "sent")] * 2
    assert pipe.unread == 0 and pipe.models["notification"]["totalCount"] == 0


def test_shows_new_names_of_rooms_and_people(matrix):
    ada, bob, cyd = matrix.people("ada", "bob", "cyd")
    direct, group = matrix.couple(ada, bob), matrix.together(bob, ada, cyd, name="Book club")
    pipe = matrix.online(ada).open(group)
    bob.set_state(group, "m.room.name", {"name": "Film club"})
    pipe.wait(lambda p: p.chats[group]["title"] == "Film club" == p.models["messages"]["title"], "the new name")
    bob.rename(f"Robert {matrix.family}")
    pipe.wait(lambda p: p.chats[direct]["title"] == bob.display, "his new name")


def test_room_that_we_left_or_were_removed_from_accepts_no_messages(matrix):
    ada, bob, cyd = matrix.people("ada", "bob", "cyd")
    left, kicked = (matrix.together(bob, ada, cyd, name=name) for name in ("Left", "Kicked"))
    bob.send(kicked, "Behave")
    pipe = matrix.online(ada).has_chats(left, kicked)
    ada.leave(left)
    pipe.wait(lambda p: p.chats[left]["title"] == "Left (left)", "the room to be left")
    pipe.send({"event": "message.sending", "chatId": left, "text": "Still here", "id": "still"})
    pipe.wait(lambda p: "still" in p.answers, "an answer")
    pipe.open(kicked)
    bob.kick(kicked, ada, "enough")
    pipe.send({"event": "message.sending", "chatId": kicked, "text": "Why?", "id": "why"})
    pipe.wait(lambda p: "why" in p.answers, "an answer")
    assert bob.texts(kicked) == ["Behave"] and bob.texts(left) == [] and pipe.connection["connectionState"] == "online"


def test_shows_messages_before_our_removal_and_who_removed_us_and_why(matrix):
    ada, bob = matrix.people("ada", "bob")
    club, banned = (matrix.together(bob, ada, name=name) for name in ("Club", "Banned"))
    telex = matrix.telex(ada)
    assert matrix.start(telex).connect().has_chats(club, banned).finish() == 0
    texts = [f"text {number}" for number in range(60)]
    for text in texts:
        bob.send(club, text)
    bob.send(banned, "Last word")
    bob.kick(club, ada, "enough")
    bob.request("POST", f"/rooms/{quoted(banned)}/ban", {"user_id": ada.user})
    pipe = matrix.start(telex).connect().open(club).page()
    assert pipe.texts == texts and pipe.done[-1] == (bob.display, "removed you from the chat. Reason: enough")
    assert pipe.chats[club]["title"] == "Club (left)" and pipe.chats[club]["previewText"].endswith(texts[-1])
    pipe.open(banned).shows("Last word")
    assert pipe.done[-1] == (bob.display, "banned you from the chat.")


def test_shows_chats_before_the_network_is_available(matrix, homeserver):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    bob.send(room, "Are you there?")
    with Proxy(homeserver.port) as proxy:
        telex = matrix.telex(ada, proxy.url)
        assert matrix.start(telex).connect().open(room).finish() == 0
        for is_refusing in (False, True):
            proxy.hold(not is_refusing)
            proxy.refuse(is_refusing)
            pipe = matrix.start(telex).open(room).shows("Are you there?")
            assert pipe.connection["connectionState"] != "online" and pipe.chats[room]["title"] == bob.display
            assert pipe.unread == 1
            pipe.kill()
            proxy.cut()


def test_sends_a_piped_line(matrix):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    telex = matrix.telex(ada)
    code, out, err = telex.run("pipe", lines=[sending(room, "One")])
    assert (code, err) == (0, "") and '"bye":"eof"' in out and bob.texts(room) == ["One"]
    code, out, err = telex.run("repl", text="/open Bob\nTwo\n")
    assert (code, err) == (0, "") and "You: Two" in out and bob.texts(room) == ["One", "Two"]
