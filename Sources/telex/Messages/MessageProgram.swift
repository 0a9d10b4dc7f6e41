import Foundation
import TelexRuntime
import TelexTerminal

/// A program that runs for one message at a time, which it reads from its standard input.
final class MessageProgram: @unchecked Sendable {  // `lock` guards what changes
    /// The name, as the user wrote it.
    let name: String
    private let path: String
    private let arguments: [String]
    private let environment: [String: String]
    /// Where messages are kept while the program reads them.
    private let folder: String
    private let lock = Condition()
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
            throw CommandError(Self.absence(of: name, environment), .validationFailure)
        }
        self.path = path
        self.folder = folder
        arguments = command
        self.environment = environment
    }

    /// Says why a program cannot run.
    private static func absence(of name: String, _ environment: [String: String]) -> String {
        for path in Notifier.candidates(for: name, in: environment) {
            var status = stat()
            guard stat(path, &status) == 0 else { continue }
            return status.st_mode & S_IFMT == S_IFDIR
                ? "Cannot run \(path): it is a folder."
                : "Cannot run \(path): it is not executable. Allow that with chmod +x \(path)."
        }
        return "There is no program \"\(name)\". Write its path, or look at $PATH."
    }

    /// Runs the program, and waits for its end. It need not read its input.
    ///
    /// - Throws: `CommandError` if it cannot run.
    func run(_ input: [UInt8]) throws(CommandError) -> ChildProcess.Ending {
        let input = try file(of: input)
        defer { close(input) }
        guard let process = try begin(reading: input) else { return .killed(by: Int(SIGTERM)) }
        ChildProcess.wait(for: process)
        return lock.withLock {
            self.process = nil
            return ChildProcess.reap(process)
        }
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
            let end = Date.steady.addingTimeInterval(seconds)
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
        do { return try ChildProcess.start(path, arguments, environment, [STDIN_FILENO: input]) } catch {
            throw CommandError("Cannot run \(path): \(FileFailure(error.number).reason).", .validationFailure)
        }
    }
}

extension ChildProcess.Ending {
    /// The exit code of a program that was called in the wrong way (sysexits.h), or that a shell could not run or find.
    var usageError: Int32? {
        if case .exited(let code) = self, [64, 126, 127].contains(code) { Int32(code) } else { nil }
    }

    /// What became of the program, after its name.
    var predicate: String {
        switch self {
        case .exited(let code): "ended with \(code)"
        case .killed(let number): "was ended by signal \(number)"
        }
    }
}
