import Foundation
import TelexCore
import TelexNetwork
import Testing

@testable import TelexMatrix

/// A link whose requests are answered as Synapse was seen to answer them.
///
/// `Synapse/answers.json` has plays, each a list of steps: what people did, and what Synapse (whose version it names)
/// answered to telex then. `Tests/EndToEnd/matrix_answers.py` records it. A step fails the test if it is not the next
/// one, if the link asks for anything else or with another body or filter, or if it asks for less.
final class Seen {
    private(set) var driven = Driven(isOnline: false)
    private var kept = Driven.Kept()
    private var steps: [JSON]
    /// How many of the stored events were returned.
    private var returned = 0
    private var effects = 10
    private var counts: [ChatID: UnreadCount] = [:]

    static let recording: JSON = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Synapse/answers.json")
        return (try? Data(contentsOf: file)).flatMap { JSON($0) } ?? .null
    }()

    init(_ play: String) {
        steps = Self.recording[play].array
        device()
    }

    /// Goes on with a new device, which knows nothing.
    func device() {
        kept = Driven.Kept()
        restart()
    }

    /// Goes on with a new run, which knows what the last one stored.
    func restart() {
        driven = Driven(kept: kept, isOnline: false)
        returned = 0
        counts = [:]
    }

    var isOver: Bool { steps.isEmpty }

    /// Does the next step, and returns a line for each event that the link reports, except for members and for counts
    /// that are not new.
    ///
    /// - Parameter requests: what the core asks for, before the first answer.
    func step(
        _ name: String, _ requests: BackendRequest..., sourceLocation: SourceLocation = #_sourceLocation
    ) -> [String] {
        guard let step = steps.first, step["step"].string == name else {
            Issue.record("The next step is \(steps.first?["step"].string ?? "none").", sourceLocation: sourceLocation)
            return []
        }
        steps.removeFirst()
        for request in requests {
            effects += 1
            driven.take(.perform(request, effect: effects))
        }
        var answers = step["answers"].array.map(\.array)
        // In the order of the recording, as far as the link asks in this order.
        while let next = answers.firstIndex(where: { answer in asked.contains { $0 == answer[0].string } }) {
            let answer = answers.remove(at: next)
            let (request, purpose, connection) = driven.requests.remove(at: asked.firstIndex(of: answer[0].string!)!)
            if answer[1] != .null { #expect(Self.said(request) == answer[1], sourceLocation: sourceLocation) }
            driven.take(.answered(purpose, Self.result(answer, of: request), connection: connection))
        }
        let left = answers.compactMap(\.[0].string)
        let open = asked.filter { !$0.hasPrefix("GET sync?") }
        #expect(left == [] && open == [], sourceLocation: sourceLocation)
        defer { returned = driven.stored.count }
        return driven.stored[returned...].flatMap(lines)
    }

    /// The unanswered requests.
    private var asked: [String] { driven.requests.map { Self.key($0.request) } }

    /// A request as the recording names it.
    private static func key(_ request: MatrixRequest) -> String {
        let parts = request.path.split(separator: "?", maxSplits: 1).map(String.init)
        var path = parts[0].replacing("/_matrix/client/v3/", with: "").removingPercentEncoding ?? ""
        if path.hasPrefix("/") { path.removeFirst() }
        // The last part of these is a transaction id.
        if path.contains("/send/") || path.contains("/redact/") {
            path = path.split(separator: "/").dropLast().joined(separator: "/")
        }
        let query = parts.dropFirst().joined().split(separator: "&")
            .filter { !$0.hasPrefix("filter=") && !$0.hasPrefix("timeout=") }.joined(separator: "&")
        return "\(request.method.rawValue) \(path)" + (query.isEmpty ? "" : "?\(query)")
    }

    /// The body of a request, or its filter.
    private static func said(_ request: MatrixRequest) -> JSON? {
        let filter = request.path.split(separator: "filter=").dropFirst().first?.prefix { $0 != "&" }
        return request.body ?? filter.flatMap { JSON(String($0).removingPercentEncoding!.utf8) }
    }

    private static func result(_ answer: [JSON], of request: MatrixRequest) -> Result<JSON, RequestFailure> {
        do {
            try MatrixEndpoint(url: "http://x", authority: nil)
                .check(.init(statusCode: answer[2].int ?? 0), answer[3], nil, missingCodes: request.missingCodes)
            return .success(answer[3])
        } catch { return .failure(error) }
    }

    // MARK: Events as lines

    private func lines(_ event: Event) -> [String] {
        switch event {
        case .member(.ignoredSynced(let synced)): ["ignored:"] + synced.ignored.map { "\($0.user)" }
        case .member: []
        case .message(.received(let message)): [line(message)]
        case .history(.synced(let history)):
            (history.before.map { ["gap before \($0)"] } ?? []) + history.messages.map(line)
        case .history(.fetched(let history)):
            history.messages.map(line) + [history.next.map { "older before \($0)" } ?? "the beginning"]
        case .message(.reported(let key)): ["\(key.message) is reported"]
        case .message(.reportFailed(let failure)): ["\(failure.key.message) failed: \(failure.reason)"]
        case .message(.sent(let key)): ["\(key.message) is sent"]
        case .message(.sendFailed(let failure)): ["\(failure.key.message) failed: \(failure.reason)"]
        case .message(.read(let key)): ["read up to \(key.message)"]
        case .message(.readByOther(let key)): ["others read up to \(key.message)"]
        case .revision(.edited(let new)):
            ["\(new.key.message) is now: \(new.text)" + marks(new.kind?.rawValue, new.isEdited ? nil : "original")]
        case .revision(.failed(let failure)): ["\(failure.key.message) failed: \(failure.reason)"]
        case .revision(.deleted(let key)): ["\(key.message) is deleted"]
        case .activity(.counted(let counted)): line(counted)
        case .reaction(.added(let added)):
            ["\(added.reaction.sender?.text ?? "we") reacted to \(added.key.message): \(added.reaction.key)"]
        case .presence(.typingStarted(let typist)): ["\(typist.sender?.text ?? "") types"]
        case .presence(.typingStopped(let typist)): ["\(typist.sender?.text ?? "") stops typing"]
        case .chat(.synced(let chats)):
            chats.map {
                "\($0.id): \($0.title ?? "?") of \($0.memberCount ?? 0)"
                    + marks(
                        $0.isEncrypted ? "encrypted" : nil, $0.successor?.text,
                        $0.topic.flatMap { $0.isEmpty ? nil : $0 }.map { "on \($0.replacing("\n", with: "\\n"))" })
            }
        case .chat(.configured(let configured)): ["\(configured.chat)" + marks(configured.settings)]
        case .chat(.created(let chat)): ["created \(chat.chat): \(chat.title)"]
        case .chat(.knocked(let chat)): ["knocked at \(chat.chat)"]
        case .chat(.createFailed(let failure)):
            ["not created: \(failure.reason)"] + failure.recipients + (failure.canKnock ? ["can knock"] : [])
        case .invitation(.received(let one)): ["\(one.inviter) invites us to \(one.chat): \(one.title)"]
        case .invitation(.accepted(let chat)): ["\(chat) is accepted"]
        case .invitation(.declined(let chat)): ["\(chat) is gone"]
        case .invitation(.requested(let chat)): ["asked to join \(chat.chat): \(chat.title)"]
        case .invitation(.failed(let failure)): ["\(failure.chat) failed: \(failure.reason)"]
        case .search(.found(let found)): ["found"] + found.recipients
        case .connection(.connected): ["connected"]
        case .connection(.progressed(let progress)): ["\(progress.done) of \(progress.total)"]
        default: [String(describing: event)]
        }
    }

    /// The sender and the text of a message, and what is special about it. Changes of a room have no id.
    private func line(_ message: IncomingMessage) -> String {
        let content = message.content
        let sender = message.isOwn ? "We" : content.senderName ?? content.sender?.text ?? ""
        if let change = content.change {
            let text = "\(change)".replacing("\"", with: "").replacing(/Optional\(([^()]*)\)/) { $0.1 }
            return "\(sender): \(text)"
        }
        return "\(message.message ?? "") \(sender): \(content.text)"
            + marks(
                content.kind.rawValue, content.isEdited ? "edited" : nil,
                message.isOwn || content.attention == .normal ? nil : content.attention.rawValue)
    }

    /// The unread messages and mentions, if their numbers are new.
    private func line(_ counted: CountedChat) -> [String] {
        let (last, new) = (counts[counted.chat] ?? UnreadCount(messages: 0, mentions: 0), counted.unread)
        counts[counted.chat] = new
        return new == last
            ? [] : ["unread \(new.messages)" + marks(new.mentions == 0 ? nil : "mentions \(new.mentions)")]
    }

    private func marks(_ settings: ChatSettings) -> String {
        marks(
            settings.pinOrder.map { "pinned at \($0)" },
            settings.muted.map { $0.keepsMentions ? "muted but for mentions" : "muted" },
            settings.isMarkedUnread ? "marked unread" : nil)
    }

    private func marks(_ marks: String?...) -> String {
        marks.map { $0.map { $0 == "text" ? "" : " (\($0))" } ?? "" }.joined()
    }
}

/// The lines of counted texts.
func texts(_ numbers: Range<Int>) -> [String] { numbers.map { "$text\($0) Bob: text \($0)" } }
