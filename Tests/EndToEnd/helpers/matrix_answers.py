"""Records what Synapse answers to telex's requests, for the tests in Tests/TelexMatrixTests:
    .build/venv/bin/python Tests/EndToEnd/matrix_answers.py
Each play is a list of steps: what people did, and the answers to the requests that telex makes then. Ids, tokens and
times are replaced, so that they do not depend on the run.
"""

import contextlib
import importlib.metadata
import json
import pathlib
import re
import tempfile
import urllib.parse

from matrix import CLIENT, Homeserver, Person, Refused, quoted

FILE = pathlib.Path(__file__).resolve().parents[2] / "TelexMatrixTests/Synapse/answers.json"
NAMES = "ada|bob|cyd|dot|eve"
LAZY = {"lazy_load_members": True, "include_redundant_members": True}
MEGOLM = {"algorithm": "m.megolm.v1.aes-sha2"}
CIPHER = {**MEGOLM, "ciphertext": "AwgAEpAB", "session_id": "s", "sender_key": "k", "device_id": "ONE"}
SPACE = {"creation_content": {"type": "m.space"}}
IMAGE = {"url": "mxc://localhost/cat", "filename": "cat.png"}
NOT_SEEN = {"age", "device_one_time_keys_count", "device_unused_fallback_key_types", "device_lists",
            "org.matrix.msc2732.device_unused_fallback_key_types", "to_device"}


def text(body, **content):
    return {"msgtype": "m.text", "body": body, "m.mentions": {}, **content}


def edit(event, body):
    return text(f"* {body}", **{"m.new_content": text(body), "m.relates_to": {"rel_type": "m.replace", "event_id": event}})


