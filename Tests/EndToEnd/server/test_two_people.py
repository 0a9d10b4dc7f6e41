"""Two people chat through a server on two terminals, and each sees what the other does."""

import re
import time

import pytest

from telex_program import PATIENCE
from server import login, server
from terminal import ENTER, Terminal, control

TYPING = "is typing…"


@pytest.fixture
def at(server, devices):
    """Opens, or reopens, the terminal of a person who is logged in."""
    homes = {}

    def open(name, **options):
        if name not in homes:
            homes[name] = devices(name)
            login(homes[name], server, name, name.title())
        return Terminal(homes[name], **options).wait_for("> ")

    return open


def watch(*terminals):
    """Reads the output of all terminals, as their users would, while the test waits for another."""
    for terminal in terminals:
        while terminal.read(0):
            pass


def say(t, text):
    return t.type(text, ENTER)


def meet(at, **options):
    """Opens the chat between Ada and Bob on both terminals."""
    ada, bob = at("ada", **options), at("bob", **options)
    ada.type("/new Bob", ENTER).wait_for_line("", "Bob> ")
    say(ada, "Hello, Bob.").wait_for("You: Hello, Bob.")
    # The message shows, whether it came before or after Bob was online.
    bob.wait_for("[1 Ada 1]").type("/open Ada", ENTER).wait_for_line("", "Ada> ").wait_for("Ada: Hello, Bob.")
    ada.wait_for("You: Hello, Bob.  (read)")
    return ada, bob


def shown(t):
    """Returns the sender and text of each message, in order, including those scrolled off."""
    found = (re.search(r"^\d\d:\d\d  (\w+): (.*?)(?:  \(\w+\))?$", row) for row in t.transcript)
    return [match.groups() for match in found if match]


def type_until_told(writer, reader, name):
    """Types until the other side shows it; returns the typed text."""
    typed, end = "", time.monotonic() + PATIENCE
    while f"{name} {TYPING}" not in reader.text:
        assert time.monotonic() < end, f"{name} has typed {typed!r}, but there is:\n{reader.text}"
        typed += "so "[len(typed) % 3]
        writer.type(typed[-1])
        reader.read(0.1)
        watch(writer, reader)
    return typed


def test_each_sees_the_other_type_until_the_message_arrives(at):
    ada, bob = meet(at)
    for writer, reader, name in ((bob, ada, "Bob"), (ada, bob, "Ada")):
        # Bob may still see that Ada typed when they met.
        for each in (reader, writer):
            each.wait_without(TYPING)
        typed = type_until_told(writer, reader, name)
        # Nobody sees their own typing indicator.
        writer.wait_without(TYPING)
        say(writer, f"! {name}.")
        reader.wait_for(f"{name}: {typed}! {name}.").wait_without(TYPING)
        writer.wait_for(f"! {name}.  (read)")


def test_typing_stops_when_the_line_is_cleared(at):
    ada, bob = meet(at)
    typed = type_until_told(bob, ada, "Bob")
    bob.type(control("u")).wait_for_line("", "Ada> ")
    ada.wait_without(TYPING)
    assert f"Bob: {typed}" not in ada.text


def test_message_that_is_not_on_screen_stays_unread(at):
    ada, bob = meet(at)
    bob.type("/close", ENTER).wait_for_line("", "> ")
    say(ada, "Are you there?")
    bob.wait_for("* Ada: Are you there?").wait_for("[1 Ada 1]").wait_for_line("")
    ada.wait(lambda t: re.search(r"You: Are you there\?  \((sent|delivered)\)", t.text), "the message to be sent")
    assert "Are you there?  (read)" not in ada.text
    bob.type("/go", ENTER).wait_for_line("", "Ada> ").wait_for("Ada: Are you there?")
    ada.wait_for("You: Are you there?  (read)")


def test_both_may_write_at_once(at):
    ada, bob = meet(at, rows=60)
    for number in range(20):
        say(ada, f"a{number}")
        say(bob, f"b{number}")
        watch(ada, bob)
    for t, mine, other, name in ((ada, "a", "b", "Bob"), (bob, "b", "a", "Ada")):
        t.wait(lambda t: len(shown(t)) == 41, "all messages")
        t.wait(lambda t: sum("(read)" in row for row in t.transcript) == 20 + (t is ada), "all of them to be read")
        messages = shown(t)[1:]
        assert [text for who, text in messages if who == "You"] == [f"{mine}{number}" for number in range(20)]
        assert [text for who, text in messages if who == name] == [f"{other}{number}" for number in range(20)]


def test_message_to_an_offline_person_arrives_when_they_return(at):
    ada, bob = meet(at)
    bob.type("/quit", ENTER)
    assert bob.end() == 0
    say(ada, "Where are you?").wait_for("You: Where are you?  (sent)")
    bob = at("bob").wait_for("[1 Ada 1]").type("/chats", ENTER).wait_for("Where are you?")
    bob.type("/open Ada", ENTER).wait_for_line("", "Ada> ").wait_for("Ada: Where are you?")
    ada.wait_for("You: Where are you?  (read)")


def test_server_outage_is_shown_and_nothing_is_lost(at, server):
    ada, bob = meet(at)
    server.kill()
    for t in (ada, bob):
        t.wait_for("! Offline: ").wait_for("/connect tries again")
    say(ada, "Do you hear me?").wait_for("You: Do you hear me?  (waiting for the connection)")
    server.start()
    for t in (ada, bob):
        t.type("/connect", ENTER).wait_for("Online again.")
    bob.wait_for("Ada: Do you hear me?")
    ada.wait_for("You: Do you hear me?  (read)")
    say(bob, "I do.").wait_for("You: I do.  (read)")
    ada.wait_for("Bob: I do.")
    assert shown(ada)[1:] == [("You", "Do you hear me?"), ("Bob", "I do.")]


def test_several_people_meet_in_a_group_and_edit_their_messages(at):
    ada, bob, cleo = at("ada"), at("bob"), at("cleo")
    group = "Ada, Bob, Cleo> "
    ada.type("/new Bob, Cleo", ENTER).wait_for_line("", group)
    for t in (bob, cleo):
        t.wait_for("* Ada, Bob, Cleo: * Ada (ada) invites you to chat").type("/close", ENTER, "/accept", ENTER)
        t.wait_for_line("", group)
    say(ada, "Helo all.").wait_for("You: Helo all.  (read)")
    for t in (bob, cleo):
        t.wait_for("Ada: Helo all.")
    say(cleo, "Hello, Ada.").wait_for("You: Hello, Ada.  (read)")
    bob.wait_for("Cleo: Hello, Ada.")
    ada.type("/edit Hello, all.", ENTER).wait_for("You: Hello, all.")
    for t in (bob, cleo):
        t.wait_for("Ada: Hello, all.").wait_without("Helo")
    cleo.type("/delete", ENTER)
    for t, name in ((ada, "Cleo"), (bob, "Cleo"), (cleo, "You")):
        t.wait_for(f"{name}: [deleted]").wait_without("Hello, Ada.")
    type_until_told(bob, ada, "Bob")
