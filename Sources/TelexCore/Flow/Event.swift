/// Something that happened, or a request; never a command to a view.
///
/// One case for each subject. `Telex` passes each event to the router of its subject.
public indirect enum Event: Hashable, Sendable {
    case chat(ChatEvent)
    case activity(ActivityEvent)
    case invitation(InvitationEvent)
    case member(MemberEvent)
    case message(MessageEvent)
    case history(HistoryEvent)
    case outbox(OutboxEvent)
    case file(FileEvent)
    case revision(RevisionEvent)
    case reaction(ReactionEvent)
    case presence(PresenceEvent)
    case search(SearchEvent)
    case messageSearch(MessageSearchEvent)
    case inbox(InboxEvent)
    case screen(ScreenEvent)
    case contact(ContactEvent)
    case reminder(ReminderEvent)
    case notification(NotificationEvent)
    case connection(ConnectionEvent)
    case clock(ClockEvent)
}
