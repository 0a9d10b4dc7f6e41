import Testing

@testable import TelexServer

/// Tests how many connections a limit on open files allows.
@Suite struct OpenFilesTests {
    @Test(arguments: [
        // 48 files are for other uses, and a quarter of the others, up to 256, for connections that are turned away.
        (asked: 100, openFiles: 148, limit: 75, patience: 25), (asked: 75, openFiles: 148, limit: 75, patience: 25),
        (asked: 10, openFiles: 148, limit: 10, patience: 25),
        (asked: 9999, openFiles: 2000, limit: 1696, patience: 256),
        (asked: 100, openFiles: 10, limit: 2, patience: 0),
    ])
    func leavesFilesForTheRest(asked: Int, openFiles: Int, limit: Int, patience: Int) {
        #expect(OpenFiles.connections(asked, openFiles: openFiles) == (limit, patience))
    }
}
