import TelexCore
import TelexNetwork

extension MatrixLink {
    typealias Request = MatrixRequest
    typealias Reply = JSON
    typealias Work = Never

    /// What it waits for.
    enum Alarm: Hashable, Sendable {
        /// All that was told is stored.
        case stored
        /// The server may be asked again for what has happened.
        case sync
        /// The next typing notice may be sent.
        case typing(number: Int)
    }

    /// What a request was for.
    enum Purpose: LinkPurpose, Hashable {
        /// What has happened since the last one.
        case sync
        /// How many rooms there are, what a first sync finds in them, and the last messages of one.
        case joinedRooms, beginning, messages
        /// What a sync has left out of a room.
        case fill
        /// Whose the message is that somebody has edited.
        case sender(Edit)
        /// What a message says, one of whose edits was taken back.
        case text(room: String)
        case older(effect: Int, ChatID, token: String, tries: Int)
        /// Whether a room in which something is to be sent is encrypted.
        case encryption(ChatID, number: Int)
        case post(number: Int)
        case markRead(effect: Int, ChatID, MessageID)
        /// What a message of ours is that is to be edited.
        case original(effect: Int, ChatID, MessageID, text: String)
        case revise(effect: Int, RevisionEvent)
        case typing
        case join(effect: Int, ChatID)
        case leave(effect: Int, ChatID)
        case search(effect: Int, query: String)
        case create(effect: Int, Creation)
        /// A list of direct chats is written back.
        case noteDirect

        var asker: RequestAsker {
            switch self {
            case .sync, .joinedRooms, .beginning, .messages, .fill, .sender, .text: .connection
            case .post(let number), .encryption(_, let number): .post(number: number)
            case .older(let effect, _, _, _), .markRead(let effect, _, _), .original(let effect, _, _, _),
                .revise(let effect, _), .join(let effect, _), .leave(let effect, _),
                .search(let effect, _), .create(let effect, _):
                .effect(effect)
            case .typing, .noteDirect: .nobody
            }
        }
    }
}

extension MatrixLink.Purpose {
    /// The member without which an answer is none of a homeserver.
    private var member: String? {
        switch self {
        case .sync, .beginning: "next_batch"
        case .joinedRooms: "joined_rooms"
        case .messages, .fill, .older: "chunk"
        case .sender, .text, .original: "sender"
        case .post, .revise: "event_id"
        case .create(_, .making), .create(_, .joining), .create(_, .knocking): "room_id"
        default: nil
        }
    }

    /// Whether an answer has what it must have.
    func fits(_ answer: JSON) -> Bool {
        guard let member else { return true }
        switch answer[member] {
        case .string(let text): return !text.isEmpty
        case .array: return true
        default: return false
        }
    }
}

/// An edit of which it is not known whether its sender may make it.
struct Edit: Hashable, Sendable {
    let room: String
    let event: String
    let sender: String
    let content: MessageContent
}

/// How far the making of a chat has got.
enum Creation: Hashable, Sendable {
    /// People are looked for by that name.
    case finding(String)
    /// It is looked up whether there is such a user.
    case meeting(user: String)
    /// It is looked up whether there is a chat with them.
    case looking(user: String, name: String)
    case making(user: String, name: String)
    case joining(address: String)
    /// It is looked up whether a room that we may not join takes requests to be let in.
    case knockable(reason: String)
    case knocking(address: String)
}