class Play:
    """The steps of one play, in which Ada uses telex."""

    def __init__(self, homeserver, number):
        self.homeserver, self.number, self.steps, self.named, self.times = homeserver, number, [], {}, {}
        self.people = [Person(homeserver, f"{name}{number}", name.title()) for name in NAMES.split("|")]
        self.since, self.known = None, set()

    def name(self, **ids):
        """Gives events and rooms the names that they have in the recording."""
        self.named |= {value: value[0] + name + (":x" if value[0] == "!" else "") for name, value in ids.items()}

    def say(self, person, room, **texts):
        """Sends messages; returns their events, which have the names of the arguments."""
        events = {name: person.send(room, text) for name, text in texts.items()}
        self.name(**events)
        return list(events.values())

    def count(self, person, room, number):
        return self.say(person, room, **{f"text{count}": f"text {count}" for count in range(number)})

    def club(self, *others, **options):
        """Returns a room of Bob's that Ada and others are in."""
        ada, bob, *_ = self.people
        room = bob.create(ada, *others, **{"name": "Club", **options})
        for other in (ada, *others):
            other.join(room)
        self.name(club=room)
        return room

    # Recording

    def begin(self, step):
        self.steps.append({"step": step, "answers": []})
        return self

    def ask(self, method, path, body=None, **query):
        """Adds the answer to a request of telex to the current step; returns it."""
        shown = "&".join(f"{name}={value}" for name, value in query.items() if name not in ("filter", "timeout"))
        # The last part of these is a transaction id.
        key = re.sub(r"^(PUT rooms/[^/]+/(?:send/[^/]+|redact/[^/]+))/.*", r"\1", f"{method} {path[1:]}")
        target = "/".join(map(quoted, (path if path.startswith("/_") else CLIENT + path).split("/")))
        try:
            status, answer = 200, self.homeserver.request(
                method, target + ("?" + urllib.parse.urlencode(query) if query else ""), body, self.people[0].token)
        except Refused as refusal:
            status, answer = refusal.status, json.loads(str(refusal).split(f" {refusal.status} ", 1)[1])
        said = json.loads(query["filter"]) if "filter" in query else body
        self.steps[-1]["answers"].append(
            [key + (f"?{shown}" if shown else ""), said if len(str(said)) < 10_000 else None, status, answer])
        return answer

    def put(self, room, content):
        return self.ask("PUT", f"/rooms/{room}/send/m.room.message/m1", content)["event_id"]

    def event(self, room, event):
        self.ask("GET", f"/rooms/{room}/event/{event}")

    def read(self, step, room, event):
        self.begin(step).ask("POST", f"/rooms/{room}/read_markers", {"m.fully_read": event, "m.read": event})
        self.see(None)

    def page(self, room, start, limit, **end):
        return self.ask("GET", f"/rooms/{room}/messages", dir="b", **{"from": start}, limit=limit, **end, filter=json.dumps(LAZY))

    def start(self, step="start"):
        """Records a first sync."""
        self.begin(step).ask("GET", "/joined_rooms")
        answer = self._sync(1)
        self.known = set(answer.get("rooms", {}).get("join", {}))
        for room in self.known:
            timeline = answer["rooms"]["join"][room]["timeline"]
            if timeline["limited"]:
                self.page(room, timeline["prev_batch"], 19)

    def see(self, step, *_):
        """Records a sync, with the messages that are missing in it, after what the arguments do."""
        if step:
            self.begin(step)
        since, rooms = self.since, self._sync(50, since=self.since, timeout=0).get("rooms", {})
        for room, news in (rooms.get("join", {}) | rooms.get("leave", {})).items():
            # All that is missing in a new room is a gap.
            token = news["timeline"]["prev_batch"] if news["timeline"].get("limited") and room in self.known else None
            while token:
                token = self.page(room, token, 100, to=since).get("end")
        self.known = (self.known | set(rooms.get("join", {}))) - set(rooms.get("leave", {}))

    def _sync(self, limit, **query):
        rooms = {"timeline": {"limit": limit, "lazy_load_members": True}, "state": LAZY,
                 "ephemeral": {"types": ["m.typing", "m.receipt"]}, "account_data": {"types": ["m.tag", "m.marked_unread"]}}
        types = ["m.direct", "m.push_rules", "m.ignored_user_list"]
        answer = self.ask("GET", "/sync", **query, filter=json.dumps({
            "room": rooms, "presence": {"types": []}, "account_data": {"types": types}}))
        self.since = answer["next_batch"]
        return answer

    # Replacing what depends on the run

    def recorded(self):
        for number, step in enumerate(self.steps):
            moments = sorted(moments_in(step["answers"]))
            # Later steps are 20 seconds later: what happens when a room is created does not show.
            for place, (moment, event) in enumerate(moments):
                self.times.setdefault(moment, 20_000 * (number + 1) + place)
                self.numbered(event)
            step["answers"] = self.plain(step["answers"])
        steps = json.dumps(self.steps, ensure_ascii=False)
        for ids in (r"[st][\d-]+(?:_[\d~.]+){4,}", r"\$[\w-]{43}|![\w-]{43}|![A-Za-z]{18}:localhost"):
            steps = re.sub(ids, lambda id: self.numbered(id[0]), steps)
        return json.loads(re.sub(rf"\b({NAMES}|town){self.number}\b", r"\1", steps).replace("localhost", "x"))

    def numbered(self, id):
        if id not in self.named:
            number = 1 + sum(name[0] == id[0] and name[1:].removesuffix(":x").isdigit() for name in self.named.values())
            self.name(**{str(number): id})
        return self.named[id]

    def plain(self, value):
        if isinstance(value, dict):
            return {name: self.times.get(member, 0) if name in ("origin_server_ts", "ts") else self.plain(member)
                    for name, member in value.items() if name not in NOT_SEEN}
        return [self.plain(element) for element in value] if isinstance(value, list) else value


def moments_in(value):
    """Yields when each event was sent, and its id."""
    if isinstance(value, dict) and "origin_server_ts" in value and "event_id" in value:
        yield value["origin_server_ts"], value["event_id"]
    for element in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from moments_in(element)


