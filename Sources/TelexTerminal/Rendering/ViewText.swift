import TelexCore

/// A single view model as plain text, as the REPL prints it.
package enum ViewText {
    /// - Returns: `nil` for a form, which has nothing to show.
    package static func text(_ model: any ViewModel, _ backend: BackendKind) -> String? {
        switch model {
        case let model as ContactExportViewModel: model.vcard
        case let model as ReminderExportViewModel: model.icalendar
        default: lines(model, backend)?.map { $0.rendered(paint: .none) + "\n" }.joined()
        }
    }

    private static func lines(_ model: any ViewModel, _ backend: BackendKind) -> [StyledText]? {
        switch model {
        case let model as ChatListViewModel: ChatListText.lines(model, backend)
        case let model as MessagesViewModel: MessagesText(.inline).entries(ChatOpening(model)).flatMap(\.lines)
        case let model as MembersViewModel: MembersText.lines(model)
        case let model as FoundViewModel: FoundText.lines(model)
        case let model as ContactListViewModel: ContactListText.lines(model)
        case let model as UpcomingViewModel: UpcomingText.lines(model)
        case let model as NotificationViewModel: model.notifications.map { NotificationText.line($0) }
        case let model as TransfersViewModel: FileLine.lines(model)
        case let model as BadgeViewModel: [StyledText("\(model.unreadCount)")]
        case let model as ConnectionViewModel: [ConnectionText.line(model, unread: nil, title: nil)]
        default: nil
        }
    }
}
