"""Backups of the chat server's store: their contents, their destinations, and clients after a restore."""

import os
import stat

import pytest

from disk import LIKE_OTHERS, disk
from pipe_process import opened_pipe
from posts import Poster, posted, texts
from server import CHAT, Person, TelexServer, couple, log_in_again, login, meet_bob, refusal, run, server, wait_until
from server_store import contents, faults


def test_backup_during_posts_is_consistent(server, tmp_path):
    ada, bob = couple(server)
    taken = []
    with Poster(ada) as talk:
        for number in range(3):
            wait_until(lambda: len(talk.answered) > 100 * (number + 1))
            before, copy = len(talk.answered), tmp_path / f"copy{number}.sqlite"
            assert server.command("backup", copy) == (0, "", "")
            taken.append((before, len(talk.answered) + 1, copy))
    for least, most, path in taken:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        copy = TelexServer(tmp_path / "copy")
        copy.store = path
        assert faults(copy) == []
        assert contents(tmp_path).keys() >= {path.name} and not list(tmp_path.glob(f"{path.name}.*"))
        with copy:
            ada.server = copy
            messages = ada.history(CHAT)
        assert least <= len(messages) <= most and messages == talk.answered[:len(messages)]


def test_backup_never_overwrites_anything(server, tmp_path):
    places = [tmp_path / name for name in ("file", "folder", "link", "link to nothing")]
    places[0].write_text("precious")
    places[1].mkdir()
    places[2].symlink_to(places[0])
    places[3].symlink_to(tmp_path / "nothing")
    # A running server writes to its store now and then.
    server.stop()
    for place in (*places, server.store):
        before = server.store.read_bytes(), os.lstat(place)[:7]
        refusal(server.command("backup", place), 73, str(place))
        assert (server.store.read_bytes(), os.lstat(place)[:7]) == before
    assert places[0].read_text() == "precious" and not (tmp_path / "nothing").exists()
    assert not list(tmp_path.glob("*.part*"))


def test_backup_deletes_no_other_files(server, tmp_path):
    """Not even files with the name of its temporary file."""
    (tmp_path / "copy.part").mkdir()
    (tmp_path / "copy.part/file").write_text("precious")
    (tmp_path / "other.part").write_text("precious")
    for name in ("copy", "other"):
        server.command("backup", tmp_path / name)
    assert (tmp_path / "copy.part/file").read_text() == (tmp_path / "other.part").read_text() == "precious"


def test_failed_backup_leaves_no_files(server, tmp_path, disk):
    ada, _ = couple(server)
    posted(ada, 100)
    refusal(server.command("backup", tmp_path / "missing/copy"), 73, "missing/copy")
    assert not (tmp_path / "missing").exists()
    (tmp_path / "shut").mkdir(mode=0o500)
    server.prefix = LIKE_OTHERS
    refusal(server.command("backup", tmp_path / "shut/copy"), 73, "shut/copy")
    assert list((tmp_path / "shut").iterdir()) == []
    server.prefix = disk.prefix
    for room in (0, 4096, 60_000):
        disk.fill(room)
        refusal(server.command("backup", disk.folder / "copy"), 73, str(disk.folder / "copy"), "full")
        assert os.listdir(disk.seen) == ["filler"]
    server.prefix = ()
    assert server.command("backup", tmp_path / "copy")[0] == 0


def test_backup_of_a_missing_store_creates_nothing(tmp_path):
    server = TelexServer(tmp_path / "server")
    refusal(server.command("backup", tmp_path / "copy"), 73, str(server.store), "no such file")
    assert not server.store.exists() and not (tmp_path / "copy").exists()


def test_clients_converge_after_a_restore(server, tmp_path, devices):
    """They keep their copies of messages that the server lost."""
    there, away = devices("there"), devices("away")
    login(there, server, "ada", "Ada")
    log_in_again(away, server, "ada")
    bob = Person(server, "bob", "Bob")
    bob.create("ada")
    kept = posted(bob, 10)
    pipe = opened_pipe(there).wait(lambda p: p.texts == kept, "the first messages")
    other = opened_pipe(away).wait(lambda p: p.texts == kept, "the first messages")
    assert server.command("backup", tmp_path / "copy")[0] == 0
    lost = posted(bob, 10, 11)
    for each in (pipe, other):
        each.wait(lambda p: p.texts == kept + lost, "the messages that will be lost")
    assert other.finish() == 0
    # The restore procedure from the help text.
    refusal(server.command("restore", tmp_path / "copy"), 69, str(server.store), "Stop that one first")
    server.stop()
    aside = server.store.with_name(server.store.name + ".replaced")
    code, out, err = server.command("restore", tmp_path / "copy")
    assert (code, err) == (0, "") and out.endswith(f"the replaced file is {aside}\n")
    assert stat.S_IMODE(server.store.stat().st_mode) == 0o600
    assert not [path for path in server.folder.iterdir() if path.name.endswith(("-wal", "-shm", "-journal"))]
    server.start()
    new = posted(bob, 5, 21)
    pipe.connect().wait(lambda p: p.texts[-1:] == new[-1:], "what is new")
    assert pipe.texts == kept + lost + new
    pipe.send({"event": "message.sending", "chatId": CHAT, "text": "from Ada", "id": "m"})
    pipe.wait(lambda p: p.has_state("from Ada", "sent"), "it to be sent")
    assert texts(bob) == kept + new + ["from Ada"]
    assert pipe.finish() == 0
    other = opened_pipe(away).wait(lambda p: p.texts[-1:] == ["from Ada"], "what is new")
    assert other.texts == kept + lost + new + ["from Ada"]
    assert other.finish() == 0


