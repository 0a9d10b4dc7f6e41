import Foundation
import TelexCore

/// Moves files in steps, each of which takes a while, as a network would.
extension EmbeddedBackend {
    /// How many bytes a step moves, and how long it takes, in seconds.
    private static let (step, pause) = (1 << 20, 0.1)

    /// Uploads the file of a message, if it has one, and accepts the message.
    func upload(_ message: Message, _ answer: Answer) {
        guard let file = message.file, file.source == nil else { return accept(message, answer) }
        move(file.byteCount ?? 0, answer) {
            answer(.file(.progressed(FileProgress(chat: message.chat, message: message.id, done: $0))))
        } copy: { _ in
            true
        } end: {
            // The file is served from this device.
            answer(
                .file(
                    .uploaded(
                        UploadedFile(chat: message.chat, message: message.id, source: file.id.text))))
            self.accept(message, answer)
        }
    }

    func fetch(_ fetch: FileFetch, _ answer: Answer) {
        let file = fetch.file
        let fail = { (reason: String, problem: FileProblem?) in
            answer(fetch.failed(reason, problem))
            answer.end()
        }
        if let offline { return fail(offline, .unavailable) }
        if let reason = takeRefusal(.fetch) { return fail(reason, nil) }
        guard let files, let path = file.source.flatMap({ files.path(of: FileID($0)) }),
            let source = FileHandle(forReadingAtPath: path)
        else { return fail("The server no longer has the file.", .missing) }
        do {
            let part = try files.part(of: file)
            _ = FileManager.default.createFile(atPath: part, contents: nil, attributes: [.posixPermissions: 0o600])
            guard let target = FileHandle(forWritingAtPath: part) else {
                return fail("The file cannot be written.", .inputOutput)
            }
            move(file.byteCount ?? 0, answer) { done in
                if let event = fetch.progress(done) { answer(event) }
            } copy: { count in
                do {
                    if let data = try source.read(upToCount: count) { try target.write(contentsOf: data) }
                    return true
                } catch {
                    fail("The file cannot be copied: \(error.localizedDescription).", .inputOutput)
                    return false
                }
            } end: {
                try? target.close()
                for event in files.finish(fetch) { answer(event) }
                answer.end()
            }
        } catch { fail("\(error)", (error as? any FileError)?.problem) }
    }

    /// Moves a file step by step, and tells how much has been transferred.
    ///
    /// - Parameters:
    ///   - tell: called with the number of bytes transferred.
    ///   - copy: copies so many bytes; returns whether that was possible.
    ///   - end: called once all has been transferred.
    private func move(
        _ count: Int64, _ answer: Answer, _ tell: @escaping (Int64) -> Void, copy: @escaping (Int) -> Bool,
        end: @escaping () -> Void
    ) {
        var done: Int64 = 0
        moving.insert(answer.effect)
        func next() {
            guard moving.contains(answer.effect) else { return }
            guard copy(Self.step) else { return _ = moving.remove(answer.effect) }
            done = min(count, done + Int64(Self.step))
            tell(done)
            if done < count { return clock.schedule(after: Self.pause, next) }
            moving.remove(answer.effect)
            end()
        }
        next()
    }
}

extension Clock {
    /// Calls the action after so many seconds; at once for 0.
    func schedule(after seconds: TimeInterval, _ action: @escaping () -> Void) {
        if seconds == 0 { action() } else { schedule(at: now.addingTimeInterval(seconds), action) }
    }
}
