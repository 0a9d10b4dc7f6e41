import Foundation
import TelexRuntime
import TelexTerminal

/// A program that runs for one message at a time, which it reads from its standard input.
final class MessageProgram: @unchecked Sendable {  // `lock` guards what changes
    /// The name, as the user wrote it.
    let name: String
    private let path: String
    private let arguments: [String]
    private let environment: [String]
    /// Where messages are kept while the program reads them.
    private let folder: String
    private let lock = NSCondition()
    private var process: pid_t?
    private var hasStopped = false

    /// - Parameters:
    ///   - command: the name and the arguments of the program. The name is looked up as a shell does.
    ///   - environment: the variables that it gets.
    ///   - folder: a folder that only the user can read.
    /// - Throws: `CommandError` if there is no such program.
    init(_ command: [String], _ environment: [String: String], folder: String) throws(CommandError) {
        name = command.first ?? ""
        guard let path = Notifier.path(of: name, in: environment) else {
            throw CommandError("There is no program \"\(name)\". Write its path, or look at $PATH.", .validationFailure)
        }
        self.path = path
        self.folder = folder
        arguments = command
        self.environment = environment.map { "\($0)=\($1)" }
    }

    /// How the program ended.
    enum Ending: Equatable {
        case exited(Int32)
        case killed(Int32)

        fileprivate init(_ status: CInt) {
            // As the macros of wait(2) read it, which Swift does not import.
            self = status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(status & 0x7F)
        }

        /// The exit code of a program that was called in the wrong way (sysexits.h), or that a shell could not run or find.
        var usageError: Int32? {
            if case .exited(let code) = self, [64, 126, 127].contains(code) { code } else { nil }
        }

        var sentence: String {
            switch self {
            case .exited(let code): "ended with \(code)"
            case .killed(let number): "was ended by signal \(number)"
            }
        }
    }

    /// Runs the program, and waits for its end. It need not read its input.
    ///
    /// - Throws: `CommandError` if it cannot run.
    func run(_ input: [UInt8]) throws(CommandError) -> Ending {
        let input = try file(of: input)
        defer { close(input) }
        guard let process = try begin(reading: input) else { return .killed(SIGTERM) }
        // It stays a zombie, which can be sent signals, until it is reaped.
        var info = siginfo_t()
        while waitid(P_PID, id_t(process), &info, CInt(WEXITED) | CInt(WNOWAIT)) == -1, errno == EINTR {}
        var status: CInt = 0
        lock.withLock {
            while waitpid(process, &status, 0) == -1, errno == EINTR {}
            self.process = nil
        }
        return Ending(status)
    }

    /// Starts the program, unless it has been stopped.
    private func begin(reading input: CInt) throws(CommandError) -> pid_t? {
        lock.lock()
        defer { lock.unlock() }
        if hasStopped { return nil }
        process = try start(reading: input)
        return process
    }

    /// Waits; returns `false` as soon as `stop` is called.
    func pause(_ seconds: TimeInterval) -> Bool {
        lock.withLock {
            let end = Date().addingTimeInterval(seconds)
            while !hasStopped, lock.wait(until: end) {}
            return !hasStopped
        }
    }

    var isStopped: Bool { lock.withLock { hasStopped } }

    /// Has the program not run any more. One that is running gets the signal, unless the terminal has sent it to both.
    func stop(_ signal: CInt) {
        lock.withLock {
            hasStopped = true
            if let process, signal != SIGINT { kill(process, signal) }
            lock.broadcast()
        }
    }

    /// A file with the input that has no name, so that nothing is left of it, and nobody waits for a reader.
    private func file(of input: [UInt8]) throws(CommandError) -> CInt {
        var path = Array("\(folder)/message.XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw Self.unwritable(folder) }
        unlink(path)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        do throws(FileOutput.Failure) { try FileOutput(descriptor).write(input) } catch {
            close(descriptor)
            throw Self.unwritable(folder)
        }
        lseek(descriptor, 0, SEEK_SET)
        return descriptor
    }

    private static func unwritable(_ folder: String) -> CommandError {
        CommandError("Cannot write to \(folder): \(FileFailure().reason).", .inputOutput)
    }

    private func start(reading input: CInt) throws(CommandError) -> pid_t {
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
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        // What telex blocks and ignores, the program does not.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for number in [SIGPIPE, SIGXFSZ] { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var (words, variables) = (arguments.map { strdup($0) } + [nil], environment.map { strdup($0) } + [nil])
        defer { for string in words + variables { free(string) } }
        var process: pid_t = 0
        let failure = posix_spawn(&process, path, &actions, &attributes, &words, &variables)
        if failure == 0 { return process }
        throw CommandError("Cannot run \(path): \(FileFailure(failure).reason).", .validationFailure)
    }
}
