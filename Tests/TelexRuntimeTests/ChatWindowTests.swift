import Foundation
import TelexCore
import Testing

@testable import TelexRuntime

@Suite struct ChatWindowTests {
    @Test func looksUpWhatThePersonDoesNotSee() throws {
        let stage = try Stage()
        let main = MessagesListener()
        stage.session.bind(main)
        try stage.session.receive(Stage.titled("Club"))
        let seen = try stage.session.beside { window in
            try window.model(MessagesViewModel.self, after: .screen(.opening(.messages("c"))))
        }
        #expect(seen?.title == "Club" && seen?.shouldShowBusy == false && main.last == nil)
        // Another one begins with nothing open.
        #expect(try stage.session.beside { try $0.model(MessagesViewModel.self) } == nil)
    }

    @Test func closesTheWindowWhateverHappensInIt() throws {
        struct Failure: Error {}
        let stage = try Stage()
        try stage.session.receive(Stage.titled("Club"))
        #expect(throws: Failure.self) {
            try stage.session.beside { window in
                try window.receive(.screen(.opening(.messages("c"))))
                throw Failure()
            }
        }
        #expect(try stage.session.beside { try $0.model(MessagesViewModel.self) } == nil)
    }

    @Test func isRecorded() throws {
        final class Intake: InputListening {
            var lines: [String] = []
            func received(_ event: Event, _ stamp: Stamp, answering effect: Int?) {
                lines.append(stamp.window.name ?? "")
            }
            func ended(effect: Int) {}
            func closed(_ window: WindowID) { lines.append("closed \(window.name ?? "")") }
        }
        let stage = try Stage()
        let intake = Intake()
        stage.session.telex.bind(intake: intake)
        _ = try stage.session.beside { try $0.model(UpcomingViewModel.self, after: .screen(.opening(.upcoming))) }
        #expect(intake.lines.first == "beside" && intake.lines.last == "closed beside")
    }
}
