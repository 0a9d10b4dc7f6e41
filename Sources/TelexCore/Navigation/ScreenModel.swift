/// The screens of one window, from bottom to top. The chat list is at the bottom and cannot be closed.
struct ScreenModel {
    private(set) var stack: [Screen] = [.chatList]

    var top: Screen { stack[stack.count - 1] }

    /// The open chat: its screen is on top, or only its member list is above it.
    private var openChat: ChatID? {
        stack.last { $0.name != .members }?.shownChat
    }

    mutating func open(_ screen: Screen) -> Consequences {
        if screen == top {
            switch screen {
            // Retries loading the contacts after an error.
            case .contactList: return Consequences(followUps: [.contact(.loading)])
            case .messages: return goingToEnd(screen)
            case .chatList, .chatForm, .members, .contactForm, .contactExport, .upcoming, .reminderForm,
                .reminderExport:
                return .ignored("The screen is already open.")
            }
        }
        let isOpen = openChat.map { screen == .messages($0) } ?? false
        var consequences = moving { stack in
            if let index = stack.firstIndex(where: { $0.name == screen.name }) {
                stack.removeSubrange(index...)
            }
            if stack.isEmpty || screen != .chatList { stack.append(screen) }
        }
        if isOpen { consequences += goingToEnd(screen) }
        return consequences
    }

    /// Returns a chat that shows older messages to its latest ones.
    private func goingToEnd(_ screen: Screen) -> Consequences {
        guard case .messages(let chat) = screen else { return .none }
        return Consequences(followUps: [.history(.loading(HistoryStep(chat: chat, direction: .latest)))])
    }

    mutating func close(_ name: ScreenName) -> Consequences {
        if name == .chatList { return .ignored("The chat list is always open.") }
        guard let index = stack.lastIndex(where: { $0.name == name }) else {
            return .ignored("The screen is not open.")
        }
        return moving { $0.removeSubrange(index...) }
    }

    mutating func remove(_ screen: Screen) -> Consequences {
        moving { stack in if let index = stack.firstIndex(of: screen) { stack.removeSubrange(index...) } }
    }

    /// Changes the stack, and notifies the modules of screens that closed, opened or came to the top.
    private mutating func moving(_ move: (inout [Screen]) -> Void) -> Consequences {
        let (before, chatBefore) = (stack, openChat)
        move(&stack)
        var followUps: [Event] = []
        let closed = Set(before.map(\.name)).subtracting(stack.map(\.name))
        if closed.contains(.chatForm) { followUps += Self.leavingCreateChat }
        if closed.contains(.contactForm) { followUps.append(.contact(.formClosed)) }
        if closed.contains(.reminderForm) { followUps.append(.reminder(.formClosed)) }
        if openChat != chatBefore {
            if let chatBefore { followUps.append(.history(.closing(chat: chatBefore))) }
            if let openChat {
                followUps += [.history(.opening(chat: openChat)), .notification(.dismissing(chat: openChat))]
            }
        }
        if before[before.count - 1] != top {
            switch top {
            case .contactList, .contactExport: followUps.append(.contact(.loading))
            case .contactForm(let person): followUps.append(.contact(.formOpened(person: person)))
            case .upcoming, .reminderExport: followUps.append(.reminder(.loading))
            case .reminderForm(let chat): followUps.append(.reminder(.formOpened(chat: chat)))
            case .chatList, .chatForm, .messages, .members: break
            }
        }
        return Consequences(followUps: followUps)
    }

    private static let leavingCreateChat: [Event] = [
        .chat(.createCancelled), .search(.searching(query: "")),
    ]
}
