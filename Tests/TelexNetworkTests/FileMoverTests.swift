import Foundation
import TelexCore
import Testing

@testable import TelexNetwork

/// Tests how files are moved: what becomes of failures, and in which order uploads go.
@Suite struct FileMoverTests {
    private static let file = MessageFile(id: FileID(String(repeating: "a", count: 64)), name: "notes", byteCount: 9)
    private static let key = MessageKey(chat: "ada", message: "m")

    /// Does what the script says, one attempt after the other: how far it gets, and how it ends.
    private final class Script: FileTransport, FileStore, @unchecked Sendable {  // `lock` guards the variables
        private let lock = NSLock()
        private var attempts: [(done: Int64, failure: RequestFailure?)]
        private var log: [String] = []
        /// Whether the file is on this device.
        let hasFile: Bool
        /// What the first attempt waits for, even if it is cancelled; `nil` if it is not to wait.
        private var held: AsyncStream<Void>?

        init(_ attempts: [(Int64, RequestFailure?)], hasFile: Bool = true, held: AsyncStream<Void>? = nil) {
            self.attempts = attempts
            self.hasFile = hasFile
            self.held = held
        }

        var calls: [String] { lock.withLock { log } }

        private func attempt(_ call: String, _ progress: (Int64) -> Void) async throws(RequestFailure) {
            let (next, gate) = lock.withLock {
                log.append(call)
                defer { held = nil }
                return (attempts.isEmpty ? (done: 9, failure: nil) : attempts.removeFirst(), held)
            }
            progress(next.done)
            if let failure = next.failure { throw failure }
            guard let gate else { return }
            // As one that notices late that it was cancelled.
            await Task { for await _ in gate { break } }.value
            lock.withLock { log.append("released") }
        }

        func upload(
            _ file: MessageFile, of key: MessageKey, from path: String, _ progress: @escaping @Sendable (Int64) -> Void
        ) async throws(RequestFailure) -> String {
            try await attempt("up \(key.message)", progress)
            return "place"
        }

        func download(
            _ file: MessageFile, into path: String, limit: Int64, _ progress: @escaping @Sendable (Int64) -> Void
        ) async throws(RequestFailure) { try await attempt("down \(limit)", progress) }

        func path(of file: FileID) -> String? { hasFile ? "/file" : nil }
        func part(of file: MessageFile) throws -> String { "/part" }
        func dropPart(of file: MessageFile) {}
        func finish(_ fetch: FileFetch) -> [Event] {
            lock.withLock { log.append("finished") }
            return [fetch.done]
        }
    }

    /// What the mover answers, without its progress, up to the end of so many effects.
    private struct Answers {
        let deliveries: AsyncStream<Delivery>
        let delivering: AsyncStream<Delivery>.Continuation

        init() { (deliveries, delivering) = AsyncStream.makeStream() }

        func answer(_ effect: Int) -> Answer { Answer(effect: effect) { [delivering] in delivering.yield($0) } }

        func events(ends: Int = 1) async -> [Event] {
            var (events, left) = ([Event](), ends)
            for await delivery in deliveries {
                switch delivery {
                case .event(.file(.progressed), _): break
                case .event(let event, _): events.append(event)
                case .ended:
                    left -= 1
                    if left == 0 { return events }
                default: break
                }
            }
            return events
        }
    }

    private func fetched(_ attempts: [(Int64, RequestFailure?)]) async -> (events: [Event], calls: [String]) {
        let (script, answers) = (Script(attempts), Answers())
        let mover = FileMover(script, script, pause: 0)
        mover.fetch(FileFetch(Self.key, Self.file), answers.answer(1))
        return (await answers.events(), script.calls)
    }

    @Test func continuesADownloadAsLongAsItGetsFurtherNowAndThen() async {
        let cut = RequestFailure.offline("Cut")
        let done = await fetched([(3, cut), (6, cut), (9, nil)])
        #expect(done.events == [.file(.fetched(Self.key))] && done.calls == ["down 9", "down 9", "down 9", "finished"])
        let slow = await fetched([(3, cut)] + Array(repeating: (3, cut), count: 4) + [(4, cut), (4, cut), (9, nil)])
        #expect(slow.events == [.file(.fetched(Self.key))])
        let stuck = await fetched([(3, cut)] + Array(repeating: (3, cut), count: 5))
        guard case .file(.failed(let failure))? = stuck.events.first else {
            Issue.record("The failure was not told")
            return
        }
        #expect(failure.reason.hasPrefix("The file was not fetched whole. Cut.") && stuck.calls.count == 6)
    }

    @Test func fetchesAThumbnailOfBoundedLength() async {
        let script = Script([(5, .refused("It is gone.")), (5, nil)])
        let mover = FileMover(script, script, pause: 0)
        let fetch = FileFetch(Self.key, Self.file, isThumbnail: true)
        var events: [Event] = []
        for _ in 0..<2 {
            let answers = Answers()
            mover.fetch(fetch, answers.answer(1))
            events += await answers.events()
        }
        let failure = MessageFailure(chat: "ada", message: "m", reason: "The file was not fetched. It is gone.")
        #expect(events == [.file(.thumbnailFailed(failure)), .file(.thumbnailFetched(Self.key))])
        #expect(script.calls == ["down 4194304", "down 4194304", "finished"])
    }

