/// The rules for creating a chat.
enum CreateChatUseCase {
    static let longestName = 200

    /// The reason why the name is invalid, so that no request is sent; `nil` if it is valid.
    static func refusal(of recipient: String) -> String? {
        let name = recipient.tidied
        if name.isEmpty { return "Type the name of the person you want to chat with." }
        if name.count > longestName { return "That name is too long. Use at most \(longestName) characters." }
        return nil
    }
}