@pytest.mark.parametrize("deed", ["moved", "replaced", "deleted"])
def test_confirms_nothing_after_the_file_has_gone(server, tmp_path, deed):
    ada, _ = couple(server)
    kept = posted(ada, 3)
    assert server.command("backup", tmp_path / "copy")[0] == 0
    if deed == "replaced":
        (tmp_path / "copy").replace(server.store)
    elif deed == "moved":
        server.store.rename(tmp_path / "moved")
    else:
        server.store.unlink()
    for answer in (ada.post(CHAT, "lost", "lost"), server.request("GET", "/v1/health"), ada.chats()):
        assert "moved or replaced" in answer.problem(503) and answer.headers["Retry-After"]
    wait_until(lambda: "moved, replaced or deleted" in server.log())
    if deed == "moved":
        (tmp_path / "moved").rename(server.store)
        assert ada.post(CHAT, "lost", "lost").status == 201
        kept.append("lost")
    server.stop()
    if deed == "deleted":
        assert server.command("restore", tmp_path / "copy")[0] == 0
    server.start()
    assert texts(ada) == kept and faults(server) == []


@pytest.mark.parametrize("mounts", ["the file", "its folder"])
def test_mounted_elsewhere_only_the_folder_has_all_messages(server, tmp_path, mounts):
    """The log of a server is in the folder, so a file that is mounted by itself is without it."""
    ada, _ = couple(server)
    posted(ada, 3)
    assert server.command("backup", tmp_path / "sound")[0] == 0
    place, real = tmp_path / "place", server.store
    place.mkdir()
    (place / real.name).touch()
    pair = (real, place / real.name) if mounts == "the file" else (real.parent, place)
    server.store = place / real.name
    server.prefix = ("unshare", "-m", *(["-r"] if os.geteuid() else []), "sh", "-c",
                     'mount --bind "$1" "$2" && shift 2 && exec "$@"', "sh", *pair)
    backup = server.command("backup", tmp_path / "copy")
    if mounts == "the file":
        for done in (backup, server.command("user", "list"), server.command("restore", tmp_path / "sound"),
                     run(server, *server.prefix)):
            refusal(done, 69, "mounted", "Mount its folder")
        assert not (tmp_path / "copy").exists()
        code, out, _ = server.command("doctor")
        assert code == 1 and "! The file is mounted by itself, apart from its log. Mount its folder instead." in out
    else:
        assert backup == (0, "", "")
        refusal(run(server, *server.prefix), 69, "Another telex-server")
        server.store, server.prefix = tmp_path / "copy", ()
        assert server.sql("SELECT count(*) FROM message") == [(3,)]
    server.store, server.prefix = real, ()


def test_clients_notice_new_messages_after_a_restore(server, tmp_path, telex):
    """The server posts more new messages than it lost, in another chat."""
    bob, carol = meet_bob(telex, server), Person(server, "carol", "Carol")
    carol.create("ada")
    kept = posted(bob, 10)
    assert server.command("backup", tmp_path / "copy")[0] == 0
    kept += posted(bob, 10, 11)
    pipe = opened_pipe(telex).wait(lambda p: p.texts == kept, "the messages, half of which will be lost")
    server.stop()
    pipe.wait(lambda p: p.connection["connectionState"] == "offline", "being offline")
    assert server.command("restore", tmp_path / "copy")[0] == 0
    port, server.port = server.port, 0
    server.start()
    posted(carol, 40, chat="ada+carol")
    server.stop()
    server.start(port)
    pipe.connect()
    new = posted(bob, 3, 21)
    assert pipe.wait(lambda p: p.texts == kept + new, "what is new").finish() == 0
