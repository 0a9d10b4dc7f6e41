import TelexAPI
import TelexCore
import TelexNetwork

extension ServerLink {
    typealias Request = ServerRequest

    /// The purpose of a request.
    enum Purpose: LinkPurpose, Hashable {
        /// Opens the push channel.
        case push
        case chats
        case messages(ChatID)
        case revisions
        case post(number: Int)
        case revise(effect: Int)
        case mark(effect: Int, ChatID, MessageID)
        /// Creates a chat with one person, or a group.
        case create(effect: Int, recipient: String, isGroup: Bool)
        /// Finds the people whom an unknown or ambiguous name may mean.
        case offer(effect: Int, reason: String)
        case join(effect: Int)
        /// Joins a chat that we were in before.
        case rejoin
        case leave(effect: Int, ChatID)
        /// Changes the title, the topic or the members of a group.
        case change(effect: Int)
        /// Keeps the settings of a chat.
        case configure(SettingsRequests.Wish)
        /// Keeps whether we ignore somebody.
        case ignore(IgnoreRequests.Wish)
        case search(effect: Int, query: String)
        /// Asks for a chat, which any telex-server answers.
        case probe
        /// The live channel of the open chat.
        case live(socket: Int)

        var asker: RequestAsker {
            switch self {
            case .push, .chats, .messages, .revisions, .probe: .connection
            case .post(let number): .post(number: number)
            case .revise(let effect), .mark(let effect, _, _), .create(let effect, _, _), .join(let effect),
                .leave(let effect, _), .change(let effect), .search(let effect, _), .offer(let effect, _):
                .effect(effect)
            case .configure(let wish): .effect(wish.effect)
            case .ignore(let wish): .effect(wish.effect)
            case .rejoin, .live: .nobody
            }
        }
    }

    /// A reply of the server.
    enum Reply: Sendable {
        case frame(Frame)
        case chats(ChatPage)
        case messages(MessagePage)
        case revisions(RevisionPage)
        case message(MessageInfo)
        case chat(ChatInfo)
        case people(People)
        case ignored(IgnoredInfo)
        case done
    }

    /// An action on the live channel of the open chat.
    enum Work: Sendable {
        case open(ChatID, socket: Int)
        case close
        case tellTyping
    }

    /// Something that the link waits for.
    enum Alarm: Hashable, Sendable {
        case reopen(socket: Int)
        /// The server has had time enough to open the push channel.
        case pushOverdue
    }
}