def creation(play, ada, bob, cyd, dot, eve):
    direct, search = f"/user/{ada.user}/account_data/m.direct", "/user_directory/search"
    dot.rename("Twin"), eve.rename("Twin")
    play.start()
    play.begin("an unknown person").ask("GET", "/profile/@nobody:localhost")
    play.begin("nobody of that name").ask("POST", search, {"search_term": "Nobody", "limit": 20})
    play.begin("several of one name").ask("POST", search, {"search_term": "Twin", "limit": 20})
    play.begin("a search").ask("POST", search, {"search_term": "Twin", "limit": 20})
    play.begin("Bob by name").ask("POST", search, {"search_term": "Bob", "limit": 20})

    def create(name, *before):
        play.ask("GET", f"/profile/{bob.user}")
        play.ask("GET", direct)
        room = play.ask("POST", "/createRoom", {"is_direct": True, "preset": "trusted_private_chat", "invite": [bob.user]})["room_id"]
        play.name(**{name: room})
        play.ask("PUT", direct, {bob.user: [*before, room]})
        return room

    room = create("bobs")
    play.see("the new room")
    play.begin("a text for Bob").name(text=play.put(room, text("Hello")))
    play.see(None)
    play.see("Bob joins", bob.join(room))
    play.begin("Bob again").ask("GET", f"/profile/{bob.user}")
    play.ask("GET", direct)
    play.see("Bob leaves", bob.leave(room))
    play.begin("Bob once more")
    create("second", room)
    club = bob.create(preset="public_chat", name="The club", room_alias_name=f"town{play.number}")
    play.name(club=club)
    play.begin("a room by its alias").ask("POST", f"/join/#town{play.number}:localhost", {})
    play.ask("GET", f"/rooms/{club}/state/m.room.create/")
    play.see("the room")
    bob.create(room_alias_name=f"eve{play.number}")
    for address in ("#nothing:localhost", f"#eve{play.number}:localhost", "!nowhere:localhost"):
        refusal = play.begin(f"{address[:4]} is refused").ask("POST", f"/join/{address}", {})
        if refusal["errcode"] != "M_NOT_FOUND":
            play.ask("GET", f"/_matrix/client/v1/room_summary/{address}")


def rooms(play, ada, bob, cyd, dot, eve):
    club, direct, nameless = play.club(cyd), ada.create_direct(dot), cyd.create(ada, bob)
    left, space = bob.create(ada, name="Left"), bob.create(ada, name="Space", **SPACE)
    dot.join(direct), ada.join(nameless), bob.join(nameless), ada.join(left), ada.leave(left), ada.join(space)
    play.name(direct=direct, nameless=nameless, left=left, space=space)
    play.say(cyd, club, chapter="Chapter three?")
    play.say(ada.elsewhere(), club, notyet="Not yet.")
    play.say(dot, direct, there="Are you there?")
    play.start()
    eve.request("PUT", f"/profile/{quoted(eve.user)}/displayname", {"displayname": ""})
    play.see("somebody without a name", bob.invite(club, eve), eve.join(club), play.say(eve, club, eve="hello"))
    play.see("Dot types", dot.type(direct))
    play.see("Dot stops", dot.type(direct, False))


def revisions(play, ada, bob, cyd, dot, eve):
    room, elsewhere = play.club(cyd), ada.elsewhere()
    early = play.count(bob, room, 30)
    play.start()
    one, two, three = play.say(bob, room, one="One", two="Two", three="Three")
    play.see("Bob writes")
    play.see("Bob edits and deletes", bob.edit(room, one, "One, corrected"), bob.edit(room, one, "One, corrected again"),
             bob.redact(room, two))
    play.see("Cyd forges", cyd.edit(room, one, "forged"))
    slip = bob.edit(room, three, "a slip")
    play.see("a slip")
    play.see("the slip is deleted", bob.redact(room, slip))
    play.event(room, three)
    play.see("Bob revises what is old", bob.edit(room, early[2], "text 2, corrected"), bob.redact(room, early[3]))
    play.event(room, early[2])
    mine, gone = play.say(elsewhere, room, mine="Mine", gone="Gone")
    play.see("our other device", elsewhere.edit(room, mine, "Mine, corrected"), elsewhere.redact(room, gone))
    play.begin("we edit").event(room, mine)
    play.put(room, edit(mine, "Mine again"))
    play.see(None)
    play.begin("we delete").ask("PUT", f"/rooms/{room}/redact/{mine}/d1", {})
    play.see(None)
    caption, wave = bob.send(room, "My cat", "m.image", **IMAGE), bob.send(room, "waves", "m.emote")
    play.name(caption=caption, wave=wave)
    (note,) = play.say(bob, room, note="A text")
    play.see("kinds", bob.edit(room, caption, "Our cat", msgtype="m.image", **IMAGE),
             bob.edit(room, wave, "bows", msgtype="m.emote"), bob.edit(room, note, "A notice", msgtype="m.notice"))
    relations = [*({"rel_type": "m.replace", "event_id": event} for event in ("$nothing", "", 7, None)),
                 {"rel_type": "m.replace"}, "m.replace", None]
    odd = [({"msgtype": "m.text", "body": "odd"}, relation) for relation in relations]
    odd += [(content, {"rel_type": "m.replace", "event_id": one})
            for content in ({}, {"body": 7}, {"msgtype": "m.text"}, "text", None)]
    for content, relation in odd:
        with contextlib.suppress(Refused):
            bob.send(room, "* odd", **{"m.new_content": content, "m.relates_to": relation})
    play.see("malformed edits")
    play.start("another device")
    play.event(room, mine)


