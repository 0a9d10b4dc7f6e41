"""The telex that owns a profile, and messages that arrive there."""

from pipe_process import Pipe


def owning(telex, **titles):
    """Starts a pipe that owns the profile, with chats of these ids and titles."""
    pipe = Pipe(telex, "--subscribe", "messages,chatList,badge")
    pipe.wait(lambda p: "chatList" in p.models and not p.models["chatList"]["shouldShowBusy"], "the list of chats")
    chats = [{"chatId": chat, "title": title} for chat, title in titles.items()]
    return pipe.send({"event": "chat.synced", "chats": chats}) if chats else pipe


def arrive(owner, *lines):
    """Delivers messages, and waits until they are stored."""
    owner.send(*lines, {"unsubscribe": [], "id": str(len(owner.answers))})
    count = len(owner.answers)
    return owner.wait(lambda p: len(p.answers) > count, "them to be stored")


def message(chat, id, text, sender=None, **more):
    sender = sender or chat
    return {"event": "message.received", "chatId": chat, "messageId": id, "title": chat.title(), "senderId": sender,
            "senderName": sender.title(), "text": text, **more}
