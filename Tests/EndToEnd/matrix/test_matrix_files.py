"""Files on a homeserver, with matrix-nio as the other client."""

import zlib

import nio
import pytest

from fault_proxy import FaultProxy
from message_files import SMALL, begin_sending, fetched, noise, send, shown, written
from nio_client import Nio
from pipe_process import ask, does, reason


@pytest.fixture
def couple(matrix):
    """Ada's telex with the chat open, Bob's matrix-nio, and their room."""
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    with Nio(bob) as other:
        pipe = matrix.online(ada).open(room)
        yield pipe, other, room
        assert pipe.finish() == 0


def content(event):
    return event.source["content"]


def upload(other, bytes, kind="image/png"):
    answer, _ = other.loop.run_until_complete(
        other.client.upload(lambda *_: bytes, content_type=kind, filename="x", filesize=len(bytes)))
    assert isinstance(answer, nio.UploadResponse), answer
    return answer.content_uri


def file(uri, body, kind="m.image", **members):
    return {"msgtype": kind, "body": body, "url": uri, **members}


def test_files_go_both_ways(couple, tmp_path):
    pipe, other, room = couple
    pdf = b"%PDF-1.7\n" + noise(50_000)
    send(pipe, room, written(tmp_path, "harbour.png", SMALL), "The *harbour*")
    send(pipe, room, written(tmp_path, "minutes.pdf", pdf))
    picture = other.wait(lambda event: content(event).get("msgtype") == "m.image")
    assert content(picture)["body"] == "The *harbour*" and content(picture)["filename"] == "harbour.png"
    assert content(picture)["info"] == {"mimetype": "image/png", "size": len(SMALL), "w": 40, "h": 30}
    document = other.wait(lambda event: content(event).get("msgtype") == "m.file")
    assert content(document)["body"] == content(document)["filename"] == "minutes.pdf"
    for event, bytes in ((picture, SMALL), (document, pdf)):
        answer = other.loop.run_until_complete(other.client.download(content(event)["url"]))
        assert isinstance(answer, nio.DownloadResponse) and answer.body == bytes, answer
    uri = upload(other, SMALL)
    info = {"mimetype": "image/png", "size": len(SMALL), "w": 40, "h": 30}
    other.send(room, "m.room.message", file(uri, "A caption", filename="../../.bashrc", info=info))
    other.send(room, "m.room.message", file(uri, "plain.png", info=info))
    assert shown(pipe, "bashrc")["text"] == "A caption" and shown(pipe, "plain.png")["text"] == ""
    assert shown(pipe, "plain.png")["file"]["fileText"] == f"image/png, {len(SMALL)} bytes, 40 × 30"
    assert fetched(pipe, room, "bashrc") == SMALL


def test_an_edit_changes_only_the_caption(couple, tmp_path):
    pipe, other, room = couple
    message = send(pipe, room, written(tmp_path, "harbour.png", SMALL), "The harbor")
    before = content(other.wait(lambda event: content(event).get("msgtype") == "m.image"))
    for caption, body in (("The harbour", "The harbour"), ("", "harbour.png")):
        assert ask(pipe, "revision.editing", chatId=room, messageId=message, text=caption)["outcome"] == "done"
        edit = other.wait(lambda event: content(event).get("m.new_content", {}).get("body") == body)
        assert content(edit)["m.new_content"] == {**before, "body": body}
        assert shown(pipe, "harbour.png", lambda row: row["text"] == caption)["isEdited"]
    uri = upload(other, SMALL)
    event = other.send(room, "m.room.message", file(uri, "Old", filename="plain.png"))
    shown(pipe, "plain.png")
    other.send(room, "m.room.message", {
        **file(uri, "* New", filename="plain.png"), "m.new_content": file("mxc://localhost/else", "New", filename="else.png"),
        "m.relates_to": {"rel_type": "m.replace", "event_id": event}})
    shown(pipe, "plain.png", lambda row: row["text"] == "New")
    assert fetched(pipe, room, "plain.png") == SMALL


def drawn(width, height):
    """A grey picture as PNG, which a homeserver can make smaller."""
    def chunk(kind, data):
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")
    size = width.to_bytes(4, "big") + height.to_bytes(4, "big")
    rows = zlib.compress(bytes(height * (width + 1)))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size + b"\x08\x00\x00\x00\x00") + chunk(b"IDAT", rows)
            + chunk(b"IEND", b""))