def unread(play, ada, bob, cyd, dot, eve):
    room, us, everybody = play.club(cyd), {"m.mentions": {"user_ids": [ada.user]}}, {"m.mentions": {"room": True}}
    (first,) = play.say(bob, room, first="the first")
    play.start()
    play.see("a message", bob.send(room, "Two"))
    play.see("a mention", bob.send(room, "Ada, two?", **us))
    play.see("a notice", bob.send(room, "notice", "m.notice", **us))
    play.see("a reaction", bob.react(room, first, "+"))
    play.see("a topic", bob.set_state(room, "m.room.topic", {"topic": "Books"}))
    play.see("something unknown with a mention", bob.put(room, "org.example.unknown", us))
    play.see("our name", bob.send(room, "All: Ada, where are you?"))
    play.see("our name, which is no mention", bob.send(room, "Not Ada", **{"m.mentions": {}}))
    play.see("our user name", bob.send(room, f"{ada.name}?"))
    play.see("a mention of all by the owner", bob.send(room, "@room now", **everybody))
    play.see("the same as it once was", bob.send(room, "@room now"))
    play.see("a mention of all by somebody else", cyd.send(room, "@room now", **everybody))
    play.see("an edit", bob.edit(room, first, "the first, corrected"))
    correction = bob.edit(room, first, "the first, Ada", **us)
    play.name(correction=correction)
    play.see("an edit with a mention")
    play.read("that the edit was read", room, correction)
    play.see("a sticker", bob.put(room, "m.sticker", {"body": "A cat", "url": "mxc://x/y", "info": {}}))
    play.see("what is encrypted", bob.put(room, "m.room.encrypted", CIPHER))
    play.see("an answer of our own", ada.elsewhere().send(room, "Five"))
    play.see("that it was read elsewhere", ada.read(room, bob.last_event(room)))
    (last,) = play.say(bob, room, last="Six")
    play.see("the next")
    play.read("that it was read here", room, last)
    play.see("the room is muted", ada.request("PUT", f"/pushrules/global/room/{room}", {"actions": []}))
    play.see("a message in a muted room", bob.send(room, "hello"))
    play.see("a mention in a muted room", bob.send(room, "Ada?", **us))
    mine, late = play.say(ada.elsewhere(), room, mine="Mine", late="Late")
    play.see("ours")
    play.see("Bob reads, the last one in private", bob.read(room, late, "m.read.private"), bob.read(room, mine))
    play.see("Cyd reads a reaction", cyd.read(room, bob.react(room, late, "👍")))


