import Foundation
import TelexCore

/// Runs a core in memory, plays the network, and prints the view models of one chat.
@main enum Library {
    static func main() throws {
        let session = MemorySession()
        let printer = Printer()
        session.telex.bind(printer)
        session.receive(.chat(.loading))
        session.receive(.screen(.opening(.messages("ada"))))
        let said = MessageContent(text: "Are you there?", sender: "ada", senderName: "Ada")
        let hello = IncomingMessage(chat: "ada", message: "m1", title: "Ada", content: said)
        session.receive(.message(.received(hello)))
        guard let send = printer.last?.send else { return print("Nothing can be sent.") }
        // An action is the event to send back, with its blank filled in.
        session.receive(send.filled("Yes."))
        try Reading.show()
    }
}

/// Prints each view model of the open chat.
final class Printer: Listening {
    private(set) var last: MessagesViewModel?

    func show(_ model: MessagesViewModel, cause: Cause?) {
        last = model
        print("\(model.title), \(model.shouldShowBusy ? "busy" : "\(model.totalCount) messages")")
        for row in model.messages { print("  \(row.dayText) \(row.statusText) \(row.senderName): \(row.text)") }
    }

    func close(cause: Cause?) { print("closed") }
}

/// Stamps events and answers effects, like an empty store and a server that accepts everything.
final class MemorySession {
    let telex = Telex(region: .fixed)
    private var order: Int64 = 0

    func receive(_ event: Event) {
        telex.receive(event, stamp())
        carryOut()
    }

    private func stamp() -> Stamp {
        order += 1
        return Stamp(time: Date(timeIntervalSince1970: 1_767_603_600), order: order, freshID: "id-\(order)")
    }

    private func carryOut() {
        // A program with a store commits these before it shows anything.
        _ = telex.takeSaves()
        for order in telex.takeOrders() {
            for event in answers(to: order.work) { telex.receive(event, stamp(), answering: order.number) }
            telex.end(effect: order.number)
            carryOut()
        }
    }

    private func answers(to work: Effect.Work) -> [Event] {
        switch work {
        case .load(.chats): [.chat(.loaded(LoadedChats(chats: [])))]
        case .load(.history(let chat, _, _)):
            [.history(.loaded(HistoryPage(chat: chat, messages: [], total: 0, hasOlder: false)))]
        case .ask(.post(let message)), .resend(.post(let message)):
            [.message(.sent(MessageKey(chat: message.chat, message: message.id)))]
        default: []
        }
    }
}
