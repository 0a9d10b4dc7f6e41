import Foundation
import TelexCore

@testable import TelexNetwork

/// A link with little more than what all links have in common.
struct PlainLink: BackendLink {
    enum Purpose: LinkPurpose, Equatable {
        case news
        case post(number: Int)
        case create(effect: Int)
        case probe

        var asker: RequestAsker {
            switch self {
            case .news, .probe: .connection
            case .post(let number): .post(number: number)
            case .create(let effect): .effect(effect)
            }
        }
    }

    enum Alarm: Sendable, Equatable { case tick }

    typealias Request = String
    typealias Reply = String
    typealias Work = Never

    var connection: Connection<PlainLink>

    /// - Parameter chance: the fixed random number, from 0 to 1.
    init(chance: Double = 1) {
        let environment = LinkEnvironment(
            UnreadableState(), chance: { chance }, now: { Date(timeIntervalSince1970: 0) })
        connection = Connection(PlainAccount(), environment)
    }

    mutating func catchUp() { request("news", .news) }

    mutating func disconnect() {}

    mutating func perform(_ request: BackendRequest, _ effect: Int) {
        switch request {
        case .create(let contact, _): self.request("create \(contact)", .create(effect: effect))
        // It comes back from the server.
        case .edit(let chat, let message, _, _):
            _ = place(message, in: chat)
            connection.changes.end(effect, isPostponed: false)
        case .delete(_, let message): self.request("delete \(message)", .create(effect: effect))
        case .configure(let chat, _, _): self.request("configure \(chat)", .create(effect: effect))
        case .ignore(let user, _): self.request("ignore \(user)", .create(effect: effect))
        default: connection.wake(.tick, after: 0)
        }
    }

    mutating func open(_ chat: ChatID, _ effect: Int) {}

    mutating func close(_ effect: Int) {}

    mutating func answered(_ purpose: Purpose, _ reply: String) {
        switch purpose {
        case .news: connected()
        case .probe: probed()
        case .post(let number): posted(number, reply)
        case .create(let effect): finish(effect, .chat(.created(TitledChat(chat: ChatID(reply), title: reply))))
        }
    }

    mutating func recover(_ purpose: Purpose, from failure: RequestFailure) -> Bool {
        purpose == .probe && probeFailed(failure)
    }

    var probe: (String, Purpose) { ("probe", .probe) }

    mutating func woken(_ alarm: Alarm) { tell(.outbox(.resuming)) }

    mutating func post(_ message: Message, number: Int) {
        if uploads(message, number: number) { return }
        request("post \(message.id)", .post(number: number))
    }

    mutating func sent(_ entry: Poster.Entry, _ reply: String) {
        finish(entry.effect, .message(.sent(MessageKey(chat: entry.message.chat, message: entry.message.id))))
    }
}

struct PlainAccount: LinkAccount {
    var url = "http://x"
    var user = "ada"
    var token = "t"
    var authority: String?
    var loginOptions = ""
    var loginHint: String { "Log in again: telex login." }

    func backend(_ environment: LinkEnvironment) -> any ChatBackend { LoggedOutBackend(owner: owner, loginOptions: "") }
    func check() async throws(LoginError) {}
    func logOut() async throws(LoginError) {}
}

func own(_ id: MessageID, in chat: ChatID = "bob", file: MessageFile? = nil) -> Message {
    Message(
        id: id, chat: chat, position: 1, isOwn: true,
        content: file.map { MessageContent(kind: .file, text: "", file: $0) } ?? .text("hi"),
        date: Date(timeIntervalSince1970: 0), delivery: .sending)
}

private struct UnreadableState: LinkStore {
    func value(_ name: String) throws -> String? { throw CancellationError() }
    func values(_ prefix: String) throws -> [String: String] { throw CancellationError() }
}