def changes(play, ada, bob, cyd, dot, eve):
    room = bob.create(ada, cyd, eve, name="Club", topic="Films")
    play.name(club=room)
    ada.join(room)
    play.start()
    play.see("they join", cyd.join(room), eve.join(room))
    eve.rename("Eva")
    # The server propagates a new name with a delay.
    while bob.state(room, "m.room.member", eve.user)["displayname"] != "Eva":
        pass
    play.see("a new name")
    play.see("a new title and topic", bob.set_state(room, "m.room.name", {"name": "Film club"}),
             bob.set_state(room, "m.room.topic", {"topic": "Films\nof the week"}))
    play.see("they go", cyd.leave(room), bob.kick(room, eve, "spoilers"),
             bob.request("POST", f"/rooms/{quoted(room)}/ban", {"user_id": cyd.user}))
    bob.set_state(room, "m.room.join_rules", {"join_rule": "knock"})
    play.see("Dot knocks", dot.request("POST", f"/knock/{quoted(room)}", {"reason": "Let me in"}))
    play.start("another device")
    (mine,) = play.say(ada.elsewhere(), room, mine="Mine")
    play.see("only Bob may write", bob.set_power(room, events_default=50))
    play.begin("we may not edit").event(room, mine)
    play.ask("PUT", f"/rooms/{room}/send/m.room.message/e1", edit(mine, "Yours"))
    play.begin("we may not write").ask("PUT", f"/rooms/{room}/send/m.room.message/m1", text("May I?"))
    play.see("all may write", bob.set_power(room, events_default=0))
    play.begin("too long").ask("PUT", f"/rooms/{room}/send/m.room.message/m2", text("x" * 65_400))
    bob.set_state(room, "m.room.join_rules", {"join_rule": "public"})
    new = bob.request("POST", f"/rooms/{quoted(room)}/upgrade", {"new_version": "12"})["replacement_room"]
    play.name(new=new)
    play.see("a new room")
    play.begin("we follow").ask("POST", f"/join/{new}", {}, via="localhost", server_name="localhost")
    play.ask("GET", f"/rooms/{new}/state/m.room.create/")
    play.see(None)
    play.see("we are removed", play.count(bob, new, 60), bob.kick(new, ada, "enough"))
    play.begin("what we may no longer send").ask("GET", f"/rooms/{new}/state/m.room.encryption/")
    play.ask("PUT", f"/rooms/{new}/send/m.room.message/m3", text("Why?"))
    play.see("Bob invites us again", bob.invite(new, ada))
    play.begin("we are back").ask("POST", f"/join/{new}", {})
    play.see(None)
    play.put(new, text("Thanks"))
    play.see(None)


def invitations(play, ada, bob, cyd, dot, eve):
    club = bob.create(name="Club")
    play.name(club=club)
    play.say(bob, club, before="Before she came")
    play.start()
    play.see("an invitation", bob.invite(club, ada))
    play.begin("we accept").ask("POST", f"/join/{club}", {})
    play.see(None)
    encryption = {"type": "m.room.encryption", "state_key": "", "content": MEGOLM}
    other, space = bob.create(ada, name="Other"), bob.create(ada, name="Town", **SPACE)
    direct = bob.create_direct(ada, initial_state=[encryption])
    play.name(other=other, space=space, direct=direct)
    play.see("three more")
    play.begin("we decline").ask("GET", f"/rooms/{other}/state/m.room.member/{ada.user}")
    play.ask("POST", f"/rooms/{other}/leave", {})
    play.see(None)
    play.see("again", bob.invite(other, ada))
    play.see("Bob withdraws it", bob.kick(other, ada))
    play.begin("too late").ask("POST", f"/join/{other}", {})
    play.begin("we accept the space").ask("POST", f"/join/{space}", {})
    play.see(None)
    play.begin("we accept the encrypted one").ask("POST", f"/join/{direct}", {})
    play.ask("PUT", f"/user/{ada.user}/account_data/m.direct", {bob.user: [direct]})
    play.see(None)
    door, alias = bob.create(name="Door", room_alias_name=f"town{play.number}"), f"#town{play.number}:localhost"
    bob.set_state(door, "m.room.join_rules", {"join_rule": "knock"})
    play.name(door=door)
    play.begin("a closed door").ask("POST", f"/join/{alias}", {})
    play.ask("GET", f"/_matrix/client/v1/room_summary/{alias}")
    for step in ("we knock", "we knock again", "we knock once more"):
        play.begin(step).ask("POST", f"/knock/{alias}", {})
        play.see(None)
        if step == "we knock":
            play.begin("we withdraw").ask("GET", f"/rooms/{door}/state/m.room.member/{ada.user}")
            play.ask("POST", f"/rooms/{door}/leave", {})
            play.see(None)
        elif step == "we knock again":
            play.see("Bob refuses", bob.kick(door, ada, "No."))
    play.see("Bob opens", bob.invite(door, ada))
    late = bob.create(ada, name="Late")
    play.name(late=late)
    play.see("one more")
    play.see("accepted elsewhere", ada.elsewhere().join(late))


