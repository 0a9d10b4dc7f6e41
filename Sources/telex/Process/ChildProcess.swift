import Foundation

/// A process that this one has started.
enum ChildProcess {
    /// How a process has ended.
    enum Ending: Equatable {
        case exited(Int)
        case killed(by: Int)

        /// As the macros of wait(2) read it, which Swift does not import.
        fileprivate init(_ status: CInt) {
            self = status & 0x7F == 0 ? .exited(Int(status >> 8 & 0xFF)) : .killed(by: Int(status & 0x7F))
        }

        /// The exit code, as shells have it.
        var code: Int {
            switch self {
            case .exited(let code): code
            case .killed(let signal): 128 + signal
            }
        }
    }

    /// A program did not start.
    struct Failure: Error {
        /// The error number (errno(3)).
        let number: CInt
    }

    /// `POSIX_SPAWN_SETSID`, which not all headers have.
    #if os(Linux)
        private static let newSession: CInt = 0x80
    #else
        private static let newSession: CInt = 0x0400
    #endif

    /// Starts a program. Signals that this process blocks or ignores are as usual there.
    ///
    /// - Parameters:
    ///   - path: the program; a name without a slash is looked up in `PATH`.
    ///   - arguments: its arguments, of which the first is its name.
    ///   - descriptors: its descriptors, and those of this process that they become. It has the others of this process,
    ///     but for those that are closed on exec.
    ///   - isApart: whether it gets a session of its own (setsid(2)), and no input.
    static func start(
        _ path: String, _ arguments: [String], _ environment: [String: String], _ descriptors: [CInt: CInt],
        isApart: Bool = false
    ) throws(Failure) -> pid_t {
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
        if isApart { posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0) }
        for (theirs, ours) in descriptors { posix_spawn_file_actions_adddup2(&actions, ours, theirs) }
        var (none, usual) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigemptyset(&usual)
        // A program of the same session ignores what its shell has it ignore.
        for number in [SIGPIPE, SIGXFSZ] + (isApart ? [SIGINT, SIGTERM, SIGHUP] : []) { sigaddset(&usual, number) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &usual)
        let flags = CInt(POSIX_SPAWN_SETSIGMASK) | CInt(POSIX_SPAWN_SETSIGDEF) | (isApart ? newSession : 0)
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var words = arguments.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var process = pid_t()
        let number = posix_spawnp(&process, path, &actions, &attributes, &words, &variables)
        guard number == 0 else { throw Failure(number: number) }
        return process
    }

    /// Waits until a process has ended. It stays a zombie, so that no signal reaches another process of the same number.
    static func wait(for process: pid_t) {
        var info = siginfo_t()
        while waitid(P_PID, id_t(process), &info, CInt(WEXITED) | CInt(WNOWAIT)) == -1, errno == EINTR {}
    }

    /// Removes a process that has ended.
    static func reap(_ process: pid_t) -> Ending {
        var status: CInt = 0
        while waitpid(process, &status, 0) == -1, errno == EINTR {}
        return Ending(status)
    }
}
