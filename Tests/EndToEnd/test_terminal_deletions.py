"""Deleting a message in the terminal: it is shown, waits, and can be undone, also after the program was killed.

The clock is virtual, so that a deletion waits however slow the machine is.
"""

import contextlib
import signal

from terminal import ENTER, Terminal, at

CLOCK = ("--clock", "virtual")
WAITS = "(being deleted, /undo keeps it)"


def test_a_deletion_can_be_undone(at):
    t = at(*CLOCK, feed=True).open_ada()
    for text in ("one", "two"):
        t.type(text, ENTER).wait_for(f"You: {text}  (sent)")
    t.type("/delete", ENTER).wait_for(f"You: two  {WAITS}")
    # A second one destroys nothing.
    t.type("/delete", ENTER).wait_for("The message is being deleted already. /undo keeps it.")
    t.type("/edit 1 2", ENTER).wait_for("The message is being deleted already.").type("/undo", ENTER)
    t.wait_for("You: two  (sent)").wait_without(WAITS)
    # Two wait at once, and the last one comes back first.
    t.type("/delete 2", ENTER).wait_for(f"You: one  {WAITS}").type("/delete 1", ENTER).wait_for(f"You: two  {WAITS}")
    t.type("/undo", ENTER).wait_for("You: two  (sent)").type("/undo", ENTER).wait_for("You: one  (sent)")
    t.type("/undo", ENTER).wait_for("/undo does not apply here.")


def test_a_deletion_is_undone_from_elsewhere(at):
    t = at(*CLOCK, feed=True).open_ada().type("one", ENTER).wait_for("You: one  (sent)").type("/delete", ENTER).wait_for(WAITS)
    t.type("/close", ENTER).wait_for_line("", "> ").type("/undo", ENTER).wait_for("Kept the message in Ada.")
    t.type("/open ada", ENTER).wait_for("You: one  (sent)").wait_for_line("", "Ada> ")
    # The last thing done is undone.
    t.type("/delete", ENTER).wait_for(WAITS).type("/remind tomorrow 9:00 tea", ENTER).wait_for("/undo takes it back.")
    t.type("/undo", ENTER).wait_for("Undone.").type("/undo", ENTER)
    t.wait(lambda t: t.text.count("You: one  (sent)") == 1 and t.text.count(WAITS) == 1, "the message to be kept")
    # A contact is brought back, and nothing else is undone instead. In another list, the number means no contact.
    t.type("/remind tomorrow 9:00 tea", ENTER).wait_for("Saved:").type("/contacts", ENTER, "/add Bob Ray", ENTER).wait_for("Bob Ray")
    t.type("/chats", ENTER).wait_for_line("", "> ").type("/delete 1", ENTER).wait_for("Number 1 is not in the list that was printed last.")
    t.type("/contacts", ENTER, "/delete 1", ENTER).wait_for("Bob Ray is no longer a contact. /undo brings them back.")
    t.type("/chats", ENTER).wait_for_line("", "> ").type("/undo", ENTER).wait_for("Undone. /contacts lists the contacts.")
    t.type("/contacts", ENTER).wait(lambda t: t.text.count("  BR  Bob Ray") > 1, "the contact").type("/upcoming", ENTER).wait_for("  tea")


def test_undo_means_the_message_deleted_last_wherever_it_is(at):
    t = at(*CLOCK, feed=True).open_ada().type("one", ENTER).wait_for("You: one  (sent)").type("/delete", ENTER).wait_for(WAITS)
    # It leaves the screen.
    for number in range(130):
        t.receive(f"text {number}")
    t.wait_for("text 129").type("/undo", ENTER).wait_for("Kept the message in Ada.")
    t.type("/undo", ENTER).wait_for("/undo does not apply here.")


def test_a_deletion_outlives_the_program(telex):
    options = (*CLOCK, "--store", telex.store)
    with contextlib.closing(Terminal(telex, *options, feed=True).open_ada()) as t:
        for text in ("one", "two", "three"):
            t.type(text, ENTER).wait_for(f"You: {text}  (sent)")
        t.type("/delete", ENTER).wait_for(f"You: three  {WAITS}").type("/delete 2", ENTER).wait_for(f"You: two  {WAITS}")
        t.signal(signal.SIGKILL).end()
    with contextlib.closing(Terminal(telex, *options)) as t:
        t.type("/open ada", ENTER).wait_for(f"You: three  {WAITS}").type("/undo", ENTER).wait_for("You: three  (sent)")
        # It is made when it is due.
        t.type("/advance 10s", ENTER).wait_for("You: [deleted]").type("/delete", ENTER).wait_for(WAITS).type("/quit", ENTER).end()
    # Leaving does not wait for it.
    with contextlib.closing(Terminal(telex, *options)) as t:
        t.type("/open ada", ENTER).wait_for("You: one  (sent)").type("/advance 1m", ENTER)
        t.wait(lambda t: t.text.count("You: [deleted]  (sent)") == 2)
