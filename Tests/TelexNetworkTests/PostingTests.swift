import Foundation
import TelexCore
import Testing

@testable import TelexNetwork

/// Tests which messages wait for which, and what becomes of a message that cannot be sent now.
@Suite struct PostingTests {
    private static let file = MessageFile(id: FileID(String(repeating: "a", count: 64)), name: "notes", byteCount: 9)
    private static let foreign = RequestFailure.foreign(outage: "A login page", refusal: "Too large.")

    private func queued(
        _ message: MessageID, in chat: ChatID = "bob", isAttempted: Bool = false, hold: Hold? = nil
    ) -> Event {
        .outbox(.queued(QueuedMessage(chat: chat, message: message, isAttempted: isAttempted, hold: hold)))
    }

    private func failed(_ message: MessageID, _ reason: String) -> Event {
        .message(.sendFailed(MessageFailure(chat: "bob", message: message, reason: reason)))
    }

    /// A link that sends a text or a file.
    private func sending(_ isFile: Bool) -> Driven {
        var driven = Driven()
        driven.handle(.perform(.post(own("m", file: isFile ? Self.file : nil)), effect: 5))
        return driven
    }

    private func fail(_ driven: inout Driven, _ isFile: Bool, _ failure: RequestFailure) {
        if isFile { driven.upload(.failure(failure)) } else { driven.fail(failure) }
    }

    // MARK: Order

