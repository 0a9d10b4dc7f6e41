import TelexCore
import TelexRuntime

/// Shows all views as text. It knows view models and nothing else.
final class TextSkin: Outlet {
    let chatList = Renderer(ChatListText.changes)
    let createChat = Renderer(CreateChatText.changes)
    let autocompleteContact = Renderer(AutocompleteContactText.changes)
    let messages = Renderer(MessagesText.changes)
    let notification = Renderer(NotificationText.changes)
    let badge = Renderer<BadgeViewModel> { _, _ in [] }
    let connection: Renderer<ConnectionViewModel>
    private let output: TerminalOutput
    /// Whether the whole chat list is to be printed, once it is there.
    private var owesChatList = true

    init(_ output: TerminalOutput) {
        self.output = output
        connection = Renderer(ConnectionText().changes)
    }

    func bind(to telex: Telex) {
        telex.bind(chatList)
        telex.bind(createChat)
        telex.bind(autocompleteContact)
        telex.bind(messages)
        telex.bind(notification)
        telex.bind(badge)
        telex.bind(connection)
    }

    /// Prints the whole chat list when it is next at rest.
    func askForChatList() { owesChatList = true }

    func say(_ line: StyledText) { output.print(line) }

    /// Follows the views without printing anything.
    func follow() { _ = lines() }

    private func lines() -> [StyledText] {
        connection.lines() + chatList.lines() + createChat.lines() + autocompleteContact.lines()
            + messages.lines() + notification.lines() + badge.lines()
    }

    func release() throws {
        let wasOnList = messages.shown == nil && createChat.shown == nil
        for line in lines() { output.print(line) }
        if isOnList, !wasOnList { owesChatList = true }
        try output.release()
    }

    func discard() { output.discard() }

    /// What is on the screen stays for a while: says what is busy, and shows what is owed, and the prompt.
    func idle() throws {
        if owesChatList, isOnList, let list = chatList.current {
            owesChatList = list.shouldShowBusy
            for line in ChatListText.lines(list) { output.print(line) }
        }
        if let model = messages.current, model.shouldShowBusy { output.print(MessagesText.busy(model)) }
        if let model = createChat.current, model.shouldShowBusy { output.print(CreateChatText.busy(model)) }
        output.prompt = prompt
        try output.release()
        try output.showPrompt()
    }

    /// Whether no screen lies on the chat list.
    private var isOnList: Bool { messages.current == nil && createChat.current == nil }

    private var prompt: String {
        let place = messages.current.map { HarmlessText.of($0.contact) } ?? (isOnList ? "" : "new chat")
        let unread = badge.current.map { $0.total > 0 ? "(\($0.total))" : "" } ?? ""
        return [place, unread].filter { !$0.isEmpty }.joined(separator: " ") + "> "
    }
}
