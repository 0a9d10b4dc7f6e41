"""Server-sent events: the events that a client receives, and those repeated after it reconnects."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from server import Person, couple, server, wait_until
from wire import channel, holds


def posted(person, chat, first, last):
    answers = [person.post(chat, f"text {number}", f"m{number}") for number in range(first, last + 1)]
    assert [answer.status for answer in answers] == (last - first + 1) * [201]
    return [answer.json for answer in answers]


def messages(events):
    return [event.data for event in events if event.kind == "message"]


def assert_resumed(events, witness):
    """Asserts that the events are those that the witness received. Superseded marks may be missing."""
    numbers = [event.id for event in events if event.kind != "ready"]
    assert numbers == sorted(set(numbers))
    assert messages(events) == messages(witness)

    def chats(events):
        return [(event.id, event.data["chatId"]) for event in events if event.kind == "chat"]

    def stands(events):
        return {(event.data["chatId"], event.data["userId"]): event.data for event in events if event.kind == "mark"}

    assert chats(events) == chats(witness)
    assert stands(events) == stands(witness)
    assert all(event in witness for event in events if event.kind in ("message", "mark"))


def test_ready_is_sent_immediately(server):
    push = Person(server, "ada").push()
    ready = push.next()
    assert ready.kind == "ready" and ready.data == {"eventNumber": ready.data["eventNumber"]}
    assert push.response.headers.get_content_type() == "text/event-stream"


def test_both_receive_events_on_all_devices(server):
    ada, bob = Person(server, "ada", "Ada Lovelace"), Person(server, "bob", "Bob")
    pushes = [person.push() for person in (ada, ada, bob, bob)]
    start = [push.next("ready").data["eventNumber"] for push in pushes][0]
    made = ada.create("bob").json
    for push, contact in zip(pushes, ("Bob", "Bob", "Ada Lovelace", "Ada Lovelace")):
        event = push.next("chat")
        assert event.data["chatId"] == "ada+bob" and event.data["title"] == contact
        assert event.data["lastOrder"] == 0 and event.data["eventNumber"] == made["eventNumber"] == event.id > start
    first, second = ada.post("ada+bob", "hello", "m1").json, bob.post("ada+bob", "hi", "m1").json
    mark = ada.mark("ada+bob", read="bob/m1").json
    for push in pushes:
        events = push.until("mark", where=lambda event: event.data == mark)
        assert messages(events) == [first, second]
        assert [event.id for event in events] == sorted(event.id for event in events)
        assert events[0].id > made["eventNumber"]


def test_nobody_receives_events_of_other_peoples_chats(server):
    ada, bob = couple(server)
    carol = Person(server, "carol")
    push = carol.push()
    push.next("ready")
    posted(ada, "ada+bob", 1, 3)
    bob.mark("ada+bob", read="ada/m3")
    assert ada.create("carol").status == 201
    ada.post("ada+carol", "hello", "m1")
    for events in (push.until("message"), carol.push(since=0).until("ready")):
        assert {event.data["chatId"] for event in events if event.kind != "ready"} == {"ada+carol"}
        assert len(messages(events)) == 1


@pytest.mark.parametrize("way", ["header", "query"])
@pytest.mark.parametrize("pause", ["none", "stop", "kill"])
def test_missed_events_are_repeated_exactly_and_in_order(server, pause, way):
    ada, bob = couple(server)
    push, witness = bob.push(), bob.push()
    witness.next("ready")
    posted(ada, "ada+bob", 1, 3)
    position = push.next("message", where=lambda event: event.data["serverOrder"] == 2).id
    push.close()
    posted(bob, "ada+bob", 1, 2)
    bob.mark("ada+bob", read="ada/m3")
    ada.mark("ada+bob", delivered="bob/m1")
    carol = Person(server, "carol")
    carol.create("bob")
    posted(carol, "bob+carol", 1, 60)
    missed = [event for event in witness.until("message", where=lambda event: event.data["serverOrder"] == 60)
              if event.id > position]
    last = bob.mark("bob+carol", read="carol/m60").json
    missed += witness.until("mark", where=lambda event: event.data == last)
    if pause != "none":
        getattr(server, pause)()
        server.start()
    resumed = bob.push(last_event=position) if way == "header" else bob.push(since=position)
    events = resumed.until("ready")
    assert_resumed(events, missed)
    # New events follow as usual.
    answer = ada.post("ada+bob", "afterwards", "last").json
    afterwards = resumed.next("message")
    assert afterwards.data == answer and afterwards.id > events[-1].data["eventNumber"] >= events[-2].id
    again = bob.push(last_event=afterwards.id)
    assert messages(again.until("ready")) == []


def test_sends_everything_from_the_beginning(server):
    ada, bob = couple(server)
    everything = posted(ada, "ada+bob", 1, 120)
    for person in (ada, bob):
        events = person.push(since=0).until("ready")
        assert messages(events) == everything
        assert [event.data["chatId"] for event in events if event.kind == "chat"] == ["ada+bob"]


@pytest.mark.parametrize("position", [10**6, 2**62])
def test_unknown_event_id_leaves_a_gap(server, position):
    ada, bob = couple(server)
    push = bob.push(last_event=position)
    events = push.until("ready")
    assert [(event.kind, event.data) for event in events[:-1]] == [("gap", {})]
    answer = ada.post("ada+bob", "hello", "m1").json
    assert push.next("message").data == answer


def test_nothing_is_missed_after_the_cursor_of_the_chats(server):
    ada, bob = couple(server)
    posted(ada, "ada+bob", 1, 2)
    cursor = bob.chats().json["cursor"]
    assert messages(bob.push(since=cursor).until("ready")) == []
    more = posted(ada, "ada+bob", 3, 5)
    assert messages(bob.push(since=cursor).until("ready")) == more
    push = bob.push()
    assert push.next("ready").data["eventNumber"] >= bob.chats(since=cursor).json["chats"][0]["eventNumber"]


def test_nothing_is_missed_or_duplicated_while_others_post(server):
    ada, bob = couple(server)
    position = bob.chats().json["cursor"]
    count = 300
    seen, everything = [], []
    with ThreadPoolExecutor(1) as pool:
        for first in range(1, count, 30):
            sending = pool.submit(posted, ada, "ada+bob", first, first + 29)
            push = bob.push(last_event=position)
            seen.append((push, messages(push.until("message", where=lambda event: event.data["serverOrder"] == first + 29))))
            everything += sending.result()
    for push, shown in seen:
        if len(shown) < count:
            shown += messages(push.until("message", where=lambda event: event.data["serverOrder"] >= count))
        assert shown == everything


def test_slow_reader_is_disconnected_and_fetches_what_it_missed(server):
    ada, bob = couple(server)
    position = bob.chats().json["cursor"]
    slow, count = channel(server, bob, "push"), 0
    with ThreadPoolExecutor(4) as pool:
        # How much the system's buffers hold depends on the machine.
        while holds(server, slow) or count < 1050:
            numbers = range(count, count + 50)
            assert {*pool.map(lambda number: ada.post("ada+bob", "x" * 16_000, f"m{number}").status, numbers)} == {201}
            count += len(numbers)
    slow.close()
    # This many events are not repeated, but reported as a gap.
    assert [event.kind for event in bob.push(last_event=position).until("ready")] == ["gap", "ready"]
    assert [message["serverOrder"] for message in bob.history("ada+bob")] == list(range(1, count + 1))


def test_idle_channel_is_kept_alive(server):
    push = Person(server, "ada").push()
    push.next("ready")
    before = push.comments
    wait_until(lambda: push.comments > before)
