import TelexJSON

/// The OpenAPI 3.1 description of the server.
///
/// It is generated from the route table and the types that the server decodes requests with.
package enum OpenAPI {
    package static let document: JSONValue = [
        "openapi": "3.1.0",
        "info": [
            "title": "telex-server", "version": "1",
            "description": "The HTTP interface of telex-server. Errors are problem details (RFC 9457).",
        ],
        "paths": paths,
        "components": [
            "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
            "schemas": ["Problem": Problem.schema],
        ],
    ]

    /// The error statuses of every route.
    private static let refusals = [400, 404, 405, 408, 429, 431, 503]
    /// The additional error statuses of a route with a body.
    private static let bodyRefusals = [413, 415, 422]

    private static var paths: JSONValue {
        var paths = JSONObject()
        for route in Route.table {
            let known = paths[route.template] ?? [:]
            paths.set(route.template, known.with([route.method.rawValue.lowercased(): operation(route)]))
        }
        return .object(paths)
    }

    private static func operation(_ route: RouteDescription) -> JSONValue {
        var body = route.body.map { body -> JSONValue in
            ["required": true, "content": ["application/json": ["schema": body.schema]]]
        }
        if !route.uploadHeaders.isEmpty { body = ["content": RouteDescription.Content.file.description!] }
        let operation: JSONValue = [
            "summary": .string(route.summary),
            "parameters": .array(
                route.pathParameters.map(parameter) + route.query.map { parameter($0) }
                    + route.uploadHeaders.map { parameter($0, in: "header") }),
            "responses": responses(of: route),
            "security": route.isOpen ? [] : [["token": []]],
        ]
        return operation.with(["requestBody": body])
    }

    private static func parameter(_ name: String) -> JSONValue {
        let schema: JSONValue =
            name == "fileId" ? ["type": "string", "pattern": PostedFile.pattern] : ["type": "string", "minLength": 1]
        return ["name": .string(name), "in": "path", "required": true, "schema": schema]
    }

    private static func parameter(_ parameter: QueryParameter, in place: String = "query") -> JSONValue {
        let schema: JSONValue =
            switch parameter.kind {
            case .text: ["type": "string"]
            case .number(let range):
                ["type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)]
            }
        return [
            "name": .string(parameter.name), "in": .string(place), "schema": schema,
            "description": .string(parameter.summary),
        ]
    }

    private static func responses(of route: RouteDescription) -> JSONValue {
        var responses = JSONObject()
        for (status, content) in route.answers {
            let response: JSONValue = ["description": "Done."]
            responses.set("\(status)", response.with(["content": content.description]))
        }
        let own = route.refusals + (route.isOpen ? [] : [401]) + (route.body == nil ? [] : bodyRefusals)
        for status in Set(refusals + own).sorted() {
            responses.set(
                "\(status)",
                [
                    "description": "Error. The body explains it.",
                    "content": ["application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]],
                ])
        }
        return .object(responses)
    }
}

extension RouteDescription.Content {
    /// The content by media type; `nil` for no body.
    fileprivate var description: JSONValue? {
        switch self {
        case .none: nil
        case .json(let type): ["application/json": ["schema": type.schema]]
        case .document: ["application/json": ["schema": ["type": "object"]]]
        case .events: ["text/event-stream": ["schema": ["type": "string"]]]
        case .file: ["*/*": ["schema": ["type": "string", "format": "binary"]]]
        }
    }
}

/// A record with constraints that the types of its members do not express.
package protocol Constrained: Record {
    /// Additional schema keywords by member; under `""`, those of the record itself.
    static var constraints: JSONValue { get }
}

extension Constrained {
    package static var schema: JSONValue {
        let members = members.map { member in
            (member.name, member.schema().merging(constraints[member.name]), member.isOptional)
        }
        return Schema.object(plain: members).merging(constraints[""])
    }
}

extension CreateChatRequest: Constrained {
    /// Narrower than what the server accepts, which is any text with a visible character.
    package static let constraints: JSONValue = ["recipient": ["pattern": "[!-~]"]]
}

extension CreateGroupRequest: Constrained {
    package static let constraints: JSONValue = [
        "recipients": InviteRequest.recipients, "title": TitleRequest.title,
    ]
}

extension InviteRequest: Constrained {
    package static let constraints: JSONValue = ["recipients": recipients]

    /// Narrower than what the server accepts: a name needs a visible character.
    fileprivate static let recipients: JSONValue = [
        "minItems": 1, "maxItems": .integer(Int64(Limits.groupPeople - 1)),
        "items": ["type": "string", "pattern": "[!-~]"],
    ]
}

extension TitleRequest: Constrained {
    package static let constraints: JSONValue = ["title": title]

    fileprivate static let title: JSONValue = [
        "pattern": "[!-~]", "maxLength": .integer(Int64(Limits.longestName)),
    ]
}

extension TopicRequest: Constrained {
    package static let constraints: JSONValue = ["topic": ["maxLength": .integer(Int64(Limits.longestTopic))]]
}

extension ChatSettingsInfo: Constrained {
    package static let constraints: JSONValue = ["pinOrder": pinOrder]

    fileprivate static let pinOrder: JSONValue = ["minimum": 0, "maximum": .integer(Limits.lastPin)]
}

extension SettingsRequest: Constrained {
    package static let constraints: JSONValue = [
        "pinOrder": ChatSettingsInfo.pinOrder,
        "changes": [
            "items": [
                "type": "string",
                "enum": .array(ChatSettingsInfo.Change.allCases.map { .string($0.rawValue) }),
            ]
        ],
    ]
}

extension PostRequest: Constrained {
    /// Narrower than what the server accepts, which is limited in bytes.
    package static let constraints: JSONValue = [
        "transactionId": ["pattern": "^[!-.0-~]{1,128}$"], "text": text,
        "kind": ["enum": .array(kinds.map { .string($0) } + [.null])], "": ["not": fileWithKind],
    ]

    /// A message with a file, and of a kind that has none.
    private static let fileWithKind: JSONValue = [
        "required": ["kind", "file"],
        "properties": ["kind": ["enum": ["emote", "notice"]], "file": ["type": "object"]],
    ]

    fileprivate static let text: JSONValue = ["minLength": 1, "maxLength": 16_384]
}

extension PostedFile: Constrained {
    fileprivate static let pattern: JSONValue = "^[A-Za-z0-9_-]{22,64}$"

    /// Narrower than what the server accepts, which is limited in bytes.
    package static let constraints: JSONValue = [
        "fileId": ["pattern": pattern], "name": ["pattern": "^[ -~]{1,255}$"],
        "mediaType": ["pattern": "^[a-z0-9]{1,63}/[a-z0-9.+-]{1,63}$"],
        "width": ["minimum": 0, "maximum": .integer(Limits.mostPixels)],
        "height": ["minimum": 0, "maximum": .integer(Limits.mostPixels)],
        "durationMs": ["minimum": 0, "maximum": .integer(Limits.longestDuration)],
    ]
}

extension EditRequest: Constrained {
    package static let constraints: JSONValue = ["text": PostRequest.text]
}

extension SpanInfo: Constrained {
    /// Wider than what the server accepts: a span must fit its text (409).
    package static let constraints: JSONValue = [
        "start": ["minimum": 0, "maximum": .integer(.max)], "length": ["minimum": 1, "maximum": .integer(.max)],
        "style": ["enum": .array(styles.map { .string($0) })],
    ]
}

extension MarkRequest: Constrained {
    private static func one(_ name: String) -> JSONValue {
        ["required": [.string(name)], "properties": .object([name: ["type": "string"]])]
    }

    package static let constraints: JSONValue = [
        "": ["anyOf": .array(["readId", "deliveredId"].map(one))]
    ]
}
