import Foundation

/// The rules of making a chat.
enum CreateChatUseCase {
    static let longestName = 200

    /// The name without white space around it.
    static func tidied(_ recipient: String) -> String { recipient.trimmingCharacters(in: .whitespacesAndNewlines) }

    /// Why a chat with this person is not even asked for, or `nil`.
    static func refusal(of recipient: String) -> String? {
        let name = tidied(recipient)
        if name.isEmpty { return "A chat needs a name: type whom you want to chat with." }
        if name.count > longestName { return "That name is too long: at most \(longestName) characters." }
        return nil
    }
}
