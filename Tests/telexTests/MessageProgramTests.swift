import Foundation
import Testing

@testable import telex

/// The program that `telex each` runs.
@Suite struct MessageProgramTests {
    private let folder = NSTemporaryDirectory()

    private func program(_ script: String) throws -> MessageProgram {
        try MessageProgram(["sh", "-c", script], ["PATH": "/usr/bin:/bin"], folder: folder)
    }

    @Test(arguments: [
        ("exit 0", ChildProcess.Ending.exited(0)), ("exit 3", .exited(3)), ("kill -9 $$", .killed(by: 9)),
        // A signal that telex ignores ends it.
        ("kill -PIPE $$; exit 0", .killed(by: Int(SIGPIPE))),
        ("test \"$(cat)\" = message", .exited(0)), ("exec 0<&-; exit 4", .exited(4)),
    ])
    func saysHowItEnded(script: String, ending: ChildProcess.Ending) throws {
        #expect(try program(script).run(Array("message\n".utf8)) == ending)
    }

    /// More than a pipe holds.
    @Test func needNotReadItsInput() throws {
        let input = [UInt8](repeating: 65, count: 1 << 20)
        #expect(try program("exit 0").run(input) == .exited(0))
        #expect(try program("test $(wc -c) = 1048576").run(input) == .exited(0))
    }

    @Test func getsTheSignal() throws {
        let program = try program("trap 'exit 7' TERM; echo ready >&2; while :; do sleep 0.01; done")
        Thread.detachNewThread { program.stop(SIGTERM) }
        let ending = try program.run([])
        #expect(ending == .exited(7) || ending == .killed(by: Int(SIGTERM)))
        #expect(program.isStopped && !program.pause(1000))
        #expect(try program.run([]) == .killed(by: Int(SIGTERM)))
    }

    @Test func aProgramThatCannotRunIsSaid() throws {
        let missing = #expect(throws: CommandError.self) {
            try MessageProgram(["no-such-program"], ["PATH": "/usr/bin"], folder: folder)
        }
        #expect(missing?.exitCode == .validationFailure)
        for code in [64, 126, 127] { #expect(ChildProcess.Ending.exited(code).usageError == Int32(code)) }
        #expect(ChildProcess.Ending.exited(1).usageError == nil && ChildProcess.Ending.killed(by: 9).usageError == nil)
    }

    @Test func aFileThatIsNotExecutableIsSaid() throws {
        let path = "\(folder)/plain-\(UUID())"
        try Data().write(to: URL(filePath: path))
        defer { unlink(path) }
        for (name, reason) in [
            (path, "Cannot run \(path): it is not executable. Allow that with chmod +x \(path)."),
            (folder, "Cannot run \(folder): it is a folder."),
        ] {
            let error = #expect(throws: CommandError.self) { try MessageProgram([name], [:], folder: folder) }
            #expect(error?.sentence == reason)
        }
    }
}
