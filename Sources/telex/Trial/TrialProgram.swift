import ArgumentParser
import Foundation
import TelexRuntime

/// The program that `telex try` tries: a process in a session of its own (setsid(2)).
final class TrialProgram: @unchecked Sendable {  // `lock` guards what changes
    let process: pid_t
    private let lock = Condition()
    private var status: ChildProcess.Ending?

    /// Starts the program.
    ///
    /// - Parameter output: gets what it prints.
    init(_ command: [String], _ environment: [String: String], _ output: TrialOutput) throws {
        let pipe = try output.makePipe()
        defer { close(pipe) }
        do {
            process = try ChildProcess.start(
                command[0], command, environment, [STDOUT_FILENO: pipe, STDERR_FILENO: pipe], isApart: true)
        } catch {
            throw CommandError(
                "Cannot start \(command[0]): \(SystemError.text(error.number)). Put the command and its arguments after --.",
                .noInput)
        }
        Thread.launch { [self] in reap() }
    }

    /// How the program has ended; `nil` while it runs.
    var ending: ChildProcess.Ending? { lock.withLock { status } }

    /// Sends the program a signal, unless it has ended.
    func signal(_ number: CInt) { lock.withLock { if status == nil { Foundation.kill(process, number) } } }

    /// Waits until the program has ended; returns `false` if it has not by then.
    func waits(until deadline: Date) -> Bool {
        lock.withLock {
            while status == nil, lock.wait(until: deadline) {}
            return status != nil
        }
    }

    /// The processes of its session.
    var processes: Set<Int32> { Set(ProcessThreads(sessions: [process], processes: []).processes) }

    /// Kills the program, and what is in its session besides some processes.
    func kill(without others: Set<Int32>) {
        signal(SIGKILL)
        lock.withLock { while status == nil { lock.wait() } }
        for process in processes.subtracting(others) { Foundation.kill(process, SIGKILL) }
    }

    private func reap() {
        ChildProcess.wait(for: process)
        lock.withLock {
            status = ChildProcess.reap(process)
            lock.broadcast()
        }
    }

    /// Kills the program, and what it has left behind in its session.
    func destroy() {
        kill(without: [])
        if !ProcessThreads.isSupported { Foundation.kill(-process, SIGKILL) }
    }
}

extension ChildProcess.Ending {
    var sentence: String {
        switch self {
        case .exited(let code): "The program ended with exit code \(code)."
        case .killed(let signal): "Signal \(signal) ended the program."
        }
    }
}

/// What a program has printed last, also after it was started again.
final class TrialOutput: @unchecked Sendable {  // `lock` guards `bytes`
    /// How much is kept.
    private static let most = 1 << 14

    private let lock = NSLock()
    private var bytes: [UInt8] = []

    /// Returns a descriptor whose bytes are kept. The caller closes it.
    func makePipe() throws -> CInt {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { throw CommandError("Cannot make a pipe: \(SystemError.text()).", .inputOutput) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let input = FileInput(descriptor: ends[0])
        Thread.launch { [self] in
            while let piece = try? input.piece() { lock.withLock { bytes = (bytes + piece).suffix(Self.most) } }
            close(input.descriptor)
        }
        return ends[1]
    }

    /// The last lines; `nil` if there are none.
    var text: String? {
        let text = String(decoding: lock.withLock { bytes }, as: UTF8.self)
        return text.isEmpty ? nil : text
    }
}
