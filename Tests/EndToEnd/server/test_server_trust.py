"""Which servers telex trusts: it connects over TLS if the certificate is valid, and otherwise reports why it is not."""

import json
import time

import pytest

from certificates import DAY
from pipe_process import Pipe
from telex_program import PATIENCE
from server import account, login, server
from tls_server import authority, log_in, secure, serve, stranger


def test_unknown_certificate_authority_asks_for_ca(secure, telex):
    invitation = secure.user("ada")
    code, err = log_in(telex, secure.url, invitation)
    assert code == 77 and "signed by an authority that this machine does not trust" in err and "--ca" in err
    assert not account(telex).exists()
    assert log_in(telex, secure.url, invitation, "--ca", secure.authority)[0] == 0
    assert "BEGIN CERTIFICATE" in json.loads(account(telex).read_text())["authority"]
    code, out, _ = telex.run("pipe", "--subscribe", "connection")
    assert code == 0 and '"connectionState":"online"' in out
    assert telex.run("logout")[0] == 0


def test_self_signed_certificate_is_accepted_with_ca(serve, authority, telex):
    login(telex, serve(authority.pair), "ada")


@pytest.mark.parametrize("options, said", [
    ({"begins": -3 * DAY, "ends": -DAY}, "expired on"),
    ({"begins": DAY, "ends": 3 * DAY}, "is not valid until"),
    ({"names": "DNS:elsewhere.example"}, "is for another host name"),
    ({"names": "IP:127.0.0.2"}, "is for another host name"),
], ids=["expired", "early", "name", "address"])
def test_invalid_certificate_is_reported_with_its_reason(serve, authority, telex, options, said):
    secure = serve(authority.issue("bad", **options))
    invitation = secure.user("ada")
    for url in (secure.url, secure.url.replace("localhost", "127.0.0.1")):
        code, err = log_in(telex, url, invitation, "--ca", authority.certificate)
        assert code == 77 and said in err and url in err and not account(telex).exists()
    secure.renew(authority.issue())
    assert log_in(telex, secure.url, invitation, "--ca", authority.certificate)[0] == 0


def test_certificate_from_another_authority_is_reported(serve, stranger, telex):
    secure = serve(stranger.issue())
    code, err = log_in(telex, secure.url, secure.user("ada"), "--ca", secure.authority)
    assert code == 77 and "not signed by the authority in the --ca file" in err and not account(telex).exists()


@pytest.mark.parametrize("text", [
    None, "", "hello", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
], ids=["missing", "empty", "text", "damaged"])
def test_invalid_ca_file_is_reported(secure, telex, text):
    file = telex.home / "trusted.pem"
    if text is not None:
        file.write_text(text)
    code, err = log_in(telex, secure.url, secure.user("ada"), "--ca", file)
    assert code == 66 and str(file) in err and not account(telex).exists()


def test_http_to_an_https_port_is_reported(secure, telex):
    code, err = log_in(telex, secure.url.replace("https", "http"), secure.user("ada"))
    assert code == 69 and secure.url.replace("https", "http") in err and "http or https" in err
    assert not account(telex).exists()


def test_https_to_an_http_port_is_reported(server, telex):
    code, err = log_in(telex, server.url.replace("http", "https"), server.user("ada"))
    assert code in (69, 77) and "does not support TLS" in err and not account(telex).exists()


def offline(pipe, said):
    """Waits until the pipe is offline for that reason. Presses retry to avoid waiting."""
    end = time.monotonic() + PATIENCE
    while said not in pipe.connection.get("statusText", "") and time.monotonic() < end:
        pipe.wait(lambda p: p.connection.get("actions", {}).get("retry") or said in p.connection.get("statusText", ""), said)
        if retry := pipe.connection.get("actions", {}).get("retry"):
            pipe.press(retry).reaches(lambda p: said in p.connection.get("statusText", ""), 0.5)
    assert pipe.connection["connectionState"] == "offline" and said in pipe.connection["statusText"], pipe.connection


def test_connected_clients_report_a_certificate_that_becomes_invalid(secure, authority, stranger, telex):
    def shows(pair):
        secure.kill()
        secure.show(pair)
        secure.start()

    login(telex, secure, "ada")
    pipe = Pipe(telex, "--subscribe", "connection").connect()
    for pair, said in ((authority.issue("old", begins=-3 * DAY, ends=-DAY), "expired on"),
                       (stranger.issue(), "not signed by the authority in the --ca file"),
                       (authority.issue("elsewhere", names="DNS:elsewhere.example"), "is for another host name")):
        shows(pair)
        offline(pipe, said)
        shows(authority.issue())
        pipe.connect()
    assert pipe.finish() == 0
