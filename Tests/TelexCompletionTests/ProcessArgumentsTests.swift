import Foundation
import Testing

@testable import TelexCompletion

@Suite struct ProcessArgumentsTests {
    private func arguments(_ given: [[UInt8]]) -> ProcessArguments {
        let strings = given.map { bytes in strdup(bytes.map(CChar.init(bitPattern:)) + [0]) }
        defer { strings.forEach { free($0) } }
        let pointers = strings.map { $0.map { UnsafePointer($0) } } + [nil]
        return ProcessArguments(CInt(given.count), pointers)
    }

    @Test func keepsTheBytesOfArguments() {
        let arguments = arguments([Array("telex".utf8), Array("send".utf8), [], [0x61, 0xFF], Array("é".utf8)])
        #expect(arguments.bytes == [Array("send".utf8), [], [0x61, 0xFF], [0xC3, 0xA9]])
        #expect(arguments.texts == ["send", "", "a\u{FFFD}", "é"])
    }

    @Test(arguments: [[], [Array("telex".utf8)]]) func aProcessCanHaveNoArguments(given: [[UInt8]]) {
        #expect(arguments(given).bytes.isEmpty)
    }

    #if os(Linux)
        @Test func saysThatTheFolderOfProcessesIsMissing() {
            #expect(
                ProcessFolder.problem("/nowhere")
                    == "Cannot read /nowhere/self/stat: No such file or directory. Mount the folder: mount -t proc proc /nowhere"
            )
            #expect(ProcessFolder.problem() == nil)
        }
    #endif
}
