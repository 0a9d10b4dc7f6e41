"""Files of messages: sending them from a pipe, and looking at what it shows of them."""

import random

from pipe_process import ask

SMALL = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + (40).to_bytes(4, "big") + (30).to_bytes(4, "big") + b"\x08\x02\x00\x00\x00"


def noise(count, seed=1):
    """Bytes that no compression makes shorter."""
    return random.Random(seed).randbytes(count)


def written(folder, name, content):
    path = folder / name
    path.write_bytes(content)
    return path


def begin_sending(pipe, chat, path, text="", request="send"):
    """Begins to send a file; the answer comes later."""
    return pipe.send({"event": "message.sending", "chatId": chat, "text": text, "filePath": str(path), "id": request})


def send(pipe, chat, path, text=""):
    """Sends a file; returns the id of its message."""
    answer = ask(pipe, "message.sending", chatId=chat, text=text, filePath=str(path))
    assert answer["outcome"] == "sent", answer
    return answer["messageId"]


def shown(pipe, name, holds=lambda row: True):
    """The only message with a file of that name, once it is shown as wanted."""
    def find(pipe):
        rows = [row for row in pipe.messages if row["kind"] == "file" and row["file"]["fileName"] == name]
        assert len(rows) < 2, f"doubled: {rows}"
        return rows[0] if rows and holds(rows[0]) else None
    pipe.wait(find, f"the file {name}")
    return find(pipe)


def moving(pipe):
    """The files that are being transferred, or wait for that, and are not read any more."""
    return [row for row in pipe.models.get("transfers", {"transfers": []})["transfers"] if not row["isBeingRead"]]


def fetched(pipe, chat, name):
    """Fetches a file; returns its content."""
    row = shown(pipe, name)
    answer = ask(pipe, "file.fetching", chatId=chat, messageId=row["messageId"])
    assert answer["outcome"] == "done", answer
    return content(shown(pipe, name, lambda row: row["file"]["fileState"] == "here"), answer)


def content(row, answer=None):
    path = row["file"]["filePath"]
    assert answer is None or answer["filePath"] == path
    with open(path, "rb") as file:
        return file.read()


def saved(pipe, chat, name, path):
    """Saves a file; returns the path of the copy."""
    answer = ask(pipe, "file.saving", chatId=chat, messageId=shown(pipe, name)["messageId"], filePath=str(path))
    assert answer["outcome"] == "done", answer
    return answer["filePath"]


def kept(telex):
    """The names of the files in the folder of the profile."""
    folder = telex.home / "data/telex/default/files"
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []
