import ArgumentParser
import TelexCore
import Testing

@testable import telex

@Suite struct ExitCodeTests {
    /// `ExitCodes.md` lists them.
    @Test(
        arguments: [
            (.missing, 66), (.notCreated, 73), (.inputOutput, 74), (.unavailable, 69), (.damaged, 65), (.stopped, 75),
            (nil, 77),
        ] as [(FileProblem?, Int32)])
    func saysWhatWasWrongWithAFile(problem: FileProblem?, code: Int32) {
        #expect(Outcome(.failed, reason: "No.", fileProblem: problem).exitCode.rawValue == code)
    }

    @Test func saysThatTheServerDoesNotAnswer() {
        #expect(Outcome(.waiting).exitCode == .unavailable)
    }
}
