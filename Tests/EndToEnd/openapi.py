"""What the chat server says of itself in /openapi.json, and how to ask it for all that is described there."""

import collections
import functools
import http.client
import json
import re

import jsonschema_rs

from server import UPGRADE, Response

# By the name of a parameter or of a member of a body; what is not here makes the tests fail, so that it is put here.
SAMPLES = {"chatId": "ada+bob", "recipient": "dan", "transactionId": "new", "text": "hello", "readId": "ada/m1",
           "deliveredId": "ada/m1", "invitation": "none", "since": 0, "limit": 10, "after": 0, "before": 2, "query": "a", "recipients": ["dan"],
           "messageId": "ada%2Fm1"}


class Operation(collections.namedtuple("Operation", "method path description")):
    """What one method does at one path, as the document has it."""

    @property
    def name(self):
        return f"{self.method} {self.path}"

    @property
    def is_open(self):
        return self.description["security"] == []

    def parameters(self, place):
        return [each for each in self.description.get("parameters", []) if each["in"] == place]

    @property
    def body(self):
        request = self.description.get("requestBody")
        return request and request["content"]["application/json"]["schema"]

    @property
    def successes(self):
        return {int(status) for status in self.description["responses"] if status < "4"}


class Document:
    """What the server says of itself."""

    def __init__(self, json):
        self.json = json
        self.operations = [Operation(method.upper(), path, description)
                           for path, methods in json["paths"].items() for method, description in methods.items()]

    def resolved(self, schema):
        return {**schema, "components": self.json["components"]}

    @functools.cache
    def validator(self, schema):
        """`schema`: as JSON text."""
        return jsonschema_rs.Draft202012Validator(self.resolved(json.loads(schema)), validate_formats=True)

    def check(self, operation, answer):
        """Asserts that the operation may answer so."""
        responses = operation.description["responses"]
        assert str(answer.status) in responses, f"{operation.name} is not to answer {answer}"
        content = responses[str(answer.status)].get("content")
        kind = answer.headers.get_content_type()
        if answer.status == 401:
            assert answer.headers["WWW-Authenticate"].startswith("Bearer"), operation.name
        if content is None:
            return
        assert kind in content, f"{operation.name}: {answer}"
        schema = content[kind].get("schema")
        if schema and kind.endswith("json"):
            self.validator(json.dumps(schema)).validate(answer.json)
        if answer.status >= 400:
            answer.problem(answer.status)


def sample(schema):
    """A body of that form: what is required, of several forms the first."""
    required = [*schema["required"], *schema.get("anyOf", [{}])[0].get("required", [])]
    return {name: SAMPLES[name] for name in required}


def ask(server, method, path, body=None, token=None, **headers):
    """As TelexServer.request does; of an answer that goes on for ever it takes the beginning."""
    headers.update({"Authorization": f"Bearer {token}"} if token is not None else {})
    if body is not None:
        headers.setdefault("Content-Type", "application/json")
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    try:
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        is_stream = response.headers.get_content_type() == "text/event-stream"
        return Response(response.status, response.headers, response.read1() if is_stream else response.read())
    finally:
        connection.close()


def ask_for(server, operation, token=None, path=SAMPLES, query="", body=..., upgrade=True):
    """Asks for what an operation does, with samples for all that is not given."""
    target = re.sub(r"\{(\w+)\}", lambda match: {**SAMPLES, **path}[match[1]], operation.path) + query
    body = (operation.body and sample(operation.body)) if body is ... else body
    # Nothing but a live channel is changed by that.
    return ask(server, operation.method, target, body, token, **(UPGRADE if upgrade else {}))
