import Foundation

/// The rules for creating a chat.
enum CreateChatUseCase {
    static let longestName = 200

    /// The name without surrounding white space.
    static func tidied(_ recipient: String) -> String { recipient.trimmingCharacters(in: .whitespacesAndNewlines) }

    /// The reason why the name is invalid, so that no request is sent; `nil` if it is valid.
    static func refusal(of recipient: String) -> String? {
        let name = tidied(recipient)
        if name.isEmpty { return "Type the name of the person you want to chat with." }
        if name.count > longestName { return "That name is too long. Use at most \(longestName) characters." }
        return nil
    }
}
