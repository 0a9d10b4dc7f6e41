#if os(Linux)
    import Foundation
    import Testing

    @testable import TelexRuntime

    /// What is left in pipes.
    @Suite struct OutputPipesTests {
        @Test func isUnreadAfterTheWriterHasEnded() throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "pipes-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let fifos = ["reader", "writer"].map { folder.appending(path: $0) }
            for fifo in fifos { #expect(mkfifo(fifo.path, 0o600) == 0) }
            let (pipe, output) = (Shell.Channel(), Shell.Channel())
            let reader = try Shell(
                "read go <\"$1\"; read line; echo done; exec sleep 1000", fifos[0].path, input: pipe, output: output)
            defer { reader.end() }
            let writer = try Shell("read go <\"$1\"; echo hello", fifos[1].path, output: pipe)
            var pipes = OutputPipes()
            pipes.add(writer.pid)
            #expect(pipes.unread(by: [reader.pid]) == nil)
            try Data("go\n".utf8).write(to: fifos[1])
            #expect(writer.wait() == .exit(0))
            #expect(pipes.unread(by: [reader.pid]) == reader.pid)
            #expect(OutputPipes().unread(by: [reader.pid]) == nil)
            try Data("go\n".utf8).write(to: fifos[0])
            _ = output.reading.availableData
            #expect(pipes.unread(by: [reader.pid]) == nil)
        }
    }
#endif
