import Foundation
import Testing

/// The inputs that fuzzing kept, since each reaches code that no other does.
@Suite struct CorpusTests {
    @Test(arguments: Target.allCases) func keepsItsPromises(_ target: Target) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus/\(target.rawValue)")
        let inputs = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        try #require(!inputs.isEmpty)
        for input in inputs {
            let bytes = Array(try Data(contentsOf: input))
            #expect(throws: Never.self, "\(input.lastPathComponent)") { try target.check(bytes) }
        }
    }
}
