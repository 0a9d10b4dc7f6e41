import TelexCore

/// Something to print.
enum ScreenItem {
    /// What has changed in a view.
    case chatList(Change<ChatListViewModel>)
    case chatForm(Change<ChatFormViewModel>)
    case recipients(Change<RecipientsViewModel>)
    case found(Change<FoundViewModel>)
    case contactList(Change<ContactListViewModel>)
    case contactForm(Change<ContactFormViewModel>)
    case upcoming(Change<UpcomingViewModel>)
    case reminderForm(Change<ReminderFormViewModel>)
    case messages(MessagesUpdate)
    case notification(Change<NotificationViewModel>, news: [Shown<NotificationViewModel.Row>])
    case connection(ConnectionNews)
    /// Members have begun to type.
    case typing(String)
    /// A whole list.
    case chats(ChatListViewModel)
    case contacts(ContactListViewModel)
    case reminders(UpcomingViewModel)
    case chat(ChatOpening)
    case work(ScreenState.Work)
}