    /// Two would write to the same part, and the first to end would take it away from the other.
    @Test func fetchesAFileAgainOnceTheCancelledDownloadHasEnded() async {
        let (held, holding) = AsyncStream<Void>.makeStream()
        let (script, answers) = (Script([], held: held), Answers())
        let mover = FileMover(script, script, pause: 0)
        let fetch = FileFetch(Self.key, Self.file)
        mover.fetch(fetch, answers.answer(1))
        mover.cancel(1)
        mover.fetch(fetch, answers.answer(2))
        #expect(mover.isBusy)
        holding.yield()
        #expect(await answers.events() == [.file(.fetched(Self.key))])
        #expect(script.calls == ["down 9", "released", "down 9", "finished"] && !mover.isBusy)
    }

    @Test(
        arguments: [
            (.refused("No.", isMissing: true), .missing), (.refused("No."), nil), (.local("No."), .inputOutput),
            (.busy("No."), .unavailable), (.loggedOut(), nil),
        ] as [(RequestFailure, FileProblem?)])
    func tellsWhyADownloadFailed(failure: RequestFailure, problem: FileProblem?) async {
        guard case .file(.failed(let told))? = await fetched([(0, failure)]).events.first else {
            Issue.record("The failure was not told")
            return
        }
        let reason = failure == .loggedOut() ? ": the server no longer accepts this login." : ". No."
        #expect(told.reason == "The file was not fetched\(reason)" && told.fileProblem == problem)
    }

    private func message(_ id: MessageID) -> Message {
        Message(
            id: id, chat: "ada", position: 1, isOwn: true, content: MessageContent(kind: .file, file: Self.file),
            date: .distantPast, delivery: .sending)
    }

    /// Uploads the file of a message; returns the events, and the sources with which messages were posted.
    private func uploaded(_ script: Script, _ ids: MessageID...) async -> (events: [Event], posted: [String]) {
        let answers = Answers()
        let mover = FileMover(script, script, pause: 0)
        let (posts, posting) = AsyncStream<String>.makeStream()
        for (effect, id) in ids.enumerated() {
            let answer = answers.answer(effect)
            mover.upload(message(id), Self.file, answer) {
                posting.yield("\($0.id) \($0.file?.source ?? "")")
                answer.end()
            }
        }
        let events = await answers.events(ends: ids.count)
        posting.finish()
        return (events, await posts.reduce(into: []) { $0.append($1) })
    }

    @Test func uploadsOneFileAfterTheOther() async {
        let script = Script([(3, .offline("Cut")), (9, nil), (9, nil)])
        let done = await uploaded(script, "a", "b")
        #expect(done.posted == ["a place", "b place"] && script.calls == ["up a", "up a", "up b"])
        let events: [Event] = ["a", "b"].map {
            .file(.uploaded(UploadedFile(chat: "ada", message: MessageID($0), source: "place")))
        }
        #expect(done.events == events)
    }

    /// Which of three messages are posted if one of them is cancelled while the first one is uploaded.
    @Test(arguments: [
        (0, ["up a", "released", "up b", "up c"], ["b", "c"]), (1, ["up a", "released", "up c"], ["a", "c"]),
    ])
    func goesOnWithoutACancelledUpload(effect: Int, calls: [String], posted: [String]) async {
        let (held, holding) = AsyncStream<Void>.makeStream()
        let (script, answers) = (Script([], held: held), Answers())
        let mover = FileMover(script, script)
        let (posts, posting) = AsyncStream<String>.makeStream()
        for (number, id) in ["a", "b", "c"].enumerated() {
            mover.upload(message(MessageID(id)), Self.file, answers.answer(number)) { posting.yield($0.id.text) }
        }
        mover.cancel(effect)
        holding.yield()
        var seen: [String] = []
        for await post in posts {
            seen.append(post)
            if post == "c" { break }
        }
        #expect(seen == posted && script.calls == calls)
    }

    /// Whoever waits for the end of all transfers is woken by answers alone.
    @Test func isNotBusyWithWhatItHasAnswered() async {
        let script = Script([(9, nil), (0, .refused("No.")), (9, nil), (0, .offline("No"))])
        let mover = FileMover(script, script, pause: 0)
        for isUpload in [false, false, true, true] {
            let (states, telling) = AsyncStream<Bool>.makeStream()
            let answer = Answer(effect: 1) { if case .ended = $0 { telling.yield(mover.isBusy) } }
            if isUpload {
                mover.upload(message("m"), Self.file, answer) { _ in telling.yield(mover.isBusy) }
            } else {
                mover.fetch(FileFetch(Self.key, Self.file), answer)
            }
            for await isBusy in states {
                #expect(!isBusy)
                break
            }
        }
    }

    @Test func letsAMessageWaitForTheConnection() async {
        let done = await uploaded(Script([(0, .offline("No")), (0, .untrusted("No"))]), "a", "b")
        #expect(
            done.events == ["a", "b"].map { .outbox(.queued(QueuedMessage(chat: "ada", message: MessageID($0)))) })
        #expect(done.posted == [])
    }

    @Test func failsAMessageWhoseFileIsRefusedOrGone() async {
        let refused = await uploaded(Script([(0, .refused("Too large.")), (0, .local("Too large."))]), "a", "b")
        let failures = [("a", nil), ("b", .inputOutput)].map { (id: MessageID, problem: FileProblem?) in
            MessageFailure(chat: "ada", message: id, reason: "Too large.", fileProblem: problem)
        }
        #expect(refused.events == failures.map { .message(.sendFailed($0)) })
        let gone = await uploaded(Script([], hasFile: false), "a")
        guard case .message(.sendFailed)? = gone.events.first else {
            Issue.record("The failure was not told")
            return
        }
    }
}
