import Testing

@testable import TelexServer

/// Tests how many connections a limit on open files allows.
@Suite struct OpenFilesTests {
    @Test(arguments: [
        // With 2 cores, 48 files are for other uses, and a quarter of the others, up to 256, for connections that are
        // turned away. A transfer takes two.
        (asked: 100, openFiles: 148, 2, OpenFiles.Shares(connections: 50, turnedAway: 25, transfers: 25)),
        (asked: 40, openFiles: 148, 2, OpenFiles.Shares(connections: 40, turnedAway: 25, transfers: 35)),
        (asked: 10, openFiles: 148, 2, OpenFiles.Shares(connections: 10, turnedAway: 25, transfers: 10)),
        (asked: 10, openFiles: 148, 22, OpenFiles.Shares(connections: 10, turnedAway: 5, transfers: 5)),
        (asked: 9999, openFiles: 2000, 2, OpenFiles.Shares(connections: 1131, turnedAway: 256, transfers: 565)),
        (asked: 100, openFiles: 10, 2, OpenFiles.Shares(connections: 2, turnedAway: 0, transfers: 1)),
    ])
    func leavesFilesForTheRest(asked: Int, openFiles: Int, cores: Int, expected: OpenFiles.Shares) {
        let shares = OpenFiles.shares(connections: asked, openFiles: openFiles, cores: cores)
        #expect(shares == expected)
        // A few more, which are closed immediately.
        #expect(shares.accepted == expected.connections + expected.turnedAway + 4)
    }

    @Test func refusesTransfersOverTheLimitUntilOneEnds() throws {
        let limit = TransferLimit(2)
        var places = [try limit.enter(), try limit.enter()]
        #expect(throws: ServerError.tooManyTransfers) { try limit.enter() }
        places.removeLast()
        places.append(try limit.enter())
        #expect(throws: ServerError.tooManyTransfers) { try limit.enter() }
    }
}
