import Foundation
import TelexCore
import TelexRuntime

/// Feeds recorded lines to a core without ports.
final class Player {
    let telex: Telex
    private let output: any LineSink
    private let subscriptions: Subscriptions
    private let requests: RequestWriter
    private let inbox = InboxListener()
    private(set) var hasEnded = false
    /// What a session that goes on would need; `nil` if none will.
    private(set) var work: UnfinishedWork?

    /// Writes the lines of the start, too.
    ///
    /// - Parameter keepsWork: whether a session may go on from here.
    init(_ header: RecordingHeader, _ region: Region, _ output: any LineSink, keepsWork: Bool = false) {
        work = keepsWork ? UnfinishedWork() : nil
        telex = Telex(region: region)
        self.output = output
        subscriptions = Subscriptions(telex, output)
        requests = RequestWriter(output)
        telex.bind(requests: requests)
        telex.bind(inbox)
        output.write(.hello(header.hello))
        subscriptions.subscribe(header.subscribe)
    }

    func play(_ line: RecordedLine) {
        switch line {
        case .header: break
        case .event(let event, let stamp, effect: nil):
            try? subscriptions.open(stamp.window)
            telex.receive(event, stamp)
        case .event(let event, let stamp, let effect?):
            telex.receive(event, stamp, answering: effect)
        case .ended(let effect): telex.end(effect: effect)
        case .subscribe(let views, let cause, let window):
            try? subscriptions.open(window)
            subscriptions.subscribe(views, in: window, cause: cause)
        case .unsubscribe(let views, let window): subscriptions.unsubscribe(views, in: window)
        case .close(let window): subscriptions.close(window)
        case .settled(let id, let window): output.write(.settled(id).within(window))
        case .error(let error, let window): output.write(.error(error).within(window))
        case .bye(let reason):
            hasEnded = true
            output.write(.bye(reason))
        }
        let (saves, orders) = (telex.takeSaves(), telex.takeOrders())
        work?.add(line, saves, orders)
    }

    /// Ends the subscriptions, so that another reader can go on.
    func unsubscribe() { for window in windows { subscriptions.unsubscribe(ViewName.allCases, in: window) } }

    /// The open windows, the main one first.
    var windows: [WindowID] { subscriptions.windows }
}

/// What the ports of a recorded session had stored, and were about to do.
struct UnfinishedWork {
    private(set) var saves: [StoreChange] = []
    private var running: [Int: EffectOrder] = [:]
    private(set) var lastOrder: Int64 = 0

    /// The effects that have not ended, in the order in which they began.
    var orders: [EffectOrder] { running.values.sorted { $0.number < $1.number } }

    mutating func add(_ line: RecordedLine, _ saves: [StoreChange], _ orders: [EffectOrder]) {
        switch line {
        case .event(let event, let stamp, _):
            lastOrder = max(lastOrder, stamp.order)
            // The store had these chats before.
            if case .chat(.loaded(let chats)) = event { self.saves += chats.chats.map(StoreChange.chat) }
        case .ended(let effect): running[effect] = nil
        default: break
        }
        self.saves += saves
        for order in orders { running[order.number] = order.work == .cancel ? nil : order }
    }
}

/// Listens to the inbox from the start, as a second reader of the recorded session may have done. A page shows the
/// titles that the chats had when it was loaded, so it must be built at that time.
private final class InboxListener: Listening {
    func show(_ model: InboxViewModel, cause: Cause?) {}
    func close(cause: Cause?) {}
}

/// Writes to a sink when requests end, and when messages are missing.
final class RequestWriter: RequestListening {
    private let sink: any LineSink
    /// The program whose requests are written.
    private let guest: Int

    init(_ sink: any LineSink, guest: Int = 0) {
        self.sink = sink
        self.guest = guest
    }

    func settled(_ cause: Cause, _ outcome: Outcome) {
        guard cause.window.guest == guest else { return }
        sink.write(.settled(cause.id, outcome).within(cause.window))
    }

    func concluded(_ cause: Cause, _ outcome: Outcome) {
        guard cause.window.guest == guest else { return }
        sink.write(.outcome(cause.id, outcome).within(cause.window))
    }

    func missed(_ gap: MissingMessages) {
        switch gap {
        case .chat(let chat): sink.write(.gap(.messages(chat)))
        case .inbox(let window): if window.guest == guest { sink.write(.gap(.arrivals).within(window)) }
        }
    }
}
