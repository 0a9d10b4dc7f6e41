import TelexCore
import TelexNetwork

extension MatrixLink {
    typealias Request = MatrixRequest
    typealias Reply = JSON
    typealias Work = Never

    /// Something that the link waits for.
    enum Alarm: Hashable, Sendable {
        /// Everything reported so far is stored.
        case stored
        /// The next sync may start.
        case sync
        /// The next typing notice may be sent.
        case typing(number: Int)
    }

    /// The purpose of a request.
    enum Purpose: LinkPurpose, Hashable {
        /// Fetches what has happened since the last sync.
        case sync
        /// The steps of a first sync: the number of rooms, all rooms, and the last messages of one.
        case joinedRooms, beginning, messages
        /// Fetches the messages of a room that are missing in a sync.
        case fill
        /// Looks up the sender of an edited message.
        case sender(Edit)
        /// Looks up the text of a message whose last edit was redacted.
        case text(room: String)
        case older(effect: Int, ChatID, token: String, tries: Int)
        /// Looks up whether a room is encrypted, before posting to it.
        case encryption(ChatID, number: Int)
        /// Looks up who sent the message that one of ours answers.
        case answered(event: String, number: Int)
        case post(number: Int)
        case markRead(effect: Int, ChatID, MessageID)
        /// Looks up a message of ours that is to be edited.
        case original(effect: Int, ChatID, MessageID, text: String, [TextSpan])
        case revise(effect: Int, RevisionEvent)
        case react(ReactionWish)
        /// Redacts the first of the events of our reaction.
        case unreact(ReactionWish, [String])
        /// Looks up our reaction, which is to be taken back.
        case reactions(ReactionWish)
        case typing
        case join(effect: Int, ChatID)
        /// Looks up whether we are still invited to a room.
        case standing(effect: Int, ChatID)
        case leave(effect: Int, ChatID)
        /// Changes the name or the members of a room.
        case change(effect: Int)
        /// Looks up the power levels of a room, in which a user is to have the level of a role.
        case levels(effect: Int, room: String, UserID, ChatMember.Role)
        /// Keeps the settings of a room; the requests follow.
        case configure(SettingsRequests.Wish, [MatrixRequest])
        /// Reads the list of ignored people, to change it.
        case ignoredList(IgnoreRequests.Wish)
        /// Writes that list.
        case ignore(IgnoreRequests.Wish, JSON)
        /// Reports a message to the operators.
        case report(effect: Int, ChatID, MessageID)
        case search(effect: Int, query: String)
        /// Searches for messages.
        case searchMessages(MessageSearches.Wish)
        case create(effect: Int, Creation)
        /// Writes the list of direct chats to the server.
        case noteDirect
        /// Asks who we are, which any homeserver answers.
        case probe

        var asker: RequestAsker {
            switch self {
            case .sync, .joinedRooms, .beginning, .messages, .fill, .sender, .text, .probe: .connection
            case .post(let number), .encryption(_, let number), .answered(_, let number): .post(number: number)
            case .older(let effect, _, _, _), .markRead(let effect, _, _), .original(let effect, _, _, _, _),
                .revise(let effect, _), .join(let effect, _), .leave(let effect, _), .change(let effect),
                .levels(let effect, _, _, _), .standing(let effect, _),
                .report(let effect, _, _), .search(let effect, _), .create(let effect, _):
                .effect(effect)
            case .react(let wish), .unreact(let wish, _), .reactions(let wish): .effect(wish.effect)
            case .configure(let wish, _): .effect(wish.effect)
            case .ignoredList(let wish), .ignore(let wish, _): .effect(wish.effect)
            case .searchMessages(let wish): .effect(wish.effect)
            case .typing, .noteDirect: .nobody
            }
        }

        /// Without what a sync looks up, it goes on.
        var isVital: Bool {
            switch self {
            case .sync, .joinedRooms, .beginning, .probe: true
            default: false
            }
        }
    }
}

extension MatrixLink.Purpose {
    /// The member that every valid response has; `nil` if there is none.
    private var member: String? {
        switch self {
        case .sync, .beginning: "next_batch"
        case .joinedRooms: "joined_rooms"
        case .messages, .fill, .older, .reactions: "chunk"
        case .sender, .text, .original, .answered: "sender"
        case .post, .revise: "event_id"
        case .probe: "user_id"
        case .create(_, .making), .create(_, .makingGroup), .create(_, .joining), .create(_, .knocking): "room_id"
        default: nil
        }
    }

    /// Whether a response has its required member, and everything in it that is not an event can be read.
    func fits(_ answer: JSON) -> Bool {
        switch answer[member ?? ""] {
        case .string(let text): if text.isEmpty { return false }
        case .array: break
        default: if member != nil { return false }
        }
        switch self {
        case .sync, .beginning: return SyncFrame.fits(answer)
        // Levels that are written back must not be lost.
        case .levels:
            guard case .object = answer else { return false }
            if case .object = answer["users"] { return true }
            return answer["users"] == .null
        case .messages, .fill, .older: return answer["end"].isNull(or: \.string)
        default: return true
        }
    }
}

/// An edit whose sender has not been checked against the sender of the message.
struct Edit: Hashable, Sendable {
    let room: String
    let event: String
    let sender: String
    let content: MessageContent
}

/// The steps of creating or joining a chat.
enum Creation: Hashable, Sendable {
    /// Searches for people by name.
    case finding(String)
    /// Looks up whether the user exists.
    case meeting(user: String)
    /// Looks up whether there is a chat with the user.
    case looking(user: String, name: String)
    case making(user: String, name: String)
    case makingGroup(title: String)
    case joining(address: String)
    /// Looks up whether the room that we have joined is a space.
    case joined(room: String, address: String)
    /// Looks up whether a room that we may not join accepts requests to join.
    case knockable(reason: String)
    case knocking(address: String)
}