def test_thumbnails_are_fetched_without_the_image(couple):
    pipe, other, room = couple
    image = drawn(2000, 1500)
    info = {"mimetype": "image/png", "size": len(image)}
    other.send(room, "m.room.message", file(upload(other, image), "large.png", info=info))
    made = {**info, "mimetype": "video/mp4", "thumbnail_url": upload(other, SMALL)}
    other.send(room, "m.room.message", file(upload(other, b"film", "video/mp4"), "film.mp4", "m.video", info=made))
    other.send(room, "m.room.message", file(upload(other, b"notes", "text/plain"), "notes.txt", "m.file"))
    for name in ("large.png", "film.mp4"):
        row = shown(pipe, name)
        answer = ask(pipe, "file.fetchingThumbnail", chatId=room, messageId=row["messageId"])
        assert answer["outcome"] == "done", answer
        shown(pipe, name, lambda row: row["file"].get("thumbnailPath") == answer["filePath"])
        row = shown(pipe, name)["file"]
        assert row["fileState"] == "remote" and "filePath" not in row and "fetchThumbnail" not in row["actions"]
        with open(answer["filePath"], "rb") as thumbnail:
            bytes = thumbnail.read()
        if name == "film.mp4":
            assert bytes == SMALL
        else:
            # Width and height in the header.
            assert bytes[:4] == image[:4] and 0 < int.from_bytes(bytes[16:20], "big") <= 800
    message = shown(pipe, "notes.txt")["messageId"]
    assert "no thumbnail" in reason(pipe, "file.fetchingThumbnail", chatId=room, messageId=message)
    assert fetched(pipe, room, "large.png") == image


def test_strange_files_do_no_harm(couple):
    pipe, other, room = couple
    uri = upload(other, SMALL)
    strange = [
        file("mxc://localhost/../../etc/passwd", "escape"), file("https://example.org/x", "elsewhere"),
        file("mxc://localhost/nothing", "missing"),
        file(uri, "lies", info={"size": 5, "w": 60_000, "h": -1, "mimetype": 7, "duration": "long"}),
        file(uri, "numbers", info={"size": 2**53 - 1, "w": 2**53 - 1, "h": 1}), file(7, "typed"), {"msgtype": "m.file", "body": ""},
    ]
    for value in strange:
        other.person.put(room, "m.room.message", value)
    pipe.wait(lambda p: len(p.messages) == len(strange), "the messages")
    rows = {row["file"]["fileName"] if "file" in row else row["text"]: row for row in pipe.messages}
    assert sum(row["kind"] == "unshowable" for row in rows.values()) == 4, rows
    assert "not fetched" in reason(pipe, "file.fetching", chatId=room, messageId=rows["missing"]["messageId"])
    for name in ("lies", "numbers"):
        assert ask(pipe, "file.fetching", chatId=room, messageId=rows[name]["messageId"])["outcome"] == "failed"


def test_an_upload_that_was_cut_off_is_sent_once(matrix, homeserver, tmp_path):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    with FaultProxy(homeserver.port) as proxy, Nio(bob) as other:
        pipe = matrix.start(matrix.telex(ada, proxy.url)).connect().open(room)
        begin_sending(pipe, room, written(tmp_path, "big", noise(3_000_000)))
        for _ in range(2):
            proxy.cut_after(1_000_000)
            assert proxy.wait_for_fuse()
        pipe.connect()
        shown(pipe, "big", lambda row: row["state"] in ("sent", "delivered", "read"))
        does(pipe, "message.sending", chatId=room, text="after")
        other.wait(lambda event: event.body == "after")
        assert len([event for event in other.events if content(event).get("msgtype") == "m.file"]) == 1
        assert pipe.finish() == 0


def test_nothing_is_uploaded_to_an_encrypted_room(matrix, tmp_path):
    ada, bob = matrix.people("ada", "bob")
    room = matrix.couple(ada, bob)
    pipe = matrix.online(ada).open(room)
    bob.encrypt(room)
    answer = ask(pipe, "message.sending", chatId=room, text="", filePath=str(written(tmp_path, "secret", b"x")))
    assert answer["outcome"] in ("failed", "refused") and "encrypted" in answer["reason"], answer
    assert pipe.finish() == 0
