import ArgumentParser
@testable import TelexCore
import Testing

@testable import telex

@Suite struct SearchCommandTests {
    private func found(_ rows: [FoundViewModel.Row], onServer: [FoundViewModel.Row]? = nil, error: String? = nil)
        -> FoundViewModel
    {
        var found = FoundViewModel.blank
        (found.messages, found.serverMessages, found.status.errorText) = (rows, onServer, error)
        return found
    }

    @Test func endsWith1IfNothingIsFound() {
        for model in [found([]), found([], onServer: [])] {
            #expect(SearchCommand.failure(model) as? ExitCode == ExitCode(1))
        }
        for model in [found([.blank]), found([], onServer: [.blank])] { #expect(SearchCommand.failure(model) == nil) }
    }

    /// What was found before is printed, and is not all.
    @Test func failsIfAPartOfTheStoreCannotBeRead() throws {
        for model in [found([.blank], error: "Damaged."), found([], error: "Damaged.")] {
            let error = try #require(SearchCommand.failure(model) as? CommandError)
            #expect(error.sentence == "Damaged." && error.exitCode == .inputOutput)
        }
    }
}
