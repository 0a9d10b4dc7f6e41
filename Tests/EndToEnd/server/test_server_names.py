"""Names that two people on a chat server have."""

from pipe_process import Pipe
from server import Person, login, server


def test_ambiguous_name_on_telex_server_offers_candidates_with_ids(server, telex):
    login(telex, server, "ada", "Ada")
    for user in ("twin1", "twin2"):
        Person(server, user, "Twin")
    pipe = Pipe(telex, "--subscribe", "connection,chatForm,messages,recipients").connect()
    pipe.send({"event": "chat.creating", "recipient": "twin", "id": "new"})
    pipe.wait(lambda p: p.models.get("recipients", {}).get("candidates"), "the choice")
    candidates = {row["recipient"]: row["actions"]["create"] for row in pipe.models["recipients"]["candidates"]}
    assert candidates.keys() == {"Twin (twin1)", "Twin (twin2)"}
    pipe.press(candidates["Twin (twin2)"]).wait(lambda p: "messages" in p.models, "the chat")
    assert pipe.models["messages"]["chatId"] == "ada+twin2"
    assert pipe.finish() == 0
