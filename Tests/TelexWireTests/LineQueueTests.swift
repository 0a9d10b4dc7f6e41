@testable import TelexCore
import Testing

@testable import TelexWire

@Suite struct LineQueueTests {
    private func badge(_ total: Int, isFirst: Bool = false) -> OutLine {
        .view(
            BadgeViewModel(unreadCount: total, mentionCount: 0), cause: "c\(total)", isFirst: isFirst)
    }

    private func text(_ lines: [OutLine]) -> [String] {
        lines.map {
            switch $0 {
            case .within(let window, let line): "\(window.name ?? ""): \(text([line])[0])"
            case .view(let model as BadgeViewModel, let cause, let isFirst):
                "badge \(model.unreadCount) \(cause ?? "-")\(isFirst ? " first" : "")"
            case .view: "another view"
            case .closed(let view, _): "closed \(view.rawValue)"
            case .gap(.lines(let count)): "gap \(count)"
            case .settled(let id, _), .outcome(let id, _): id
            default: "other"
            }
        }
    }

    private func queued(_ lines: [OutLine]) -> [String] {
        var queue = LineQueue()
        for line in lines { queue.add(line) }
        return text(queue.lines)
    }

    private let list = OutLine.view(NotificationViewModel.listing([]), cause: nil, isFirst: false)

    @Test func keepsTheNewestModelOfEachView() {
        #expect(queued([badge(1), badge(2)]) == ["badge 2 c2"])
        #expect(queued([badge(1), list, badge(2)]) == ["another view", "badge 2 c2"])
        #expect(queued([list, badge(1), list]) == ["badge 1 c1", "another view"])
        #expect(queued([badge(1), .closed(BadgeViewModel.view, cause: nil)]) == ["closed badge"])
    }

    @Test func keepsTheNewestModelOfEachWindow() {
        let (one, two) = (WindowID("1"), WindowID("2"))
        #expect(
            queued([badge(1).within(one), badge(2), badge(3).within(two), badge(4).within(one)])
                == ["badge 2 c2", "2: badge 3 c3", "1: badge 4 c4"])
        #expect(queued([badge(1, isFirst: true).within(one), badge(2).within(one)]) == ["1: badge 2 c2 first"])
    }

    @Test func neverMovesAModelPastAnotherKindOfLine() {
        #expect(queued([badge(1), .settled("a"), badge(2)]) == ["badge 1 c1", "a", "badge 2 c2"])
        #expect(queued([badge(1), .settled("a"), badge(2), badge(3)]) == ["badge 1 c1", "a", "badge 3 c3"])
    }

    @Test func keepsEveryPageOfTheInbox() {
        func page(_ arrival: Int64) -> OutLine {
            let cursor = InboxCursor(store: "s", arrival: arrival)
            return .view(InboxViewModel(cursor: cursor, errorText: nil, messages: []), cause: nil, isFirst: false)
        }
        #expect(
            queued([badge(1), page(1), page(2), badge(2)])
                == ["badge 1 c1", "another view", "another view", "badge 2 c2"])
    }

    @Test func marksTheNewestModelAsFirstAfterASubscription() {
        #expect(queued([badge(1, isFirst: true), badge(2)]) == ["badge 2 c2 first"])
        #expect(queued([badge(1), badge(2, isFirst: true)]) == ["badge 2 c2 first"])
        #expect(queued([.closed(BadgeViewModel.view, cause: nil), badge(2)]) == ["badge 2 c2"])
    }

    @Test func reportsDroppedLinesInOneLine() {
        var queue = LineQueue()
        queue.add(.settled("a"))
        queue.tellGap(2)
        queue.add(badge(1))
        queue.tellGap(3)
        #expect(text(queue.lines) == ["a", "gap 5", "badge 1 c1"])
        queue.add(.settled("b"))
        queue.tellGap(4)
        #expect(text(queue.lines) == ["a", "gap 5", "badge 1 c1", "b", "gap 4"])
    }

    @Test func returnsLinesInOrder() {
        var queue = LineQueue()
        #expect(queue.isEmpty && queue.count == 0)
        queue.append([.settled("a"), .settled("b"), .settled("c")])
        #expect(!queue.isEmpty && queue.count == 3)
        #expect(text([queue.removeFirst()]) == ["a"])
        #expect(text(queue.takeAll()) == ["b", "c"] && queue.isEmpty)
    }

    @Test func recognizesTheLastLineOfAStream() {
        #expect(OutLine.bye(.eof).isBye && !OutLine.hello(.blank).isBye && !badge(1).isBye)
    }
}
