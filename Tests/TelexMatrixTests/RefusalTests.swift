import Foundation
import TelexCore
import TelexNetwork
import Testing

@testable import TelexMatrix

/// Requests that are refused, by the homeserver or by somebody in between, and files for encrypted rooms.
@Suite struct RefusalTests {
    private static let encryption: JSON = [
        "type": "m.room.encryption", "event_id": "$e", "sender": "@bob:x", "state_key": "", "content": [:],
    ]
    private static let html = RequestFailure.foreign(outage: "not a homeserver", refusal: "Refused.")

    private func file(_ id: MessageID, in chat: ChatID = "!r:x") -> Message {
        let file = MessageFile(id: FileID(String(repeating: "a", count: 64)), name: "notes", byteCount: 9)
        return Message(
            id: id, chat: chat, position: 1, isOwn: true, content: MessageContent(kind: .file, text: "", file: file),
            date: Date(timeIntervalSince1970: 0), delivery: .sending)
    }

    private func failed(_ reason: String, in chat: ChatID = "!r:x") -> Event {
        .message(.sendFailed(MessageFailure(chat: chat, message: "m", reason: reason)))
    }

    // MARK: Encrypted rooms

    /// The server may say later that the room is not encrypted, or that it knows no such room.
    @Test(arguments: [false, true]) func uploadsNothingForARoomThatWasEncrypted(isRestarted: Bool) {
        let kept = Driven.Kept()
        var driven = Driven(kept: kept)
        driven.sync(Driven.room([Self.encryption]))
        if isRestarted {
            // What else is known of the room is lost.
            for name in ["since", "room/!r:x"] { kept.values[name] = nil }
            driven = Driven(kept: kept)
        }
        _ = driven.takeEvents()
        let before = driven.requests.count
        driven.take(.perform(.post(file("m")), effect: 5))
        #expect(driven.uploads.isEmpty && driven.requests.count == before)
        #expect(driven.takeEvents() == [failed(MatrixReason.encrypted)])
    }

    @Test func asksBeforeTheUploadWhetherAnUnknownRoomIsEncrypted() {
        let driven = Driven()
        driven.take(.perform(.post(file("m", in: "!new:x")), effect: 5))
        #expect(driven.uploads.isEmpty && driven.requests.last?.request.path.contains("m.room.encryption") == true)
        driven.answer(["algorithm": "m.megolm.v1.aes-sha2"], at: driven.requests.count - 1)
        #expect(driven.takeEvents() == [failed(MatrixReason.encrypted, in: "!new:x")])
        // It is known from now on.
        driven.take(.perform(.post(file("m", in: "!new:x")), effect: 6))
        #expect(driven.takeEvents() == [failed(MatrixReason.encrypted, in: "!new:x")] && driven.uploads.isEmpty)
        driven.take(.perform(.post(file("m", in: "!plain:x")), effect: 7))
        driven.fail(.refused("No such event.", isMissing: true), at: driven.requests.count - 1)
        #expect(driven.uploads.map(\.message) == ["m"])
    }

    @Test func postsNothingToARoomThatWasEncryptedDuringTheUpload() {
        let driven = Driven()
        driven.take(.perform(.post(file("m")), effect: 5))
        driven.sync(Driven.room([Self.encryption]))
        driven.events = []
        driven.take(.uploaded(number: driven.uploads[0].number, .success("mxc://x/1")))
        #expect(driven.takeEvents().last == failed(MatrixReason.encrypted))
        #expect(!driven.paths.contains { $0.contains("/send/") })
    }

    @Test func postsAFileOnceTheServerHasIt() {
        let driven = Driven()
        driven.take(.perform(.post(file("m")), effect: 5))
        #expect(!driven.paths.contains { $0.contains("/send/") })
        driven.take(.uploaded(number: driven.uploads[0].number, .success("mxc://x/1")))
        #expect(driven.requests.last?.request.body?["url"] == "mxc://x/1")
    }

    // MARK: Somebody in between

    /// A failed check whether a room is encrypted, or whom a message answers, fails that message alone.
    @Test func failsAMessageWhoseCheckIsRefused() {
        let driven = Driven()
        driven.take(.perform(.post(file("m", in: "!new:x")), effect: 5))
        driven.fail(Self.html, at: driven.requests.count - 1)
        #expect(driven.paths.last == "account/whoami")
        driven.answer(["user_id": "@ada:x"], at: driven.requests.count - 1)
        #expect(driven.takeEvents() == [failed("Refused.", in: "!new:x")] && driven.link.connection.isOnline)
    }

