#if os(Linux)
    import Foundation
    import Testing

    @testable import TelexRuntime

    /// Programs that are killed as soon as they write.
    @Suite struct WriteTrapTests {
        @Test(arguments: [true, false]) func killsBeforeTheNextStep(isSet: Bool) throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "trap-\(UUID())").path
            defer { rmdir(folder) }
            let (input, pipe) = (Shell.Channel(), Shell.Channel())
            let reader = try Shell("read line; [ \"$line\" = hello ]", input: pipe)
            let writer = try Shell("read line; echo hello; mkdir \"$1\"", folder, input: input, output: pipe)
            try pipe.writing.close()
            let trap = isSet ? WriteTrap(readers: [reader.pid], writers: [writer.pid]) : nil
            try input.writing.write(contentsOf: Data("go\n".utf8))
            #expect(writer.wait() == (isSet ? .signal(SIGKILL) : .exit(0)))
            #expect(reader.wait() == .exit(0))
            #expect(FileManager.default.fileExists(atPath: folder) != isSet)
            withExtendedLifetime(trap) {}
        }
    }
#endif
