import TelexCore
import TelexRuntime

/// Opens another screen without showing it, reads its view model, and closes it again.
struct Excursion {
    let skin: TextSkin
    let session: any ChatSession

    /// All contacts as a file has them.
    func contacts() throws -> (text: String, count: Int) {
        let model = try visit(.contactExport, .export, skin.contactExport, isBusy: \.shouldShowBusy)
        return (model.vcard, model.totalCount)
    }

    func contactList() throws -> ContactListViewModel {
        try visit(.contactList, .undo, skin.contactList, isBusy: \.shouldShowBusy)
    }

    func upcoming() throws -> UpcomingViewModel {
        try visit(.upcoming, .undo, skin.upcoming, isBusy: \.shouldShowBusy)
    }

    /// All reminders as a file has them.
    func reminders() throws -> (text: String, count: Int) {
        let model = try visit(.reminderExport, .calendar, skin.reminderExport, isBusy: \.shouldShowBusy)
        return (model.icalendar, model.totalCount)
    }

    /// Returns the members of a chat, at most `count`.
    func members(of chat: ChatID, _ count: Int) throws -> MembersViewModel {
        try session.receive(.member(.listing(rows: count)))
        return try visit(.members(chat), .names, skin.members) { _ in false }
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
