import TelexAPI
import TelexCore
import TelexNetwork

extension ServerLink {
    typealias Request = ServerRequest

    /// What a request was for.
    enum Purpose: LinkPurpose, Hashable {
        /// What happens, as it happens.
        case push
        case chats
        case messages(ChatID)
        case revisions
        case post(number: Int)
        case revise(effect: Int)
        case mark(effect: Int, ChatID, MessageID)
        /// A chat with somebody, or a group of several.
        case create(effect: Int, recipient: String, isGroup: Bool)
        /// Who may be meant by a name that nobody has, or several have.
        case offer(effect: Int, reason: String)
        case join(effect: Int)
        /// Into a chat that we were in before.
        case rejoin
        case leave(effect: Int, ChatID)
        case search(effect: Int, query: String)
        /// What happens in the open chat.
        case live(socket: Int)

        var asker: RequestAsker {
            switch self {
            case .push, .chats, .messages, .revisions: .connection
            case .post(let number): .post(number: number)
            case .revise(let effect), .mark(let effect, _, _), .create(let effect, _, _), .join(let effect),
                .leave(let effect, _), .search(let effect, _), .offer(let effect, _):
                .effect(effect)
            case .rejoin, .live: .nobody
            }
        }
    }

    /// An answer of the server.
    enum Reply: Sendable {
        case frame(Frame)
        case chats(ChatPage)
        case messages(MessagePage)
        case revisions(RevisionPage)
        case message(MessageInfo)
        case chat(ChatInfo)
        case people(People)
        case done
    }

    /// What is done with the live channel of the open chat.
    enum Work: Sendable {
        case open(ChatID, socket: Int)
        case close
        case tellTyping
    }

    /// What it waits for.
    enum Alarm: Hashable, Sendable {
        case reopen(socket: Int)
    }
}
