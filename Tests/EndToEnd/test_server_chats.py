"""Chats over HTTP: creating them, posting, paging, marks, people."""

import datetime
import json
import random
import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from server import Person, couple, server

NEVER_READ = {"readId": None, "readOrder": 0, "deliveredId": None, "deliveredOrder": 0}


def posted(person, chat, count):
    """Posts messages 1 to count; returns them."""
    answers = [person.post(chat, f"text {number}", f"m{number}") for number in range(1, count + 1)]
    assert [answer.status for answer in answers] == count * [201]
    return [answer.json for answer in answers]


def chats(person, **query):
    answer = person.chats(**query)
    assert answer.status == 200
    return answer.json


def test_chat_between_two_people_is_created_once(server):
    ada, bob = Person(server, "ada", "Ada Lovelace"), Person(server, "bob", "Bob")
    first = ada.create("bOB")
    assert first.status == 201
    event = first.json["eventNumber"]
    assert {**first.json, "marks": []} == {
        "chatId": "ada+bob", "title": "Bob", "lastOrder": 0, "marks": [], "eventNumber": event}
    for person, contact in ((ada, "bob"), (ada, "Bob"), (bob, "ada"), (bob, "ADA LOVELACE"), (bob, "ada lovelace")):
        again = person.create(contact)
        assert again.status == 200 and again.json["chatId"] == "ada+bob", contact
        assert again.json["title"] == {"ada": "Bob", "bob": "Ada Lovelace"}[person.user]
    for person in (ada, bob):
        assert [chat["chatId"] for chat in chats(person)["chats"]] == ["ada+bob"]


def test_ids_list_names_in_alphabetical_order(server):
    persons = [Person(server, name) for name in ("b", "a-b", "a")]
    assert persons[0].create("a").json["chatId"] == "a+b"
    assert persons[1].create("a").json["chatId"] == "a+a-b"
    assert persons[2].request("GET", "/v1/chats/a%2Ba-b/messages").status == 200


def test_chat_created_by_both_at_the_same_time_is_created_once(server):
    ada, bob = Person(server, "ada"), Person(server, "bob")
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda number: (ada, bob)[number % 2].create(("bob", "ada")[number % 2]), range(8)))
    assert sorted(answer.status for answer in answers) == 7 * [200] + [201]
    assert {answer.json["chatId"] for answer in answers} == {"ada+bob"}


def test_refuses_unknown_ambiguous_or_own_names(server):
    ada = Person(server, "ada", "Ada Lovelace")
    for name in ("sam1", "sam2"):
        server.user(name, "Sam")
    ada.create("nobody").problem(404)
    ada.create("sam").problem(409)
    for contact in ("ada", "Ada Lovelace", "ADA", ""):
        ada.create(contact).problem(422)
    assert ada.create("sam1").json["chatId"] == "ada+sam1"
    assert [chat["chatId"] for chat in chats(ada)["chats"]] == ["ada+sam1"]


def test_finds_a_name_in_any_case_and_script(server):
    ada = Person(server, "ada")
    server.user("eve", "\u00c9ve \u0416\u0443\u043a")
    assert ada.create("\u00e9VE \u0436\u0423\u041a").status == 201
    assert ada.people("\u00e9v").json["people"] == ada.people("\u0436").json["people"] == [
        {"userId": "eve", "name": "\u00c9ve \u0416\u0443\u043a"}]


def test_posted_message_is_shown_to_both(server):
    ada, bob = couple(server)
    before = datetime.datetime.now(datetime.timezone.utc)
    answer = ada.post("ada+bob", "hello", "m1")
    after = datetime.datetime.now(datetime.timezone.utc)
    assert answer.status == 201
    date = answer.json["date"]
    assert answer.json == {"chatId": "ada+bob", "serverOrder": 1, "messageId": "ada/m1", "senderId": "ada",
                           "senderName": "Ada Lovelace", "text": "hello", "date": date}
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", date)
    # It is in whole milliseconds.
    assert before - datetime.timedelta(milliseconds=1) <= datetime.datetime.fromisoformat(date) <= after
    assert ada.messages("ada+bob").json == bob.messages("ada+bob").json == {"messages": [answer.json], "hasMore": False}
    assert [chat["lastOrder"] for chat in chats(bob)["chats"]] == [1]