    @Test func failsAMessageWhoseAnswerIsNone() {
        let driven = Driven()
        driven.take(.perform(.post(own("m")), effect: 5))
        driven.answer([:], at: driven.requests.count - 1)
        driven.answer(["user_id": "@ada:x"], at: driven.requests.count - 1)
        guard case .message(.sendFailed(let failure)) = driven.takeEvents().last else {
            Issue.record("The failure was not told")
            return
        }
        #expect(failure.reason.hasPrefix("The answer was not the server's."))
    }

    /// What answers everything with `{}` is no homeserver.
    @Test func isOfflineIfNothingIsAnswered() {
        let driven = Driven()
        driven.take(.perform(.post(own("m")), effect: 5))
        driven.answer([:], at: driven.requests.count - 1)
        driven.answer([:], at: driven.requests.count - 1)
        #expect(
            driven.takeEvents() == [
                .connection(.disconnected(Disconnection(MatrixReason.invalidAnswer("http://x"), .unreachable))),
                .outbox(.queued(QueuedMessage(chat: "!r:x", message: "m", isAttempted: true))),
            ])
    }

    /// A firewall's rule may refuse a page of messages. The sync goes on with a gap.
    @Test func goesOnWithoutAPageThatIsRefused() {
        let driven = Driven()
        driven.sync(Driven.room([Driven.text("$4", "four")], limited: "p4"))
        driven.fail(Self.html)
        #expect(driven.paths == ["account/whoami"])
        driven.answer(["user_id": "@ada:x"])
        #expect(
            driven.takeEvents() == [
                .history(.synced(SyncedHistory(chat: "!r:x", messages: [incoming("$4", "four")], before: "p4")))
            ])
        #expect(driven.paths.first?.hasPrefix("sync?since=s2") == true)
    }

    /// Only the server knows that there is nobody of that name.
    @Test(
        arguments: [
            (.refused("No row found.", isMissing: true), MatrixReason.nobody("@dan:x")),
            (.refused("You may not know."), "You may not know."), (html, "Refused."),
        ] as [(RequestFailure, String)])
    func tellsWhyNobodyWasFound(failure: RequestFailure, reason: String) {
        let driven = Driven()
        driven.take(.perform(.create(recipient: "@dan:x"), effect: 5))
        driven.fail(failure, at: driven.requests.count - 1)
        if case .foreign = failure { driven.answer(["user_id": "@ada:x"], at: driven.requests.count - 1) }
        #expect(driven.takeEvents() == [.chat(.createFailed(CreationFailure(reason: reason)))])
    }

    private enum Kind: Hashable { case accepted, foreign, refused, busy, offline, loggedOut }

    @Test(
        arguments: [
            (200, "{}", .accepted), (200, "<html>", .foreign), (200, "[]", .foreign), (302, "", .foreign),
            (403, "<html>", .foreign), (404, "", .foreign), (413, "<html>", .foreign), (418, "{}", .foreign),
            (403, #"{"errcode":"M_FORBIDDEN"}"#, .refused), (413, #"{"errcode":"M_TOO_LARGE"}"#, .refused),
            (401, "<html>", .offline), (401, #"{"errcode":"M_MISSING_TOKEN"}"#, .offline), (407, "", .offline),
            (408, "", .busy), (429, "<html>", .busy), (502, "<html>", .busy),
            (401, #"{"errcode":"M_UNKNOWN_TOKEN"}"#, .loggedOut),
        ] as [(Int, String, Kind)])
    private func tellsWhoAnswers(status: Int, body: String, kind: Kind) {
        let endpoint = MatrixEndpoint(url: "http://x", authority: nil)
        var told = Kind.accepted
        do { try endpoint.check(.init(statusCode: status), JSON(body.utf8) ?? .null, nil) } catch {
            told =
                switch error {
                case .foreign: .foreign
                case .refused, .local: .refused
                case .busy: .busy
                case .offline, .untrusted: .offline
                case .loggedOut: .loggedOut
                }
        }
        #expect(told == kind)
    }

    @Test(
        arguments: [
            (#"{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":3600000}"#, nil, 3600),
            (#"{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":3600000}"#, 7, 7), ("{}", nil, nil),
            (#"{"retry_after_ms":-1}"#, nil, nil),
        ] as [(String, Double?, Double?)])
    func readsTheLimitFromTheHeaderOrTheBody(body: String, header: Double?, seconds: Double?) {
        let endpoint = MatrixEndpoint(url: "http://x", authority: nil)
        var told: RequestFailure?
        do { try endpoint.check(.init(statusCode: 429), JSON(body.utf8) ?? .null, header) } catch { told = error }
        #expect(told == .busy("The server answered 429 Too Many Requests.", retryAfter: seconds))
    }
}