    @Test func aTextWaitsForTheFileBeforeItInItsChatAlone() {
        var driven = Driven()
        driven.handle(.perform(.post(own("f", file: Self.file)), effect: 5))
        driven.handle(.perform(.post(own("t")), effect: 6))
        driven.handle(.perform(.post(own("u", in: "cyd")), effect: 7))
        #expect(driven.uploads.map(\.message) == ["f"] && driven.requests.map(\.request) == ["post u"])
        driven.answer("")
        #expect(driven.requests.isEmpty && driven.link.isUploading)
        driven.upload(.success("place"))
        #expect(driven.requests.map(\.request) == ["post f"] && !driven.link.isUploading)
        driven.answer("")
        #expect(driven.requests.map(\.request) == ["post t"])
        #expect(
            driven.takeEvents() == [
                .message(.sent(MessageKey(chat: "cyd", message: "u"))),
                .file(.uploaded(UploadedFile(chat: "bob", message: "f", source: "place"))),
                .message(.sent(MessageKey(chat: "bob", message: "f"))),
            ])
    }

    @Test func aFileDoesNotWaitLongForTheAnswerToAnotherOne() {
        var driven = Driven()
        driven.handle(.perform(.post(own("f", file: Self.file)), effect: 5))
        driven.handle(.perform(.post(own("g", in: "cyd", file: Self.file)), effect: 6))
        driven.handle(.perform(.post(own("t")), effect: 7))
        let number = driven.uploads[0].number
        driven.handle(.sentFile(number: number))
        #expect(driven.uploads.map(\.message) == ["f"] && driven.timers.map(\.alarm) == [.overtake(number: number)])
        driven.wake(0)
        #expect(driven.uploads.map(\.message) == ["f", "g"] && driven.requests.isEmpty)
        driven.upload(.success("place"))
        #expect(driven.requests.map(\.request) == ["post f"])
    }

    @Test func uploadsOneFileAfterTheOther() {
        var driven = Driven()
        driven.handle(.perform(.post(own("f", file: Self.file)), effect: 5))
        driven.handle(.perform(.post(own("g", in: "cyd", file: Self.file)), effect: 6))
        #expect(driven.uploads.map(\.message) == ["f"])
        driven.upload(.failure(.busy("Busy.")))
        #expect(driven.uploads.map(\.message) == ["g"])
    }

    @Test func aMessageThatWaitsStopsNoOtherChat() {
        var driven = Driven()
        for (effect, chat) in ["bob", "cyd", "bob"].enumerated() {
            driven.handle(.perform(.post(own("m\(effect)", in: ChatID(chat))), effect: effect))
        }
        driven.fail(.busy("Busy."))
        #expect(driven.requests.map(\.request) == ["post m1"])
        driven.answer("")
        #expect(driven.requests.isEmpty && driven.timers.map(\.alarm).last == .repost(number: 1))
        driven.wake(driven.timers.count - 1)
        driven.answer("")
        #expect(driven.requests.map(\.request) == ["post m2"])
    }

    /// One without an answer lets others go first after a while.
    @Test func overtakesAPostWithoutAnAnswer() {
        var driven = Driven()
        driven.handle(.perform(.post(own("m1")), effect: 5))
        #expect(driven.timers.isEmpty)
        driven.handle(.perform(.post(own("m2", in: "cyd")), effect: 6))
        driven.handle(.perform(.post(own("m3")), effect: 7))
        #expect(driven.requests.map(\.request) == ["post m1"] && driven.timers.map(\.seconds) == [2])
        driven.wake(0)
        #expect(driven.requests.map(\.request) == ["post m1", "post m2"])
        driven.answer("")
        driven.answer("")
        #expect(driven.requests.map(\.request) == ["post m3"])
    }

    // MARK: Refusals and outages

    /// A proxy's 413 or a firewall's 403 to one message.
    @Test(arguments: [false, true]) func refusesWhatIsRefusedInBetween(isFile: Bool) {
        var driven = sending(isFile)
        fail(&driven, isFile, Self.foreign)
        #expect(driven.takeEvents() == [] && driven.requests.map(\.request) == ["probe"])
        driven.handle(.perform(.post(own("n", in: "cyd")), effect: 6))
        driven.answer("")
        #expect(driven.takeEvents() == [failed("m", "Too large.")] && driven.ended == [5])
        #expect(driven.link.connection.isOnline && driven.requests.map(\.request) == ["post n"])
    }

    /// The server's own refusal of the probe shows that it answers.
    @Test func asksOnceForSeveralSuspects() {
        var driven = sending(true)
        driven.handle(.perform(.create(recipient: "cyd"), effect: 6))
        driven.fail(Self.foreign)
        driven.upload(.failure(Self.foreign))
        #expect(driven.requests.map(\.request) == ["probe"])
        driven.fail(.refused("You are a guest."))
        let refused = Event.chat(.createFailed(CreationFailure(reason: "Too large.")))
        #expect(driven.takeEvents() == [refused, failed("m", "Too large.")])
    }

    @Test func triesAgainIfNothingTellsWhoAnswered() {
        var driven = sending(false)
        driven.fail(Self.foreign)
        driven.fail(.busy("The server answered 502 Bad Gateway."))
        #expect(driven.takeEvents() == [] && driven.link.connection.isOnline)
        #expect(driven.timers.map(\.alarm) == [.repost(number: 1)])
    }

    @Test(arguments: [false, true]) func takesALoginPageForAnOutage(isFile: Bool) {
        var driven = sending(isFile)
        fail(&driven, isFile, Self.foreign)
        driven.fail(Self.foreign)
        #expect(
            driven.takeEvents() == [
                .connection(.disconnected(Disconnection("A login page", .unreachable))),
                queued("m", isAttempted: !isFile),
            ])
        #expect(driven.timers.map(\.alarm) == [.reconnect])
    }

    @Test func isOfflineIfTheSyncIsAnsweredByALoginPage() {
        var driven = Driven()
        driven.lose(Self.foreign)
        #expect(driven.takeEvents() == [.connection(.disconnected(Disconnection("A login page", .unreachable)))])
    }

    /// A firewall may cut the connection at certain words. The account does not go offline for it over and over.
    @Test func looksAtTheConnectionOnceForAMessageThatDoesNotGetThrough() {
        var driven = sending(false)
        driven.fail(.offline("Cut"))
        #expect(!driven.link.connection.isOnline)
        driven.handle(.perform(.sync, effect: 3))
        driven.answer("")
        driven.events = []
        driven.handle(.perform(.post(own("m")), effect: 5))
        driven.fail(.offline("Cut"))
        #expect(driven.takeEvents() == [] && driven.link.connection.isOnline)
        #expect(driven.timers.last?.alarm == .repost(number: 2))
    }

    // MARK: Waiting

    @Test(arguments: [false, true]) func repeatsATextAndAFileAlike(isFile: Bool) {
        var driven = sending(isFile)
        for seconds in [0.5, 1, 2, 4] {
            fail(&driven, isFile, .busy("The server answered 502 Bad Gateway."))
            #expect(driven.takeEvents() == [] && driven.timers.last?.seconds == seconds)
            driven.wake(driven.timers.count - 1)
        }
        driven.handle(.perform(.post(own("n")), effect: 6))
        fail(&driven, isFile, .busy("The server answered 502 Bad Gateway."))
        let until = Date(timeIntervalSince1970: 8)
        let reason = LinkReason.next(at: until, after: "The server answered 502 Bad Gateway.")
        #expect(
            driven.takeEvents() == [
                queued("m", isAttempted: !isFile, hold: Hold(reason: reason, until: until)), queued("n"),
            ])
        #expect(driven.ended == [5, 6] && driven.link.connection.isOnline && !driven.link.isPosting)
        #expect(!driven.link.isUploading)
        // It is told of again when it fails once more.
        driven.handle(.perform(.post(own("m", file: isFile ? Self.file : nil)), effect: 5))
        fail(&driven, isFile, .busy("The server answered 502 Bad Gateway."))
        #expect(driven.takeEvents().count == 1)
    }

    @Test(arguments: [false, true]) func tellsOfALongLimitAtOnce(isFile: Bool) {
        var driven = sending(isFile)
        fail(&driven, isFile, .busy("Too Many Requests", retryAfter: 3600))
        let until = Date(timeIntervalSince1970: 3600)
        let hold = Hold(reason: LinkReason.limited(until: until) + ".", until: until)
        #expect(driven.takeEvents() == [queued("m", isAttempted: !isFile, hold: hold)] && driven.timers.isEmpty)
        driven.handle(.perform(.post(own("n", in: "cyd")), effect: 6))
        #expect(driven.requests.map(\.request) == ["post n"])
    }

    @Test func doesNotSendAgainWhatHasComeBack() {
        var driven = sending(false)
        driven.handle(.perform(.post(own("n")), effect: 6))
        driven.fail(.busy("The server answered 502 Bad Gateway."))
        driven.handle(.perform(.edit("bob", "m", text: ""), effect: 7))
        #expect(driven.takeEvents() == [.message(.sent(MessageKey(chat: "bob", message: "m")))])
        driven.wake(0)
        #expect(driven.requests.map(\.request) == ["post n"])
    }

    // MARK: Uploads

    @Test func goesOnWithAnUploadWhileThereIsNoConnection() {
        var driven = sending(true)
        driven.handle(.perform(.post(own("n")), effect: 6))
        driven.lose()
        #expect(driven.takeEvents().dropFirst() == [queued("n")] && driven.link.isUploading)
        driven.upload(.success("place"))
        #expect(
            driven.takeEvents() == [
                .file(.uploaded(UploadedFile(chat: "bob", message: "m", source: "place"))), queued("m"),
            ])
        #expect(!driven.link.isUploading)
    }

    @Test func letsAFileWaitForTheConnection() {
        var driven = sending(true)
        driven.lose()
        driven.events = []
        driven.upload(.failure(Self.foreign))
        #expect(driven.takeEvents() == [queued("m")])
    }

    @Test func goesOnAfterACancelledUpload() {
        var driven = sending(true)
        driven.handle(.perform(.post(own("n")), effect: 6))
        driven.handle(.cancel(effect: 5))
        #expect(driven.requests.map(\.request) == ["post n"])
        driven.upload(.success("place"))
        #expect(driven.takeEvents() == [])
    }

    @Test func tellsWhatIsWrongWithAFile() {
        var driven = sending(true)
        driven.upload(.failure(.local("The file is gone.")))
        let failure = MessageFailure(
            chat: "bob", message: "m", reason: "The file is gone.", fileProblem: .inputOutput)
        #expect(driven.takeEvents() == [.message(.sendFailed(failure))])
    }
}
