import TelexCore
import TelexRuntime

/// Opens another screen without showing it, reads its view model, and closes it again.
struct Excursion {
    let skin: TextSkin
    let session: any ChatSession

    func contacts() throws -> ContactExportViewModel {
        try visit(.contactExport, .export, skin.contactExport, isBusy: \.shouldShowBusy)
    }

    func contactList() throws -> ContactListViewModel {
        try visit(.contactList, .undo, skin.contactList, isBusy: \.shouldShowBusy)
    }

    func upcoming() throws -> UpcomingViewModel {
        try visit(.upcoming, .undo, skin.upcoming, isBusy: \.shouldShowBusy)
    }

    func reminders() throws -> ReminderExportViewModel {
        try visit(.reminderExport, .calendar, skin.reminderExport, isBusy: \.shouldShowBusy)
    }

    /// Returns the members of the open chat: at most `count`, or one page.
    func members(_ count: Int?) throws -> MembersViewModel {
        guard let chat = skin.messages.current?.chat else { throw Complaint.nothingToDo(.names) }
        return try members(of: chat, count ?? RowLimit.page)
    }

    /// Returns the members of any chat, at most `count`.
    func members(of chat: ChatID, _ count: Int) throws -> MembersViewModel {
        try session.receive(.member(.listing(rows: count)))
        return try visit(.members(chat), .names, skin.members) { _ in false }
    }

    /// Runs a body while the list has all chats, and not only those that are shown.
    func amongAllChats<Found>(_ body: () throws -> Found) throws -> Found {
        guard let list = skin.chatList.current, list.loadMore != nil else { return try body() }
        return try skin.aside {
            try show(list.totalCount)
            let found = Result { try body() }
            try show(list.chats.count)
            return try found.get()
        }
    }

    private func show(_ chats: Int) throws {
        try session.receive(.chat(.listing(rows: chats)))
        try session.flush()
    }

    private func visit<Model>(
        _ screen: Screen, _ command: Command, _ renderer: Renderer<Model>, isBusy: (Model) -> Bool
    ) throws -> Model {
        // A form loses its text when another screen covers it.
        if skin.contactForm.current != nil || skin.reminderForm.current != nil { throw Complaint.formOpen(command) }
        let model = try skin.aside {
            try session.receive(.screen(.opening(screen)))
            try session.flush()
            let model = renderer.current
            try session.receive(.screen(.closing(screen.name)))
            try session.flush()
            return model
        }
        guard let model, !isBusy(model) else { throw Complaint.nothingToDo(command) }
        return model
    }
}
