#if os(Linux)
    import Foundation
    import Testing

    @testable import TelexRuntime

    /// Whether processes sleep.
    @Suite struct ProcessThreadsTests {
        private func look(_ process: Process) -> ProcessThreads {
            ProcessThreads(sessions: [], processes: [process.processIdentifier])
        }

        @Test func sleepInTwoLooksWithTheSameCounts() throws {
            let process = Process()
            let input = Pipe()
            (process.executableURL, process.arguments) = (
                URL(filePath: "/bin/sh"), ["-c", "read line; while :; do :; done"]
            )
            process.standardInput = input
            try process.run()
            defer { kill(process.processIdentifier, SIGKILL) }
            // It starts, and then waits for its input.
            var (first, second) = (look(process), look(process))
            while first.running != nil || first != second { (first, second) = (second, look(process)) }
            #expect(first.processes == [process.processIdentifier])
            try input.fileHandleForWriting.write(contentsOf: Data("go\n".utf8))
            while look(process).running == nil {}
            #expect(look(process) != first)
        }

        @Test func belongToWhatTheyHaveStarted() throws {
            let process = Process()
            (process.executableURL, process.arguments) = (URL(filePath: "/bin/sh"), ["-c", "sleep 1000 & wait"])
            try process.run()
            defer { kill(process.processIdentifier, SIGKILL) }
            while look(process).processes.count < 2 {}
            #expect(look(process).processes.contains(process.processIdentifier))
            for child in look(process).processes { kill(child, SIGKILL) }
        }
    }
#endif
