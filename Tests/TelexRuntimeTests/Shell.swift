#if os(Linux)
    import Foundation
    import Testing

    /// A shell that runs a script.
    ///
    /// It is not a `Process` of Foundation, which can crash while more than 1,300 files are open. The tests of the server,
    /// which run meanwhile, open 4,000.
    final class Shell {
        let pid: pid_t

        /// How it ended.
        enum Ending: Equatable { case exit(Int32), signal(Int32) }

        /// - Parameters:
        ///   - argument: `$1` of the script.
        ///   - input: its standard input, and `output` its standard output; those of the tests if they are `nil`.
        init(_ script: String, _ argument: String = "", input: Channel? = nil, output: Channel? = nil) throws {
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            if let input { posix_spawn_file_actions_adddup2(&actions, input.reading.fileDescriptor, 0) }
            if let output { posix_spawn_file_actions_adddup2(&actions, output.writing.fileDescriptor, 1) }
            let words = ["/bin/sh", "-c", script, "-", argument]
            let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
            defer { for argument in arguments { free(argument) } }
            var pid: pid_t = 0
            let failure = posix_spawn(&pid, "/bin/sh", &actions, nil, arguments, environ)
            try #require(failure == 0)
            self.pid = pid
        }

        /// A pipe that only those shells have which it is passed to.
        struct Channel {
            let reading, writing: FileHandle

            init() {
                var ends: [CInt] = [0, 0]
                pipe(&ends)
                for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
                reading = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
                writing = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
            }
        }

        /// Waits for its end.
        func wait() -> Ending {
            var status: CInt = 0
            while waitpid(pid, &status, 0) == -1, errno == EINTR {}
            return status & 0x7F == 0 ? .exit(status >> 8 & 0xFF) : .signal(status & 0x7F)
        }

        /// Kills it.
        func end() {
            kill(pid, SIGKILL)
            _ = wait()
        }
    }
#endif
