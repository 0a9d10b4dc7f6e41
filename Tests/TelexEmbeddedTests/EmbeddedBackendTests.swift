import Foundation
import Synchronization
import TelexCore
import TelexRuntime
import Testing

@testable import TelexEmbedded

@Suite struct EmbeddedBackendTests {
    @Test(arguments: [
        ("Eliza", "eliza"), ("Ada Lovelace", "ada-lovelace"), ("  É.  Zola!", "é-zola"), ("!!!", "!!!"), ("😀", "😀"),
        ("日本", "日本"),
    ])
    func derivesChatIDFromName(name: String, address: ChatID) { #expect(EmbeddedBackend.address(of: name) == address) }

    @Test(arguments: [
        (#"{"refuse":"send"}"#, Fault.refuse(.send, reason: "The server refused.")),
        (#"{"refuse":"create","reason":"Full."}"#, .refuse(.create, reason: "Full.")),
        (#"{"delay":"2s"}"#, .delay(2)), (#"{"duplicate":true}"#, .duplicate),
        (#"{"reorder":true}"#, .reorder),
        (#"{"offline":true}"#, .offline(reason: "no connection")),
        (#"{"offline":"tunnel"}"#, .offline(reason: "tunnel")),
        (#"{"online":true}"#, .online),
        (
            #"{"say":{"chatId":"a","text":"t","messageId":"m"}}"#,
            .say(IncomingMessage(chat: "a", message: "m", content: .text("t")))
        ),
        (
            #"{"say":{"chatId":"a","senderId":"@bo:example.org","senderName":"Bo","kind":"emote","text":"t"}}"#,
            .say(
                IncomingMessage(
                    chat: "a",
                    content: MessageContent(kind: .emote, text: "t", sender: "@bo:example.org", senderName: "Bo")))
        ),
        (
            #"{"hold":{"chatId":"a","kind":"system","text":"","change":{"changeKind":"joined"}}}"#,
            .hold(IncomingMessage(chat: "a", content: MessageContent(kind: .system, text: "", change: .joined)))
        ),
        (#"{"invite":{"chatId":"a","title":"A"}}"#, .invite(ReceivedInvitation(chat: "a", title: "A", inviter: ""))),
        (
            #"{"keep":{"beforeToken":"1","messages":[{"chatId":"a","text":"t","attention":"silent"}],"nextToken":"2"}}"#,
            .keep(
                before: "1",
                [IncomingMessage(chat: "a", content: MessageContent(text: "t", attention: .silent))],
                next: "2")
        ),
    ])
    func parsesFaults(json: String, fault: Fault) throws { #expect(try Fault.parse(json) == fault) }

    @Test(arguments: [
        "{}", "7", "[]", #"{"refuse":1}"#, #"{"delay":"soon"}"#, #"{"online":false}"#,
        #"{"duplicate":true,"reorder":true}"#, #"{"say":{"chatId":"a"}}"#,
        #"{"say":{"chatId":"a","text":"t","kind":"shout"}}"#, #"{"say":{"chatId":"","text":"t"}}"#, #"{"say":true}"#,
        #"{"invite":{"chatId":"a"}}"#, #"{"keep":{"beforeToken":"1"}}"#, "no JSON",
    ])
    func refusesInvalidFaults(json: String) {
        #expect(throws: BackendControlError.self) { try Fault.parse(json) }
    }

    // MARK: The order of messages

    /// A backend under a virtual clock, and what it answers about messages.
    private final class Stage {
        private final class Log: Sendable {
            let answers = Mutex<[String]>([])

            func add(_ answer: String) { answers.withLock { $0.append(answer) } }
        }

        let clock = SessionClock.virtual()
        private(set) lazy var backend = EmbeddedBackend(clock: clock, seed: 0, run: "")
        private let log = Log()
        private var effects = 0

        /// Posts a message; returns the effect.
        @discardableResult
        func post(_ id: MessageID, in chat: ChatID = "ada", bytes: Int64? = nil) -> Int {
            effects += 1
            let file = bytes.map { MessageFile(id: FileID(id.text), name: "film", byteCount: $0) }
            let content = MessageContent(kind: file == nil ? .text : .file, text: id.text, file: file)
            backend.perform(
                .post(
                    Message(
                        id: id, chat: chat, position: 0, isOwn: true, content: content, date: clock.now,
                        delivery: .sending)),
                Answer(effect: effects) { [log] delivery in
                    switch delivery {
                    case .event(.message(.sent(let key)), _): log.add(key.message.text)
                    case .event(.outbox(.queued(let queued)), _):
                        log.add("\(queued.key.message) waits")
                    default: break
                    }
                })
            return effects
        }

        /// What was answered since the last call.
        func answers() -> [String] {
            log.answers.withLock { answers in
                defer { answers = [] }
                return answers
            }
        }

        /// Lets pass what takes time.
        func finish() { while clock.fireNext(by: .distantFuture) {} }
    }

    @Test func sendsTheMessagesOfAChatInOrder() {
        let stage = Stage()
        stage.post("film", bytes: 3 << 20)
        stage.post("text")
        stage.post("picture", bytes: 1 << 20)
        stage.post("last")
        stage.post("elsewhere", in: "bo")
        #expect(stage.answers() == ["elsewhere"])
        stage.finish()
        #expect(stage.answers() == ["film", "text", "picture", "last"])
    }

    @Test func holdsMessagesBehindADelayedOne() throws {
        let stage = Stage()
        try stage.backend.control(#"{"delay":"3s"}"#)
        for id in ["slow", "fast"] as [MessageID] { stage.post(id) }
        #expect(stage.answers() == [])
        stage.finish()
        #expect(stage.answers() == ["slow", "fast"])
    }

    /// However many they are.
    @Test func sendsWhatWaitedForACancelledFile() {
        let stage = Stage()
        let film = stage.post("film", bytes: 3 << 20)
        let dropped = stage.post("dropped")
        for number in 0..<20_000 { stage.post(MessageID("\(number)")) }
        for effect in [dropped, film] { stage.backend.cancel(effect) }
        #expect(stage.answers() == (0..<20_000).map(String.init))
        stage.finish()
        #expect(stage.answers() == [])
    }

    @Test func queuesWhatWaitsForAFileOnceItIsOffline() throws {
        let stage = Stage()
        stage.post("film", bytes: 3 << 20)
        stage.post("text")
        try stage.backend.control(#"{"offline":true}"#)
        stage.finish()
        #expect(stage.answers() == ["film waits", "text waits"])
    }
}
