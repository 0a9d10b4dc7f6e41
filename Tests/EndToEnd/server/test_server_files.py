"""Files on the chat server: uploads that are cut off, full disks, and backups."""

import hashlib
import socket

from disk import disk
from raw_http import head
from server import CHAT, couple, server, wait_until
from server_store import cramped, faults

ID, UNFINISHED = "abcdefghijklmnopqrstuv", "u" * 22
CONTENT = bytes(number * 31 % 256 for number in range(1 << 16)) * 32


def upload(person, content, offset=0, id=ID, length=None):
    headers = {"Content-Type": "image/png", "Upload-Offset": str(offset), "Upload-Length": str(length or len(CONTENT))}
    return person.request("PUT", f"/v1/files/{id}", content, headers)


def info(person, id=ID):
    return person.request("GET", f"/v1/files/{id}/info").json


def begin(person, part, id=ID):
    """Sends the head of an upload and a part of the body; returns the connection once the server has stored the part."""
    connection = socket.create_connection(("127.0.0.1", person.server.port))
    connection.sendall(head(f"PUT /v1/files/{id}", f"Content-Length: {len(CONTENT)}", token=person.token) + part)
    wait_until(lambda: info(person, id).get("receivedCount") == len(part))
    return connection


def check(ada, bob):
    """Asserts that Ada's upload is complete, and that Bob gets it with a message."""
    assert info(ada)["sha256"] == hashlib.sha256(CONTENT).hexdigest()
    file = {"fileId": ID, "name": "a dog.png", "mediaType": "image/png"}
    message = ada.post(CHAT, "", "m", file=file).json
    assert message["file"] == {**file, "byteCount": len(CONTENT), "sha256": hashlib.sha256(CONTENT).hexdigest()}
    assert bob.messages(CHAT).json["messages"][-1] == message
    assert bob.request("GET", f"/v1/files/{ID}").body == CONTENT


def test_upload_continues_after_a_kill(server):
    ada, bob = couple(server)
    part = CONTENT[:1_000_000]
    with begin(ada, part):
        server.kill()
    server.start()
    assert info(ada) == {"fileId": ID, "byteCount": len(CONTENT), "receivedCount": len(part)}
    answer = upload(ada, CONTENT)
    assert "1000000" in answer.problem(409) and answer.json["receivedCount"] == len(part)
    assert upload(ada, CONTENT[len(part):], len(part)).status == 200
    check(ada, bob)
    server.kill()
    server.start()
    assert bob.request("GET", f"/v1/files/{ID}", headers={"Range": "bytes=5-9"}).body == CONTENT[5:10]
    assert faults(server) == []
    # The file goes with its message.
    (file,) = server.store.with_name("server.sqlite.files").iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    assert ada.delete(CHAT, "ada/m").status == 200
    wait_until(lambda: not file.exists())
    assert faults(server) == []


def test_a_stop_during_transfers_is_no_error(server):
    ada, bob = couple(server)
    upload(ada, CONTENT)
    part = CONTENT[:1_000_000]
    with begin(ada, part, UNFINISHED), socket.create_connection(("127.0.0.1", server.port)) as reader:
        reader.sendall(head(f"GET /v1/files/{ID}", token=ada.token))
        assert reader.recv(1)
        server.stop()
    assert " error " not in server.log() and " warning " not in server.log(), server.log()
    server.start()
    assert info(ada, UNFINISHED)["receivedCount"] == len(part)
    assert upload(ada, CONTENT[len(part):], len(part), UNFINISHED).status == 200


def test_uploads_leave_room_for_messages_on_a_full_disk(cramped, disk):
    ada, bob = couple(cramped)
    assert "full" in upload(ada, b"x", length=20 << 20, id="x" * 22).problem(507)
    part = CONTENT[:1_000_000]
    with begin(ada, part) as connection:
        disk.fill(900_000)
        connection.sendall(CONTENT[len(part):])
        assert connection.recv(1 << 16).startswith(b"HTTP/1.1 507")
    received = info(ada)["receivedCount"]
    assert len(part) <= received < len(CONTENT)
    assert "full" in upload(ada, CONTENT[received:], received).problem(507)
    assert ada.post(CHAT, "still here", "other").status == 201 and "No chat is missing" in cramped.command("doctor")[1]
    disk.make_room()
    assert upload(ada, CONTENT[received:], received).status == 200
    check(ada, bob)


def test_backup_has_the_files(server, tmp_path):
    ada, bob = couple(server)
    assert upload(ada, CONTENT).status == 200
    check(ada, bob)
    copy = tmp_path / "copy.sqlite"
    assert server.command("backup", copy) == (0, "", "")
    assert [file.read_bytes() for file in copy.with_name("copy.sqlite.files").iterdir()] == [CONTENT]
    assert ada.delete(CHAT, "ada/m").status == 200
    server.stop()
    code, out, err = server.command("restore", copy)
    assert (code, err) == (0, "") and "!" not in out
    server.start()
    assert bob.request("GET", f"/v1/files/{ID}").body == CONTENT
    assert faults(server) == []
    (file,) = server.store.with_name("server.sqlite.files").iterdir()
    file.write_bytes(CONTENT[:-1] + b"x")
    assert str(file) in server.command("doctor")[1]
