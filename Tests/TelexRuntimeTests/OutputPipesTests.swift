#if os(Linux)
    import Foundation
    import Testing

    @testable import TelexRuntime

    /// What is left in pipes.
    @Suite struct OutputPipesTests {
        private func shell(_ script: String, _ fifo: String) -> Process {
            let process = Process()
            (process.executableURL, process.arguments) = (URL(filePath: "/bin/sh"), ["-c", script, "-", fifo])
            return process
        }

        @Test func isUnreadAfterTheWriterHasEnded() throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "pipes-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let fifos = ["reader", "writer"].map { folder.appending(path: $0) }
            for fifo in fifos { #expect(mkfifo(fifo.path, 0o600) == 0) }
            let (pipe, output) = (Pipe(), Pipe())
            let reader = shell("read go <\"$1\"; read line; echo done; exec sleep 1000", fifos[0].path)
            let writer = shell("read go <\"$1\"; echo hello", fifos[1].path)
            (reader.standardInput, reader.standardOutput, writer.standardOutput) = (pipe, output, pipe)
            try reader.run()
            defer { kill(reader.processIdentifier, SIGKILL) }
            try writer.run()
            var pipes = OutputPipes()
            pipes.add(writer.processIdentifier)
            #expect(pipes.unread(by: [reader.processIdentifier]) == nil)
            try Data("go\n".utf8).write(to: fifos[1])
            writer.waitUntilExit()
            #expect(pipes.unread(by: [reader.processIdentifier]) == reader.processIdentifier)
            #expect(OutputPipes().unread(by: [reader.processIdentifier]) == nil)
            try Data("go\n".utf8).write(to: fifos[0])
            _ = output.fileHandleForReading.availableData
            #expect(pipes.unread(by: [reader.processIdentifier]) == nil)
        }
    }
#endif