def test_repeated_post_is_the_same_message(server):
    ada, bob = couple(server)
    first = ada.post("ada+bob", "caf\u00e9", "m1")
    again = ada.post("ada+bob", "caf\u00e9", "m1")
    assert (first.status, again.status) == (201, 200) and again.json == first.json
    for text in ("CAF\u00c9", "cafe\u0301", "caf\u00e9 ", "caf\u00e9\0"):
        ada.post("ada+bob", text, "m1").problem(409)
    # Transaction ids are scoped to the sender and the chat.
    server.user("carol")
    ada.create("carol")
    others = [bob.post("ada+bob", "mine", "m1"), ada.post("ada+carol", "elsewhere", "m1")]
    assert [(answer.status, answer.json["messageId"]) for answer in others] == [(201, "bob/m1"), (201, "ada/m1")]
    assert [message["text"] for message in ada.messages("ada+bob").json["messages"]] == ["caf\u00e9", "mine"]


def test_concurrent_posts_of_one_message_create_it_once(server):
    ada, _ = couple(server)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: ada.post("ada+bob", "hello", "m1"), range(8)))
    assert sorted(answer.status for answer in answers) == 7 * [200] + [201]
    assert [answer.json for answer in answers] == 8 * ada.messages("ada+bob").json["messages"]


@pytest.mark.parametrize("first, second", [
    ("\u00e9", "e\u0301"), ("m", "M"), ("a b+c%2F?#&\"'\\", "a b+c%2F?#&\"'"), ("x" * 128, "x" * 127), (".", "..")])
def test_transaction_ids_are_compared_byte_by_byte(server, first, second):
    ada, bob = couple(server)
    for number, name in enumerate((first, second), 1):
        assert ada.post("ada+bob", "hello", name).status == 201
        answer = bob.mark("ada+bob", read=f"ada/{name}")
        assert answer.status == 200 and (answer.json["readId"], answer.json["readOrder"]) == (f"ada/{name}", number)
    assert [message["messageId"] for message in bob.messages("ada+bob").json["messages"]] == [f"ada/{first}", f"ada/{second}"]


def test_pages_have_the_requested_size_and_report_whether_there_are_more(server):
    ada, bob = couple(server)
    assert bob.messages("ada+bob").json == {"messages": [], "hasMore": False}
    all_messages = posted(ada, "ada+bob", 120)
    assert [message["serverOrder"] for message in all_messages] == list(range(1, 121))

    def page(first, last, more, **query):
        expected = {"messages": all_messages[first - 1:last], "hasMore": more}
        assert bob.messages("ada+bob", **query).json == expected, query

    page(71, 120, True)
    page(120, 120, True, limit=1)
    page(1, 120, False, limit=120)
    page(1, 120, False, limit=500)
    page(21, 70, True, before=71)
    page(1, 20, False, before=21)
    page(69, 70, True, before=71, limit=2)
    page(1, 0, False, before=1)
    page(1, 50, True, after=0)
    page(51, 100, True, after=50)
    page(101, 120, False, after=100)
    page(71, 120, False, after=70)
    page(1, 0, False, after=120)
    page(1, 0, False, after=2**31)
    page(71, 120, True, before=2**31)


def test_paging_returns_every_message_once(server):
    ada, bob = couple(server)
    all_messages = posted(ada, "ada+bob", 120)
    for limit in (1, 7, 40, 119, 120, 500):
        expect_pages(bob, all_messages, limit)


def expect_pages(bob, all_messages, limit):
    forth, more = [], True
    while more:
        page = bob.messages("ada+bob", after=forth[-1]["serverOrder"] if forth else 0, limit=limit).json
        forth, more = forth + page["messages"], page["hasMore"]
    back, more = [], True
    while more:
        page = bob.messages("ada+bob", limit=limit, **({"before": back[0]["serverOrder"]} if back else {})).json
        back, more = page["messages"] + back, page["hasMore"]
    assert forth == back == all_messages


def test_marks_never_move_back(server):
    ada, bob = couple(server)
    messages = posted(ada, "ada+bob", 20)
    chosen = random.Random(1)
    stands = {"read": 0, "delivered": 0}
    for _ in range(40):
        asked = {kind: chosen.choice(messages) for kind in chosen.choice((["read"], ["delivered"], list(stands)))}
        answer = bob.mark("ada+bob", **{kind: message["messageId"] for kind, message in asked.items()})
        assert answer.status == 200
        for kind, before in stands.items():
            now = answer.json[f"{kind}Order"]
            assert now >= max(before, asked[kind]["serverOrder"] if kind in asked else 0)
            assert now in (before, *(message["serverOrder"] for message in asked.values()))
            assert answer.json[f"{kind}Id"] == (f"ada/m{now}" if now else None)
            stands[kind] = now
    for person in (ada, bob):
        marks = {mark["userId"]: mark for mark in chats(person)["chats"][0]["marks"]}
        assert marks["bob"] == answer.json
    assert (answer.json["chatId"], answer.json["userId"]) == ("ada+bob", "bob")


