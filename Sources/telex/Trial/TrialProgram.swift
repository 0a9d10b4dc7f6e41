import ArgumentParser
import Foundation
import TelexRuntime

/// The program that `telex try` tries: a process in a session of its own (setsid(2)).
final class TrialProgram: @unchecked Sendable {  // `lock` guards what changes
    /// How a process has ended.
    enum Ending: Equatable {
        case exited(Int)
        case killed(by: Int)

        /// The exit code, as shells have it.
        var code: Int {
            switch self {
            case .exited(let code): code
            case .killed(let signal): 128 + signal
            }
        }

        var sentence: String {
            switch self {
            case .exited(let code): "The program ended with exit code \(code)."
            case .killed(let signal): "Signal \(signal) ended the program."
            }
        }
    }

    let process: pid_t
    private let lock = NSCondition()
    private var status: Ending?

    /// Starts the program.
    ///
    /// - Parameter output: gets what it prints.
    init(_ command: [String], _ environment: [String: String], _ output: TrialOutput) throws {
        let pipe = try output.makePipe()
        defer { close(pipe) }
        process = try Self.start(command, environment, output: pipe)
        Thread.launch { [self] in reap() }
    }

    /// How the program has ended; `nil` while it runs.
    var ending: Ending? { lock.withLock { status } }

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
        // It keeps its number until `waitpid` below, so that no signal reaches another process.
        var info = siginfo_t()
        while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) == -1, errno == EINTR {}
        lock.withLock {
            var status: CInt = 0
            while waitpid(process, &status, 0) == -1, errno == EINTR {}
            self.status = status & 0x7F == 0 ? .exited(Int(status >> 8 & 0xFF)) : .killed(by: Int(status & 0x7F))
            lock.broadcast()
        }
    }

    /// Kills the program, and what it has left behind in its session.
    func destroy() {
        kill(without: [])
        if !ProcessThreads.isSupported { Foundation.kill(-process, SIGKILL) }
    }

    // MARK: Starting

    /// `POSIX_SPAWN_SETSID`, which not all headers have.
    #if os(Linux)
        private static let newSession: CInt = 0x80
    #else
        private static let newSession: CInt = 0x0400
    #endif

    private static func start(_ command: [String], _ environment: [String: String], output: CInt) throws -> pid_t {
        #if os(Linux)
            var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
        #else
            var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?) = (nil, nil)
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
        // Signals that are ignored or blocked here would be so there.
        var (none, usual) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigemptyset(&usual)
        for number in [SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP] { sigaddset(&usual, number) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &usual)
        let flags = CInt(POSIX_SPAWN_SETSIGMASK) | CInt(POSIX_SPAWN_SETSIGDEF) | newSession
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var arguments = command.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var process = pid_t()
        let error = posix_spawnp(&process, command[0], &actions, &attributes, &arguments, &variables)
        guard error == 0 else {
            throw CommandError(
                "Cannot start \(command[0]): \(SystemError.text(error)). Put the command and its arguments after --.",
                .noInput)
        }
        return process
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
