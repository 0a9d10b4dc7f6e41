/// The OpenAPI 3.1 description of the server.
///
/// It is generated from the route table and the types that the server decodes requests with.
package enum OpenAPI {
    package static let document: JSONTree = [
        "openapi": "3.1.0",
        "info": [
            "title": "telex-server", "version": "1",
            "description": "The HTTP interface of telex-server. Errors are problem details (RFC 9457).",
        ],
        "paths": paths,
        "components": [
            "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
            "schemas": ["Problem": SchemaReader.schema(of: Problem.self)],
        ],
    ]

    /// The error statuses of every route.
    private static let refusals = [400, 404, 405, 408, 429, 431, 503]
    /// The additional error statuses of a route with a body.
    private static let bodyRefusals = [413, 415, 422]

    private static var paths: JSONTree {
        var paths: [String: JSONTree] = [:]
        for route in Route.table {
            let method = route.method.rawValue.lowercased()
            paths[route.template] = (paths[route.template] ?? [:]).with([method: operation(route)])
        }
        return .object(paths)
    }

    private static func operation(_ route: RouteDescription) -> JSONTree {
        var members: [String: JSONTree] = [
            "summary": .text(route.summary),
            "parameters": .list(route.pathParameters.map(parameter) + route.query.map(parameter)),
            "responses": responses(of: route),
            "security": route.isOpen ? [] : [["token": []]],
        ]
        if let body = route.body {
            members["requestBody"] = [
                "required": true, "content": ["application/json": ["schema": SchemaReader.schema(of: body)]],
            ]
        }
        return .object(members)
    }

    private static func parameter(_ name: String) -> JSONTree {
        ["name": .text(name), "in": "path", "required": true, "schema": ["type": "string", "minLength": 1]]
    }

    private static func parameter(_ parameter: QueryParameter) -> JSONTree {
        let schema: JSONTree =
            switch parameter.kind {
            case .text: ["type": "string"]
            case .number(let range):
                ["type": "integer", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)]
            }
        return [
            "name": .text(parameter.name), "in": "query", "schema": schema, "description": .text(parameter.summary),
        ]
    }

    private static func responses(of route: RouteDescription) -> JSONTree {
        var responses: [String: JSONTree] = [:]
        for (status, content) in route.answers {
            let response: JSONTree = ["description": "Done."]
            responses["\(status)"] = content.description.map { response.with(["content": $0]) } ?? response
        }
        let own = route.refusals + (route.isOpen ? [] : [401]) + (route.body == nil ? [] : bodyRefusals)
        for status in Set(refusals + own) {
            responses["\(status)"] = [
                "description": "Error. The body explains it.",
                "content": ["application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]],
            ]
        }
        return .object(responses)
    }
}

extension RouteDescription.Content {
    /// The content by media type; `nil` for no body.
    fileprivate var description: JSONTree? {
        switch self {
        case .none: nil
        case .json(let type): ["application/json": ["schema": SchemaReader.schema(of: type)]]
        case .document: ["application/json": ["schema": ["type": "object"]]]
        case .events: ["text/event-stream": ["schema": ["type": "string"]]]
        }
    }
}

extension CreateChatRequest: Constrained {
    /// Narrower than what the server accepts, which is any text with a visible character.
    static let constraints: [String: JSONTree] = ["recipient": ["pattern": "[!-~]"]]
}

extension CreateGroupRequest: Constrained {
    /// Narrower than what the server accepts, which is any text with a visible character.
    static let constraints: [String: JSONTree] = [
        "recipients": [
            "minItems": 1, "maxItems": .number(Int64(Limits.groupPeople - 1)),
            "items": ["type": "string", "pattern": "[!-~]"],
        ],
        "title": ["pattern": "[!-~]", "maxLength": .number(Int64(Limits.longestName))],
    ]
}

extension PostRequest: Constrained {
    /// Narrower than what the server accepts, which is limited in bytes.
    static let constraints: [String: JSONTree] = [
        "transactionId": ["pattern": "^[!-.0-~]{1,128}$"], "text": text,
        "kind": ["enum": .list(kinds.map { .text($0) } + [.null])],
    ]

    fileprivate static let text: JSONTree = ["minLength": 1, "maxLength": 16_384]
}

extension EditRequest: Constrained {
    static let constraints = ["text": PostRequest.text]
}

extension SpanInfo: Constrained {
    /// Wider than what the server accepts: a span must fit its text (409).
    static let constraints: [String: JSONTree] = [
        "start": ["minimum": 0, "maximum": .number(.max)], "length": ["minimum": 1, "maximum": .number(.max)],
        "style": ["enum": .list(styles.map { .text($0) })],
    ]
}

extension MarkRequest: Constrained {
    private static func one(_ name: String) -> JSONTree {
        ["required": [.text(name)], "properties": .object([name: ["type": "string"]])]
    }

    static let constraints: [String: JSONTree] = [
        "": ["anyOf": .list(["readId", "deliveredId"].map(one))]
    ]
}