def test_posting_moves_no_marks(server):
    ada, bob = couple(server)
    posted(ada, "ada+bob", 3)
    marks = {mark["userId"]: mark for mark in chats(bob)["chats"][0]["marks"]}
    assert set(marks) == {"ada", "bob"}
    assert all(NEVER_READ.items() <= mark.items() for mark in marks.values())


def test_refuses_a_mark_on_a_message_of_another_chat(server):
    ada, bob = couple(server)
    server.user("carol")
    ada.create("carol")
    posted(ada, "ada+carol", 2)
    posted(ada, "ada+bob", 1)
    for name in ("ada/m2", "bob/m1", "m1", "", "ada/", "ada/m1/"):
        bob.mark("ada+bob", read=name).problem(404, 422)
    bob.mark("ada+bob", read="ada/m1", delivered="ada/m2").problem(404)
    assert bob.mark("ada+bob", delivered="ada/m1").json["deliveredOrder"] == 1


def test_lists_chats_in_the_order_of_their_changes(server):
    ada = Person(server, "ada")
    contacts = [Person(server, name) for name in ("bob", "carol", "dan")]
    for contact in contacts:
        ada.create(contact.user)

    def changed(since=0, **query):
        page = chats(ada, since=since, **query)
        events = [chat["eventNumber"] for chat in page["chats"]]
        assert events == sorted(events) and all(event > since for event in events)
        return [chat["chatId"] for chat in page["chats"]], page["cursor"], page["hasMore"]

    names, cursor, more = changed()
    assert (names, more) == (["ada+bob", "ada+carol", "ada+dan"], False)
    assert changed(cursor) == ([], cursor, False)
    posted(ada, "ada+bob", 2)
    names, cursor, more = changed(cursor)
    assert (names, more) == (["ada+bob"], False)
    contacts[0].mark("ada+bob", read="ada/m1")
    assert changed(cursor)[0] == ["ada+bob"]
    posted(contacts[1], "ada+carol", 1)
    assert changed(cursor)[0] == ["ada+bob", "ada+carol"]

    names, position, more = [], 0, True
    while more:
        page, position, more = changed(position, limit=1)
        assert len(page) == 1
        names += page
    assert names == changed()[0] == ["ada+dan", "ada+bob", "ada+carol"]
    assert position == changed()[1]


def test_finds_people_by_the_start_of_any_word(server):
    ada, zoe = Person(server, "ada", "Ada Lovelace"), Person(server, "zoe", "Zo\u00eb 100% Under_score")
    names = {"adam": "Adam Smith", "bob": "Bob Adams", "nad": "Nadia"}
    for name, display in names.items():
        server.user(name, display)

    def found(person, query):
        answer = person.people(query)
        assert answer.status == 200
        return {one["userId"]: one["name"] for one in answer.json["people"]}

    assert found(ada, "ad") == {"adam": "Adam Smith", "bob": "Bob Adams"}
    assert found(zoe, "LOVE") == {"ada": "Ada Lovelace"}
    assert found(ada, "zo\u00eb") == found(ada, "100%") == found(ada, "under_") == {"zoe": "Zo\u00eb 100% Under_score"}
    for query in ("ove", "%ad", "_da", "a%", "nobody", "*", "\"", "'"):
        assert found(ada, query) == {}, query


def test_finds_at_most_twenty_people(server):
    ada = Person(server, "ada")
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda number: server.user(f"user{number}", f"Same {number}"), range(23)))
    assert len({one["userId"] for one in ada.people("same").json["people"]}) == 20


def test_accepts_json_in_other_forms(server):
    ada, _ = couple(server)
    path = "/v1/chats/ada+bob/messages"
    body = json.dumps({"transactionId": "m1", "text": "\U0001F600 \u00e9", "more": [{}]}, indent=2).encode()
    assert ada.request("POST", path, body, {"Content-Type": "Application/JSON; charset=utf-8"}).status == 201
    assert ada.request("POST", path, [body[:9], body[9:20], body[20:]]).status == 200
    assert ada.messages("ada+bob").json["messages"][0]["text"] == "\U0001F600 \u00e9"
