"""Certificates for the tests, made by the openssl command."""

import datetime
import pathlib
import subprocess

from telex_program import PATIENCE

CONFIGURATION = """
[ca]
default_ca = ours
[ours]
new_certs_dir = .
database = index
serial = serial
unique_subject = no
default_md = sha256
policy = any
[any]
commonName = supplied
[req]
distinguished_name = name
prompt = no
[name]
CN = {name}
[authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, digitalSignature, keyCertSign, cRLSign
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
subjectAltName = {names}
[server]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
subjectAltName = {names}
"""
DAY = datetime.timedelta(days=1)
HERE = "DNS:localhost, IP:127.0.0.1"


class Authority:
    """A certificate authority, self-signed or signed by another one."""

    def __init__(self, folder, name="Telex Tests", by=None):
        self.folder, self.name = pathlib.Path(folder).resolve(), name
        self.folder.mkdir()
        (self.folder / "index").touch()
        (self.folder / "serial").write_text("01\n")
        self.pair = self.certificate, self.key = self._make("ca", "authority", HERE, -DAY, 365 * DAY, by or self)

    def issue(self, file="server", names=HERE, begins=-DAY, ends=30 * DAY):
        """Issues a certificate, valid between `begins` and `ends` from now; returns its path and the key's."""
        return self._make(file, "server", names, begins, ends, self)

    def _make(self, file, kind, names, begins, ends, by):
        certificate, key, request = (self.folder / f"{file}{ending}" for ending in (".pem", ".key", ".request"))
        text = CONFIGURATION.format(name=self.name if kind == "authority" else file, names=names)
        (by.folder / "configuration").write_text(text)
        by.openssl("ecparam", "-genkey", "-name", "prime256v1", "-noout", "-out", key)
        by.openssl("req", "-new", "-config", "configuration", "-key", key, "-out", request)
        now = datetime.datetime.now(datetime.timezone.utc)
        begin, end = (f"{now + when:%Y%m%d%H%M%SZ}" for when in (begins, ends))
        signer = ["-selfsign"] if key == by.folder / "ca.key" else ["-cert", "ca.pem"]
        by.openssl("ca", "-config", "configuration", "-batch", "-notext", *signer, "-keyfile", "ca.key",
                   "-extensions", kind, "-startdate", begin, "-enddate", end, "-in", request, "-out", certificate)
        return certificate, key

    def openssl(self, *arguments):
        done = subprocess.run(["openssl", *arguments], cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, done.stderr
