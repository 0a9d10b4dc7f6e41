import Foundation
import Testing

@testable import TelexCore
@testable import TelexWire

/// The first line of a program that joins, and what keeps programs apart.
@Suite struct JoinTests {
    @Test(arguments: [
        JoinRequest(subscribe: []),
        JoinRequest(subscribe: [BadgeViewModel.view], updates: .patch, coalesces: true, drain: 5),
        JoinRequest(subscribe: [InboxViewModel.view], after: InboxCursor("start")),
        JoinRequest(subscribe: [], isReadOnly: true, command: "pipe"),
        {
            var request = JoinRequest(subscribe: [])
            request.program = "deploy"
            return request
        }(),
    ])
    func isReadAsItWasWritten(request: JoinRequest) throws {
        let line = request.jsonLine
        #expect(line.last == 0x0A)
        #expect(try JoinRequest.read(line: Array(line.dropLast())) == request)
    }

    @Test(arguments: [
        ("", "The first line to a running telex is an object that asks to join it."),
        ("[]", "The first line to a running telex is an object that asks to join it."),
        (
            #"{"protocol":7}"#,
            "This telex speaks protocol 7, and the one that owns the profile speaks protocol 1. Use the same version of both."
        ),
    ])
    func refusesWithASentence(line: String, sentence: String) {
        let refusal = #expect(throws: JoinRefusal.self) { try JoinRequest.read(line: Array(line.utf8)) }
        #expect(refusal?.reason == sentence)
    }

    @Test(arguments: [
        ("{}", "a request to join needs the member \"protocol\": an integer."),
        (
            #"{"protocol":1,"subscribe":7}"#,
            "The member \"subscribe\" of a request to join takes an array."
        ),
        (
            #"{"protocol":1,"subscribe":[],"updates":"none","coalesces":false,"drainMilliseconds":1}"#,
            "The member \"updates\" of a request to join takes one of \"whole\", \"patch\"."
        ),
    ])
    func refusesAnObjectThatIsNoRequest(line: String, reason: String) {
        let refusal = #expect(throws: JoinRefusal.self) { try JoinRequest.read(line: Array(line.utf8)) }
        #expect(
            refusal?.reason == "The first line to a running telex asks to join it. This one does not: \(reason)")
    }

    @Test func refusesAnInvalidNameOfAProgram() {
        var request = JoinRequest(subscribe: [])
        request.program = "a\nb"
        let refusal = #expect(throws: JoinRefusal.self) { try JoinRequest.read(line: request.jsonLine.dropLast()) }
        #expect(
            refusal?.reason == "The name of a program has 1 to 32 characters, without control or invisible ones.")
    }

    /// Windows with the same name in two programs are different windows, and have the same name for each of them.
    @Test func eachProgramHasWindowsOfItsOwn() {
        let names = [WindowID.main, WindowID("w")]
        let windows = Set((0...2).flatMap { guest in names.map { $0.of(guest: guest) } })
        #expect(windows.count == 6)
        for window in names {
            #expect(window.of(guest: 0) == window && window.of(guest: 2).name == window.name)
            #expect(window.of(guest: 2).of(guest: 1) == window.of(guest: 1))
        }
    }

    private final class Lines: LineSink {
        var lines: [OutLine] = []
        func write(_ line: OutLine) { lines.append(line) }
    }

    /// A program reads the outcomes and the ids of its own requests only.
    @Test func requestsOfOthersAreNotTold() {
        let (lines, writer) = (Lines(), Lines())
        let requests = RequestWriter(lines, guest: 2)
        for guest in 0...2 {
            let cause = Cause(id: "\(guest)", number: 1, window: WindowID("w").of(guest: guest))
            requests.settled(cause, Outcome())
            requests.concluded(cause, Outcome(.sent))
            let view = ViewWriter<BadgeViewModel>(writer, WindowID("w").of(guest: 2))
            view.show(BadgeViewModel(unreadCount: 1, mentionCount: 0), cause: cause)
        }
        #expect(lines.lines.count == 2)
        let causes = writer.lines.map { line in
            if case .view(_, let cause, _) = line.content { cause } else { "no view" }
        }
        #expect(causes == [nil, nil, "2"])
    }
}
