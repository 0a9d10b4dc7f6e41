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
        let mover = FileMover(script, script, pace: 0)
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
        let mover = FileMover(script, script, pace: 0)
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
        let mover = FileMover(script, script, pace: 0)
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
            (.foreign(outage: "Out", refusal: "No."), nil), (.loggedOut(), nil),
        ] as [(RequestFailure, FileProblem?)])
    func tellsWhyADownloadFailed(failure: RequestFailure, problem: FileProblem?) async {
        guard case .file(.failed(let told))? = await fetched([(0, failure)]).events.first else {
            Issue.record("The failure was not told")
            return
        }
        let reason = failure == .loggedOut() ? ": the server no longer accepts this login." : ". No."
        #expect(told.reason == "The file was not fetched\(reason)" && told.fileProblem == problem)
    }

    /// The results of uploads, once so many have ended.
    private func uploaded(
        _ script: Script, _ ids: MessageID..., cancelling effect: Int? = nil,
        holding: AsyncStream<Void>.Continuation? = nil,
        ends: Int
    ) async -> [String] {
        let answers = Answers()
        let mover = FileMover(script, script, pace: 0)
        let (results, reporting) = AsyncStream<String>.makeStream()
        for (effect, id) in ids.enumerated() {
            mover.upload(Self.file, of: MessageKey(chat: "ada", message: id), answers.answer(effect)) {
                reporting.yield("\(id) \($0) \(mover.isBusy)")
                if effect + 1 == ends { reporting.finish() }
            }
        }
        if let effect { mover.cancel(effect) }
        holding?.yield()
        return await results.reduce(into: []) { $0.append($1) }
    }

    /// An upload that was cut off goes on; what else fails is up to the link. Nothing counts as running after its end.
    @Test func goesOnWithAnUploadThatWasCutOff() async {
        let script = Script([(3, .offline("Cut")), (9, nil)])
        let done = await uploaded(script, "a", ends: 1)
        #expect(done == ["a success(\"place\") false"] && script.calls == ["up a", "up a"])
        for failure in [RequestFailure.offline("No"), .busy("No"), .refused("No")] {
            let script = Script([(0, failure)])
            let done = await uploaded(script, "a", ends: 1)
            #expect(done.first?.hasPrefix("a failure(") == true && script.calls == ["up a"])
        }
    }

    /// However soon that is after it was told of a part.
    @Test func tellsThatAllOfAFileWasSent() async {
        let (script, answers) = (Script([(3, .offline("Cut")), (9, nil)]), Answers())
        let mover = FileMover(script, script, pace: 0)
        let (ends, end) = AsyncStream<Void>.makeStream()
        mover.upload(Self.file, of: Self.key, answers.answer(1), sent: { end.yield() }) { _ in
            answers.delivering.finish()
            end.finish()
        }
        let told = await answers.deliveries.reduce(into: [Int64]()) { told, delivery in
            if case .event(.file(.progressed(let progress)), _) = delivery { told.append(progress.done) }
        }
        #expect(told == [3, 9])
        #expect(await ends.reduce(0) { count, _ in count + 1 } == 1)
    }

    @Test func saysNothingOfACancelledUpload() async {
        let (held, holding) = AsyncStream<Void>.makeStream()
        let script = Script([], held: held)
        let done = await uploaded(script, "a", "a", cancelling: 0, holding: holding, ends: 2)
        // The second attempt waits for the end of the first.
        #expect(done.count == 1 && script.calls == ["up a", "released", "up a"])
    }

    @Test func saysThatTheFileIsGone() async {
        let done = await uploaded(Script([], hasFile: false), "a", ends: 1)
        #expect(done.first?.contains("no longer on this device") == true)
    }

    @Test func repeatsADownloadAsAMessageIsRepeated() async {
        let bad = RequestFailure.busy("The server answered 502 Bad Gateway.")
        let done = await fetched([(0, bad), (0, .busy("Too many", retryAfter: 5)), (9, nil)])
        #expect(done.events == [.file(.fetched(Self.key))])
        let stuck = await fetched(Array(repeating: (0, bad), count: 9))
        #expect(stuck.calls.count == 5 && stuck.events.count == 1)
        let limited = await fetched([(0, .busy("Too many", retryAfter: 3600))])
        guard case .file(.failed(let failure))? = limited.events.first else {
            Issue.record("The failure was not told")
            return
        }
        #expect(failure.reason.hasPrefix("The file was not fetched. Rate-limited until ") && limited.calls.count == 1)
    }
}
