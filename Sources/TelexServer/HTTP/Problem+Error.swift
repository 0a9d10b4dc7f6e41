import Foundation
import GRDB
import HTTPTypes
import TelexAPI

extension Problem {
    init(_ status: HTTPResponse.Status, _ detail: String, retryAfter: Int? = nil) {
        self.init(title: status.reasonPhrase, status: status.code, detail: detail, retryAfter: retryAfter)
    }

    /// The problem to report for an error. Internal errors are reported without details; the log has them.
    init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case ServerError.tooManyChannels(let limit):
            self.init(.tooManyRequests, ServerError.tooManyChannels(limit).description, retryAfter: 30)
        case ServerError.stopping:
            self.init(.serviceUnavailable, ServerError.stopping.description, retryAfter: 1)
        case ServerError.replaced:
            self.init(
                .serviceUnavailable,
                "The server's file was moved or replaced. Ask the server's operator to put it back, or to restart the server.",
                retryAfter: 30)
        case let error as ServerError:
            self.init(error.status, error.description)
            if case .badOffset(let received) = error { receivedCount = received }
            if status == 503 { retryAfter = error == .tooManyTransfers ? 5 : 1 }
        case let error as Route.Mismatch: self.init(error)
        case let error as BodyError: self.init(error)
        // The server stops, and has waited long enough for the request.
        case is CancellationError:
            self.init(.serviceUnavailable, ServerError.stopping.description, retryAfter: 1)
        case is RequestGuard.Unfinished: self.init(.badRequest, "The request's body is incomplete.")
        case let error as DatabaseError where error.resultCode == .SQLITE_FULL:
            self.init(
                .serviceUnavailable, "The server's disk is full. Ask the server's operator to free some space.",
                retryAfter: 30)
        case let error as DatabaseError where error.resultCode == .SQLITE_BUSY:
            self.init(.serviceUnavailable, "The server is busy. Try again.", retryAfter: 1)
        case let error where error.isDamage:
            self.init(
                .internalServerError,
                "The server's file is damaged. Ask the server's operator to restore it from a backup.")
        default: self.init(.internalServerError, "Internal server error. See the server's log.")
        }
    }

    private init(_ mismatch: Route.Mismatch) {
        switch mismatch {
        case .unknown: self.init(.notFound, "Unknown path.")
        case .method(let allowed):
            self.init(.methodNotAllowed, "Method not allowed. This path allows: \(Self.list(allowed)).")
        case .query(let sentence): self.init(.badRequest, sentence)
        }
    }

    static let invalidToken = Problem(
        .unauthorized, "Missing or invalid token. Send \"Authorization: Bearer TOKEN\". Log in to get a token.")

    static func list(_ methods: [Route.Method]) -> String { methods.map(\.rawValue).joined(separator: ", ") }

    private init(_ error: BodyError) {
        switch error {
        case .notUTF8: self.init(.badRequest, "The body is not valid UTF-8.")
        case .repeatedMember(let name):
            self.init(.badRequest, "The body has the member \"\(name.prefix(Limits.longestName))\" more than once.")
        case .notJSON, .outOfRange:
            self.init(.badRequest, "The body is not JSON, or has a number that is out of range.")
        case .missing(let member): self.init(.unprocessableContent, "The body is missing the member \"\(member)\".")
        case .mistyped(let member?): self.init(.unprocessableContent, "The member \"\(member)\" has the wrong type.")
        case .mistyped(nil): self.init(.unprocessableContent, "The body has the wrong type.")
        }
    }
}

extension ServerError {
    var status: HTTPResponse.Status {
        switch self {
        case .noChat, .noInvitation, .noMessage, .noMember, .nobody, .noUser, .noFile: .notFound
        case .notAdmin, .ignoresYou: .forbidden
        case .severalPeople, .otherText, .userExists, .botName, .notYours, .isDeleted, .isMember, .tooManyInvitations,
            .badReply, .tooManyReactions, .badSpan, .tooManySpans, .notGroup, .hasDeclined, .lastAdmin, .groupFull,
            .tooManyIgnored, .badFile, .fileInUse, .fileIDTaken, .badOffset, .otherLength, .tooManyUploads,
            .uploadContinued:
            .conflict
        case .longerThanAnnounced, .noLength, .fileWithKind: .badRequest
        case .yourself, .badName, .badID, .noText, .noMark, .noPeople, .tooManyPeople, .badKind, .badReaction,
            .badPin, .badSetting, .badFileID, .badFileInfo:
            .unprocessableContent
        case .textTooLong, .fileTooLarge: .contentTooLarge
        case .quotaExceeded, .serverQuotaExceeded, .noRoomForFiles:
            .init(code: 507, reasonPhrase: "Insufficient Storage")
        case .badInvitation: .unauthorized
        case .tooManyChannels: .tooManyRequests
        case .stopping, .replaced, .tooManyOpenFiles, .tooManyTransfers: .serviceUnavailable
        case .corrupt, .running, .newer, .older, .full, .busy, .inaccessible, .exists, .cannotListen, .badCertificate,
            .removedName, .badBackup, .severalNames, .mounted, .incompleteBackup, .fileLost:
            .internalServerError
        }
    }
}
