import Foundation
import TelexCore
import Testing

@testable import TelexRuntime

@Suite struct InboxTests {
    @Test func takesWhatAPersonTypesBeforeWhatProgramsSend() {
        let inbox = Inbox<Int>()
        inbox.deliver([1, 2])
        inbox.deliver([3])
        inbox.end()
        for number in [8, 9] { inbox.type(number) }
        var taken: [[Int]] = []
        while case .lines(let lines) = inbox.next(until: nil) { taken.append(lines) }
        #expect(taken == [[8], [9], [1, 2, 3]])
    }

    @Test func waitsForNoProgramOnceThePersonLeaves() {
        let inbox = Inbox<Int>()
        inbox.deliver([1])
        inbox.type(9)
        inbox.leave()
        guard case .lines([9]) = inbox.next(until: nil) else {
            return #expect(Bool(false), "what was typed goes first")
        }
        guard case .end = inbox.next(until: nil) else { return #expect(Bool(false), "the person has left") }
    }

    @Test func bringsNoLinesAndNoEndThatNobodyAskedFor() {
        let inbox = Inbox<Int>()
        inbox.deliver([1])
        inbox.type(9)
        inbox.leave()
        inbox.fail("gone")
        // Time goes before lines, and there is nothing else for whoever takes none.
        guard case .due = inbox.next(until: Date().addingTimeInterval(0.001), takesLines: false) else {
            return #expect(Bool(false), "no lines were asked for")
        }
        guard case .lines([9]) = inbox.next(until: .distantFuture) else {
            return #expect(Bool(false), "lines are asked for")
        }
    }

    @Test func wakesTheOwnerOnce() {
        let inbox = Inbox<Int>()
        inbox.wake()
        guard case .answers = inbox.next(until: nil) else {
            return #expect(Bool(false), "somebody has woken the owner")
        }
        #expect(!inbox.hasAnswers && inbox.takeAnswers().isEmpty)
        guard case .due = inbox.next(until: .distantPast) else {
            return #expect(Bool(false), "nobody has woken it since")
        }
    }

    @Test func handsOutEachAnswerOnce() {
        let inbox = Inbox<Int>()
        inbox.deliver(.ended(effect: 1))
        inbox.deliver(.ended(effect: 2))
        #expect(inbox.hasAnswers && inbox.takeAnswers().count == 2)
        #expect(!inbox.hasAnswers && inbox.takeAnswers().isEmpty)
    }

    @Test(arguments: [nil, "Is a directory"])
    func endsOnceAllLinesAreTaken(failure: String?) {
        let inbox = Inbox<Int>()
        inbox.deliver([1])
        if let failure { inbox.fail(failure) } else { inbox.end() }
        guard case .lines([1]) = inbox.next(until: nil) else { return #expect(Bool(false), "a line was delivered") }
        switch inbox.next(until: nil) {
        case .end: #expect(failure == nil)
        case .failed(let reason): #expect(reason == failure)
        default: Issue.record("nothing else was delivered")
        }
    }
}
