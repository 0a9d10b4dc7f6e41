import ArgumentParser
import Foundation
@testable import TelexCore
import Testing

@testable import telex

/// How `telex log` reads a chat page by page.
@Suite struct ChatPagesTests {
    /// A chat with messages from 0 on, of which a window shows ten. Its damaged page cannot be shown.
    private final class Chat {
        private let count: Int
        private let damage: Range<Int>
        private var shown: Range<Int>
        private(set) var asked = 0

        init(_ count: Int, damage: Range<Int> = 0..<0) {
            (self.count, self.damage) = (count, damage)
            shown = max(0, count - 5)..<count
        }

        func show(_ event: Event) -> ChatPages.Page {
            asked += 1
            var next = shown
            if case .history(.loading(let step)) = event {
                switch step.direction {
                case .first: next = 0..<min(5, count)
                case .older: next = max(0, shown.lowerBound - 5)..<min(shown.upperBound, shown.lowerBound + 5)
                default: next = max(shown.lowerBound, shown.upperBound - 5)..<min(count, shown.upperBound + 5)
                }
            }
            let isDamaged = next.overlaps(damage)
            if !isDamaged { shown = next }
            return (model, isDamaged ? CommandError("Damaged.", .inputOutput) : nil)
        }

        private var model: MessagesViewModel {
            var model = MessagesViewModel.blank
            model.messages = shown.map { number in
                var row = MessagesViewModel.Row.blank
                (row.message, row.date) = (MessageID("\(number)"), Date(timeIntervalSince1970: Double(number)))
                return Shown(row)
            }
            func action(_ direction: HistoryDirection, _ isThere: Bool) -> Action? {
                isThere ? Action(.history(.loading(HistoryStep(chat: "ada", direction: direction)))) : nil
            }
            (model.older, model.first) = (action(.older, shown.lowerBound > 0), action(.first, shown.lowerBound > 0))
            model.newer = action(.newer, shown.upperBound < count)
            return model
        }
    }

    /// The numbers of the messages, and why the others cannot be read.
    private func read(_ chat: Chat, since start: Double? = nil) -> (numbers: [String], failure: String?) {
        var numbers: [String] = []
        do {
            try ChatPages(show: chat.show).read("ada", since: start.map { Date(timeIntervalSince1970: $0) }) {
                numbers += $0.map(\.message.text)
            }
        } catch { return (numbers, (error as? CommandError)?.sentence) }
        return (numbers, nil)
    }

    private func numbers(_ range: Range<Int>) -> [String] { range.map { "\($0)" } }

    @Test(arguments: [0, 1, 5, 6, 23]) func readsAllMessagesInOrder(count: Int) {
        #expect(read(Chat(count)) == (numbers(0..<count), nil))
        #expect(read(Chat(count), since: -1) == (numbers(0..<count), nil))
        #expect(read(Chat(count), since: 3) == (numbers(min(3, count)..<count), nil))
    }

    @Test func saysThatAPageCannotBeReadAndPrintsTheOthers() {
        var chat = Chat(40, damage: 12..<13)
        #expect(read(chat) == (numbers(0..<10), "Damaged.") && chat.asked == 4)
        chat = Chat(40, damage: 12..<13)
        #expect(read(chat, since: 3) == (numbers(15..<40), "Damaged."))
        chat = Chat(40, damage: 12..<13)
        #expect(read(chat, since: 20) == (numbers(20..<40), nil))
    }

    @Test func printsTheEndIfTheBeginningCannotBeRead() {
        #expect(read(Chat(40, damage: 1..<2)) == (numbers(35..<40), "Damaged."))
    }
}
