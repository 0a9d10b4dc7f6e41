import Foundation
import TelexCore
import Testing

@testable import TelexRuntime

@Suite struct MailboxTests {
    @Test func returnsTypedLinesBeforeLinesFromPrograms() {
        let mailbox = Mailbox<Int>()
        mailbox.deliver([1, 2])
        mailbox.deliver([3])
        mailbox.deliver([], then: .end)
        for number in [8, 9] { mailbox.type(number) }
        var taken: [[Int]] = []
        while case .lines(let lines) = mailbox.next(until: nil) { taken.append(lines) }
        #expect(taken == [[8], [9], [1, 2, 3]])
    }

    @Test func ignoresLinesFromProgramsOnceThePersonQuits() {
        let mailbox = Mailbox<Int>()
        mailbox.deliver([1])
        mailbox.type(9)
        mailbox.leave()
        guard case .lines([9]) = mailbox.next(until: nil) else {
            return #expect(Bool(false), "what was typed goes first")
        }
        guard case .end = mailbox.next(until: nil) else { return #expect(Bool(false), "the person has left") }
    }

    @Test func returnsNoLinesAndNoEndUnlessAsked() {
        let mailbox = Mailbox<Int>()
        mailbox.deliver([1])
        mailbox.type(9)
        mailbox.leave()
        mailbox.deliver([], then: .failed("gone"))
        // Without lines, only the time can end the wait.
        guard case .due = mailbox.next(until: Date().addingTimeInterval(0.001), takesLines: false) else {
            return #expect(Bool(false), "no lines were asked for")
        }
        guard case .lines([9]) = mailbox.next(until: .distantFuture) else {
            return #expect(Bool(false), "lines are asked for")
        }
    }

    @Test func wakesTheOwnerOnce() {
        let mailbox = Mailbox<Int>()
        mailbox.wake()
        guard case .answers = mailbox.next(until: nil) else {
            return #expect(Bool(false), "somebody has woken the owner")
        }
        #expect(!mailbox.hasAnswers && mailbox.takeAnswers().isEmpty)
        guard case .due = mailbox.next(until: .distantPast) else {
            return #expect(Bool(false), "nobody has woken it since")
        }
    }

    @Test func returnsEachAnswerOnce() {
        let mailbox = Mailbox<Int>()
        mailbox.deliver(.ended(effect: 1))
        mailbox.deliver(.ended(effect: 2))
        #expect(mailbox.hasAnswers && mailbox.takeAnswers().count == 2)
        #expect(!mailbox.hasAnswers && mailbox.takeAnswers().isEmpty)
    }

    @Test(arguments: [nil, "Is a directory"])
    func endsOnceAllLinesAreTaken(failure: String?) {
        let mailbox = Mailbox<Int>()
        mailbox.deliver([1])
        if let failure { mailbox.deliver([], then: .failed(failure)) } else { mailbox.deliver([], then: .end) }
        guard case .lines([1]) = mailbox.next(until: nil) else { return #expect(Bool(false), "a line was delivered") }
        switch mailbox.next(until: nil) {
        case .end: #expect(failure == nil)
        case .failed(let reason): #expect(reason == failure)
        default: Issue.record("nothing else was delivered")
        }
    }
}
