"""Synapse, the Matrix homeserver, on SQLite: the smallest useful setup on one machine."""

import base64
import hashlib
import json
import subprocess
import time
import urllib.parse

from program import ROOT, Program, reserve

PYTHON = str(ROOT / ".build/venv-bench/bin/python")
CLIENT = "/_matrix/client/v3"
UNLIMITED = {"per_second": 1e6, "burst_count": 1_000_000}
RATES = {
    "rc_message": UNLIMITED, "rc_registration": UNLIMITED, "rc_registration_token_validity": UNLIMITED,
    "rc_login": {"address": UNLIMITED, "account": UNLIMITED, "failed_attempts": UNLIMITED},
    "rc_admin_redaction": UNLIMITED, "rc_joins": {"local": UNLIMITED, "remote": UNLIMITED},
    "rc_joins_per_room": UNLIMITED, "rc_key_requests": UNLIMITED, "rc_3pid_validation": UNLIMITED,
    "rc_invites": {"per_room": UNLIMITED, "per_user": UNLIMITED, "per_issuer": UNLIMITED},
    "rc_third_party_invite": UNLIMITED, "rc_media_create": UNLIMITED, "rc_presence": {"per_user": UNLIMITED},
    "rc_delayed_event_mgmt": UNLIMITED, "rc_room_creation": UNLIMITED, "rc_reports": UNLIMITED,
    "rc_user_directory": UNLIMITED, "rc_profile": UNLIMITED,
}


def quoted(text):
    """Escapes the text for use in a path."""
    return urllib.parse.quote(text, safe="")


class Synapse(Program):
    """Runs Synapse with its database, keys and log in a folder."""

    def __init__(self, folder, python=PYTHON, **configuration):
        """`configuration`: settings that override the defaults or are added to them."""
        super().__init__(folder)
        self.python, self.configuration = python, configuration

    def start(self):
        """Starts it on a free port, or on the previous port after the first start."""
        if not self.port:
            self.place, self.port = reserve()
        self._configure()
        self.run([self.python, "-m", "synapse.app.homeserver", "-c", "hs.yaml"], stdout=subprocess.DEVNULL)
        try:
            self._wait()
        except BaseException:
            self.stop()
            raise
        return self

    def _wait(self, seconds=120):
        """Waits until it responds."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                return self.request("GET", "/_matrix/client/versions")
            except ConnectionRefusedError:
                assert self.process.poll() is None and time.monotonic() < deadline, self.log()
                time.sleep(0.05)

    def _configure(self):
        """Writes the configuration as JSON, which is valid YAML."""
        listener = {"port": self.port, "bind_addresses": ["127.0.0.1"], "type": "http",
                    "resources": [{"names": ["client"]}]}
        configuration = {
            "server_name": "localhost", "report_stats": False, "listeners": [listener],
            "pid_file": str(self.folder / "pid"), "signing_key_path": str(self.folder / "signing.key"),
            "media_store_path": str(self.folder / "media"), "log_config": str(self.folder / "log.yaml"),
            "database": {"name": "sqlite3", "args": {"database": str(self.folder / "homeserver.sqlite")}},
            "enable_registration": True, "enable_registration_without_verification": True, "bcrypt_rounds": 4,
            # Otherwise Synapse drops pushes to this machine.
            "ip_range_blacklist": [],
            "trusted_key_servers": [],
            # Otherwise a repeated first sync is up to two minutes stale.
            "caches": {"sync_response_cache_duration": "0s"},
            "user_directory": {"search_all_users": True},
            **RATES, **self.configuration,
        }
        log = {"version": 1, "handlers": {"stderr": {"class": "logging.StreamHandler"}},
               "root": {"level": "WARNING", "handlers": ["stderr"]}}
        key = base64.b64encode(hashlib.sha256(str(self.folder).encode()).digest()).decode().rstrip("=")
        (self.folder / "signing.key").write_text(f"ed25519 a_key {key}\n")
        (self.folder / "hs.yaml").write_text(json.dumps(configuration))
        (self.folder / "log.yaml").write_text(json.dumps(log))

    def register(self, name):
        """Creates an account; returns the access token and the user id."""
        answer = self.request("POST", f"{CLIENT}/register", {
            "username": name, "password": f"{name}'s password", "device_id": "ONE",
            "auth": {"type": "m.login.dummy"}})
        return answer["access_token"], answer["user_id"]

    def room(self, token, other, other_token):
        """Creates a room for two and joins both; returns its id."""
        room = self.request("POST", f"{CLIENT}/createRoom", {
            "preset": "trusted_private_chat", "is_direct": True, "invite": [other]}, token)["room_id"]
        self.request("POST", f"{CLIENT}/join/{quoted(room)}", {}, other_token)
        return room
