#if os(Linux)
    import Foundation
    import Testing

    @testable import TelexRuntime

    /// Programs that are killed as soon as they write.
    @Suite struct WriteTrapTests {
        private func shell(_ script: String, _ folder: String) -> (Process, input: Pipe) {
            let (process, input) = (Process(), Pipe())
            (process.executableURL, process.arguments) = (URL(filePath: "/bin/sh"), ["-c", script, "-", folder])
            process.standardInput = input
            return (process, input)
        }

        @Test(arguments: [true, false]) func killsBeforeTheNextStep(isSet: Bool) throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "trap-\(UUID())").path
            defer { rmdir(folder) }
            let (reader, pipe) = shell("read line; [ \"$line\" = hello ]", "")
            try reader.run()
            let (writer, input) = shell("read line; echo hello; mkdir \"$1\"", folder)
            writer.standardOutput = pipe.fileHandleForWriting
            try writer.run()
            try pipe.fileHandleForWriting.close()
            let trap = isSet ? WriteTrap(readers: [reader.processIdentifier], writers: [writer.processIdentifier]) : nil
            try input.fileHandleForWriting.write(contentsOf: Data("go\n".utf8))
            writer.waitUntilExit()
            reader.waitUntilExit()
            #expect(writer.terminationReason == (isSet ? .uncaughtSignal : .exit))
            #expect(reader.terminationStatus == 0)
            #expect(FileManager.default.fileExists(atPath: folder) != isSet)
            withExtendedLifetime(trap) {}
        }
    }
#endif