def kinds(play, ada, bob, cyd, dot, eve):
    room = play.club(cyd)
    play.start()
    for kind, content in [
            *(("m.room.message", {"msgtype": f"m.{kind}", "body": f"a {kind}", "url": "mxc://localhost/abc", "geo_uri": "geo:1,2"})
              for kind in ("emote", "notice", "image", "file", "audio", "video", "location", "unheard_of")),
            ("m.room.message", {"msgtype": "m.image", "body": ""}), ("m.sticker", {"body": "A cat"}),
            ("m.room.encrypted", CIPHER), ("org.example.unknown", {"body": "unknown"}),
            ("m.room.message", text("bold", format="org.matrix.custom.html", formatted_body="<b>not so plain</b>"))]:
        bob.put(room, kind, content)
    play.see("every kind")
    (mine,) = play.say(ada.elsewhere(), room, mine="Mine")
    bob.encrypt(room)
    play.name(secret=bob.put(room, "m.room.encrypted", CIPHER))
    play.see("the room is encrypted")
    play.begin("what we may still do").ask("PUT", f"/rooms/{room}/redact/{mine}/d1", {})
    old, new = (bob.create(ada, name=name) for name in ("Old", "New"))
    play.name(old=old, new=new)
    play.see("two rooms", ada.join(old), ada.join(new))
    play.see("sixty messages missed", play.count(bob, new, 60), play.say(bob, old, hello="Hello"))
    start = play.steps[-1]["answers"][0][3]["rooms"]["join"][old]["timeline"]["prev_batch"]
    play.begin("what is older").page(old, start, 50)


def settings(play, ada, bob, cyd, dot, eve):
    club = play.club(cyd)
    user, rules = f"/user/{ada.user}/rooms/{club}", "/pushrules/global"
    tag, mark = f"{user}/tags/m.favourite", f"{user}/account_data/m.marked_unread"
    condition = {"kind": "event_match", "key": "room_id", "pattern": club}
    play.start()
    play.begin("pinned, muted and marked as unread").ask("PUT", tag, {"order": 0.25})
    play.ask("PUT", f"{rules}/override/{club}", {"actions": [], "conditions": [condition]})
    play.ask("PUT", mark, {"unread": True})
    play.see("the server has all that")
    play.begin("mentions notify").ask("PUT", f"{rules}/room/{club}", {"actions": []})
    play.ask("DELETE", f"{rules}/override/{club}")
    play.see("the server has that, too")
    ada.request("DELETE", f"{rules}/room/{club}", None)
    play.begin("as before").ask("DELETE", tag)
    play.ask("DELETE", f"{rules}/room/{club}")
    play.ask("PUT", mark, {"unread": False})
    play.see("the server has nothing of it")
    play.see("arranged elsewhere", ada.request("PUT", tag, {}), ada.request("PUT", mark, {"unread": True}))
    play.see("muted elsewhere", ada.request("PUT", f"{rules}/room/{club}", {"actions": []}))
    play.start("all on another device")


def ignoring(play, ada, bob, cyd, dot, eve):
    play.club(cyd)
    path = f"/user/{ada.user}/account_data/m.ignored_user_list"
    play.start()
    play.begin("somebody is ignored").ask("GET", path)
    play.ask("PUT", path, {"ignored_users": {cyd.user: {}}})
    play.see("the server has the list")
    ada.request("PUT", path, {"ignored_users": {cyd.user: {}, eve.user: {"since": 1}}, "more": 1})
    play.begin("no longer, after a change elsewhere").ask("GET", path)
    play.ask("PUT", path, {"ignored_users": {eve.user: {"since": 1}}, "more": 1})
    play.see("the server has that, too")
    play.see("the list is emptied elsewhere", ada.request("PUT", path, {"ignored_users": {}}))


def reports(play, ada, bob, cyd, dot, eve):
    room = play.club(cyd)
    (spam,) = play.say(bob, room, spam="Buy!")
    play.start()
    for step, event, reason in (("a reason", spam, "It is spam."), ("no reason", spam, ""), ("no such message", "$nothing", "")):
        play.begin(step).ask("POST", f"/rooms/{room}/report/{event}", {"reason": reason})


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, Homeserver(pathlib.Path(folder)) as homeserver:
        lines = [f'"synapse":"{importlib.metadata.version("matrix-synapse")}"']
        plays = (creation, rooms, revisions, unread, changes, invitations, kinds, settings, ignoring, reports)
        for number, play in enumerate(plays, 1):
            recorded_play = Play(homeserver, number)
            play(recorded_play, *recorded_play.people)
            steps = (json.dumps(step, ensure_ascii=False, separators=(",", ":")) for step in recorded_play.recorded())
            lines.append(f'"{play.__name__}":[\n' + ",\n".join(steps) + "\n]")
    FILE.write_text("{" + ",\n".join(lines) + "}\n")
