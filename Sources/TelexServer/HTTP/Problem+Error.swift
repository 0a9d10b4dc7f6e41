import Foundation
import GRDB
import HTTPTypes
import TelexAPI

extension Problem {
    init(_ status: HTTPResponse.Status, _ detail: String, retryAfter: Int? = nil) {
        self.init(title: status.reasonPhrase, status: status.code, detail: detail, retryAfter: retryAfter)
    }

    /// What the asker is told of an error; of one that is the server's own, nothing but that.
    init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case ServerError.tooManyChannels(let limit):
            self.init(.tooManyRequests, ServerError.tooManyChannels(limit).description, retryAfter: 30)
        case ServerError.stopping:
            self.init(.serviceUnavailable, ServerError.stopping.description, retryAfter: 1)
        case let error as ServerError: self.init(error.status, error.description)
        case let error as Route.Mismatch: self.init(error)
        case let fault as JSONFault: self.init(.badRequest, fault.description)
        case let error as DecodingError: self.init(error)
        case is RequestGuard.Unfinished: self.init(.badRequest, "The request's body has not come whole.")
        case let error as DatabaseError where error.resultCode == .SQLITE_FULL:
            self.init(.serviceUnavailable, "The server's disk is full. Its operator has to make room.", retryAfter: 30)
        case let error as DatabaseError where error.resultCode == .SQLITE_BUSY:
            self.init(.serviceUnavailable, "The server is busy. Try again.", retryAfter: 1)
        default: self.init(.internalServerError, "The server could not do that. Its log says why.")
        }
    }

    private init(_ mismatch: Route.Mismatch) {
        switch mismatch {
        case .unknown: self.init(.notFound, "There is nothing at that path.")
        case .method(let allowed): self.init(.methodNotAllowed, "That path takes: \(Self.list(allowed)).")
        case .query(let sentence): self.init(.badRequest, sentence)
        }
    }

    static let invalidToken = Problem(
        .unauthorized, "A valid token is needed: \"Authorization: Bearer TOKEN\". Log in for one.")

    static func list(_ methods: [Route.Method]) -> String { methods.map(\.rawValue).joined(separator: ", ") }

    private init(_ error: DecodingError) {
        switch error {
        case .dataCorrupted(let context) where context.codingPath.isEmpty:
            self.init(.badRequest, "The body is no JSON.")
        case .keyNotFound(let key, _):
            self.init(.unprocessableContent, "The body needs a member \"\(key.stringValue)\".")
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            let member = context.codingPath.last.map { "The member \"\($0.stringValue)\"" } ?? "The body"
            self.init(.unprocessableContent, "\(member) is not of the kind that it should be.")
        @unknown default: self.init(.unprocessableContent, "The body is not what it should be.")
        }
    }
}

extension ServerError {
    var status: HTTPResponse.Status {
        switch self {
        case .noChat, .noInvitation, .noMessage, .nobody, .noUser: .notFound
        case .severalPeople, .otherText, .userExists, .botName, .notYours, .isDeleted, .isMember, .tooManyInvitations:
            .conflict
        case .yourself, .badName, .badID, .noText, .noMark, .noPeople, .tooManyPeople, .badKind: .unprocessableContent
        case .textTooLong: .contentTooLarge
        case .badInvitation: .unauthorized
        case .tooManyChannels: .tooManyRequests
        case .stopping: .serviceUnavailable
        case .corrupt, .running, .newer, .older, .full, .busy, .inaccessible, .exists, .cannotListen, .badCertificate,
            .removedName:
            .internalServerError
        }
    }
}
