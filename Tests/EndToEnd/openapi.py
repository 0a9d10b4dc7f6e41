"""The chat server's own description at /openapi.json, and requests for everything that it describes."""

import collections
import functools
import http.client
import json
import re

import jsonschema_rs

from conftest import PATIENCE
from server import UPGRADE, Response

# Sample values by the name of a parameter or member. A missing name makes the tests fail, so that it gets added here.
SAMPLES = {"chatId": "ada+bob", "recipient": "dan", "transactionId": "new", "text": "hello", "readId": "ada/m1",
           "deliveredId": "ada/m1", "invitation": "none", "since": 0, "limit": 10, "after": 0, "before": 2, "query": "a", "recipients": ["dan"],
           "messageId": "ada%2Fm1", "key": "%F0%9F%91%8D"}


class Operation(collections.namedtuple("Operation", "method path description")):
    """A method of a path, as the document describes it."""

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
    """The server's OpenAPI document."""

    def __init__(self, json):
        self.json = json
        self.operations = [Operation(method.upper(), path, description)
                           for path, methods in json["paths"].items() for method, description in methods.items()]

    def resolved(self, schema):
        return {**schema, "components": self.json["components"]}

    @functools.cache
    def validator(self, schema):
        """`schema`: JSON text."""
        return jsonschema_rs.Draft202012Validator(self.resolved(json.loads(schema)), validate_formats=True)

    def check(self, operation, answer):
        """Asserts that the document allows this response to the operation."""
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
    """Returns a sample body with the required members; for `anyOf`, those of the first form."""
    required = [*schema["required"], *schema.get("anyOf", [{}])[0].get("required", [])]
    return {name: SAMPLES[name] for name in required}


def ask(server, method, path, body=None, token=None, **headers):
    """Sends a request like TelexServer.request. Of an endless response it reads only the beginning."""
    headers.update({"Authorization": f"Bearer {token}"} if token is not None else {})
    if body is not None:
        headers.setdefault("Content-Type", "application/json")
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    try:
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        is_stream = response.headers.get_content_type() == "text/event-stream"
        return Response(response.status, response.headers, response.read1() if is_stream else response.read())
    finally:
        connection.close()


def ask_for(server, operation, token=None, path=SAMPLES, query="", body=..., upgrade=True):
    """Requests an operation, with samples for everything not given."""
    target = re.sub(r"\{(\w+)\}", lambda match: {**SAMPLES, **path}[match[1]], operation.path) + query
    body = (operation.body and sample(operation.body)) if body is ... else body
    # The upgrade headers matter only for the live channel.
    return ask(server, operation.method, target, body, token, **(UPGRADE if upgrade else {}))
