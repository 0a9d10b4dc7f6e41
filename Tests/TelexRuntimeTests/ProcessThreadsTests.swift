#if os(Linux)
    import Foundation
    import Testing

    @testable import TelexRuntime

    /// Whether processes sleep.
    @Suite struct ProcessThreadsTests {
        private func look(_ process: Shell) -> ProcessThreads {
            ProcessThreads(sessions: [], processes: [process.pid])
        }

        @Test func sleepInTwoLooksWithTheSameCounts() throws {
            let input = Shell.Channel()
            let process = try Shell("read line; while :; do :; done", input: input)
            defer { process.end() }
            // It starts, and then waits for its input.
            var (first, second) = (look(process), look(process))
            while first.running != nil || first != second { (first, second) = (second, look(process)) }
            #expect(first.processes == [process.pid])
            try input.writing.write(contentsOf: Data("go\n".utf8))
            while look(process).running == nil {}
            #expect(look(process) != first)
        }

        @Test func belongToWhatTheyHaveStarted() throws {
            let process = try Shell("sleep 1000 & wait")
            defer { process.end() }
            while look(process).processes.count < 2 {}
            #expect(look(process).processes.contains(process.pid))
            for child in look(process).processes { kill(child, SIGKILL) }
        }
    }
#endif
