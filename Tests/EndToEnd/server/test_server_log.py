"""What the chat server writes to its log, and what it leaves out."""

import json

from pipe_process import opened_pipe
from server import CHAT, UPGRADE, Person, TelexServer, channels, log_in_again


def test_never_logs_secrets_or_texts_at_any_level(tmp_path, devices):
    texts_sent = [f"zanzibar-{number}" for number in range(501)]
    with TelexServer(tmp_path / "server", *TelexServer.ARGUMENTS, "--log", "trace") as server:
        used, unused = server.user("ada", "Ada Quetzalcoatl"), server.user("bob")
        ada = Person(server, "ada", invitation=used)
        bob = Person(server, "bob", invitation=server.invite("bob"))
        secrets = [used, unused, ada.token, bob.token, "wrong-invitation", "wrong-token", "xanadu"]
        server.request("POST", "/v1/login", {"invitation": "wrong-invitation"}).problem(401)
        server.request("POST", "/v1/login", b'{"invitation":"wrong-invitation"').problem(400)
        server.request("GET", "/v1/chats", token="wrong-token").problem(401)
        server.request("GET", "/v1/chats/ada+bob/live", headers=UPGRADE, token="wrong-token").problem(401)
        server.request("GET", "/v1/chats?token=wrong-token").problem(401)
        ada.create("bob")
        push, live = channels(bob)
        with ada.on_one_connection():
            for number, text in enumerate(texts_sent):
                assert ada.post(CHAT, text, f"m{number}").status == 201
        ada.post(CHAT, "xanadu", "m1").problem(409)
        ada.request("POST", f"/v1/chats/{CHAT}/messages", b'{"id":"x","text":"xanadu"').problem(400)
        ada.request("POST", f"/v1/chats/{CHAT}/messages", {"transactionId": "x", "text": "xanadu" * 20_000}).problem(413)
        ada.create("xanadu").problem(404)
        ada.people("xanadu")
        bob.mark(CHAT, read="ada/m500")
        live.say(type="typing", isActive=True, text="xanadu")
        live.send("xanadu {")
        assert live.ended() == 1007
        assert len(bob.messages(CHAT, after=0, limit=500).json["messages"]) == 500
        assert len(bob.push(since=0).until("ready")) > 500
        telex = devices("telex")
        log_in_again(telex, server, "ada")
        pipe = opened_pipe(telex).wait(
            lambda p: p.models["messages"]["totalCount"] == len(texts_sent), "all messages")
        assert pipe.finish() == 0
        secrets.append(json.loads(next(telex.home.rglob("account.json")).read_text())["token"])
        assert ada.request("POST", "/v1/logout").status == 204
        server.revoke("bob")
        push.ended()
        server.stop()
        log = server.log()
    assert len(log.splitlines()) > 500
    assert [secret for secret in (*secrets, *texts_sent, "Quetzalcoatl") if secret in log] == []
