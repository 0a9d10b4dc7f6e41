"""The lines of the Telex protocol. Scripts/clients writes this file from `telex schema`."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, final


Action: TypeAlias = 'ChatLoading | ChatListing | ChatDraftingAction | ChatCreatingAction | ChatKnocking | ChatRetitlingAction | ChatSettingTopicAction | ChatLeaving | ChatPinningAction | ChatUnpinningAction | ChatMutingAction | ChatUnmutingAction | ChatArchivingAction | ChatUnarchivingAction | ChatMarkingUnreadAction | ChatHidingReceiptsAction | ChatSendingReceiptsAction | InvitationAccepting | InvitationDeclining | MemberListing | MemberInvitingAction | MemberRemoving | MemberIgnoring | MemberUnignoring | MemberAssigningAction | MessageSendingAction | MessageReading | MessageShowingAction | MessageReportingAction | HistoryLoading | HistorySeeking | OutboxRetrying | FileFetching | FileFetchingThumbnail | FileSavingAction | FileCancelling | RevisionEditingAction | RevisionDeleting | RevisionKeeping | ReactionAddingAction | ReactionRemoving | PresenceTyping | PresenceFocusing | PresenceUnfocusing | SearchSearchingAction | SearchOpening | MessageSearchSearchingAction | MessageSearchListing | MessageSearchOpening | MessageSearchSearchingServer | ScreenOpening | ScreenClosing | ContactListing | ContactAddingAction | ContactRenamingAction | ContactDeleting | ContactRestoring | ContactReverting | ContactOpening | ContactImportingAction | ReminderListing | ReminderTypingAction | ReminderAddingAction | ReminderCompleting | ReminderReopening | ReminderRemoving | ReminderReverting | ReminderImportingAction | ReminderOpening | NotificationOpeningReminder | NotificationDismissingReminder | NotificationListing | NotificationOpening | NotificationDismissing | NotificationSnoozingAction | ConnectionRetrying'
"""An event to send back. Replace each `null` with a value."""


@final
class ActivityCounted(TypedDict):
    """The server's count of unread messages in a chat, including those not in the store."""
    event: Literal["activity.counted"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    unreadCount: int
    """How many messages are unread; in a notification, how many it covers (1 for a reminder, 0 for a reaction)."""
    mentionCount: NotRequired[int | None]
    """How many unread messages mention us."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ActivityShortened(TypedDict):
    """The store has removed a message of ours that was not sent."""
    event: Literal["activity.shortened"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    lastMessage: NotRequired[ChatLastMessage | None]
    """The last message of a chat; missing if there is none."""


@final
class AddOperation(TypedDict):
    op: Literal["add"]
    """The operation of a patch (RFC 6902)."""
    path: str
    """What an operation changes (RFC 6901)."""
    value: Any
    """The new value (RFC 6902)."""


@final
class AdvanceLine(TypedDict):
    """Move the virtual clock."""
    advance: str
    """How far to advance the virtual clock, such as `2s`."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class AnsweredMessage(TypedDict):
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    isOwn: bool
    """Whether a message is ours, or a member is us."""
    text: str
    """The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
    placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
    """
    senderName: NotRequired[str | None]
    """In views, the sender's name in the chat; `You` for us. The `senderId` follows a name that could be mistaken for
    another. The `program` that sent a message follows in brackets. In events, the sender's name on the network.
    """
    senderId: NotRequired[str | None]
    """The sender of a message; missing if the server does not say."""
    program: NotRequired[str | None]
    """The program that sent our message, by the name that it gave itself: 1 to 32 characters. It stays on this device:
    the server and other people do not get it, and what they say of it is ignored. Missing if a person sent the
    message, or another device.
    """
    kind: NotRequired[MessageKind | None]
    """The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`."""
    isEdited: NotRequired[bool | None]
    """Whether a message was edited."""
    attention: NotRequired[Attention | None]
    """How a message notifies: `silent` (never, and it is never unread), `normal` or `mention`."""
    change: NotRequired[ChatChange | None]
    """What the sender of a `system` message changed in the chat."""
    replyToId: NotRequired[str | None]
    """The message that a message answers. In a thread, the root if it answers no message in particular."""
    isThreaded: NotRequired[bool | None]
    """Whether a message belongs to a thread."""
    reactions: NotRequired[list[Reaction] | None]
    """Reactions to a message."""
    spans: NotRequired[list[TextSpan] | None]
    """The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap."""
    file: NotRequired[MessageFile | None]
    """The file of a message of the kind `file`."""


ArchiveKeeper: TypeAlias = 'Literal["device", "server"]'


@final
class AttachedProgram(TypedDict):
    number: int
    """The number of a program on a profile; 0 for the owner."""
    command: NotRequired[str | None]
    """The command that a program runs, such as `pipe`."""
    processId: NotRequired[int | None]
    """The number of a process; missing if the system does not say."""
    sinceDate: str
    """When the connection entered its state; missing before the first attempt to connect."""
    isReadOnly: NotRequired[bool | None]
    """Whether lines can only look; missing if they can act."""


@final
class AttachedRequest(TypedDict):
    protocol: int
    """The version of the protocol."""
    detach: int
    """The number of the program to detach; 0 lists all."""


Attention: TypeAlias = 'Literal["silent", "normal", "mention"]'


BackendCommand: TypeAlias = 'RefuseCommand | DelayCommand | DuplicateCommand | ReorderCommand | OfflineCommand | OnlineCommand | HoldCommand | SayCommand | InviteCommand | KeepCommand'
"""A command for the built-in backend."""


@final
class BackendInvitation(TypedDict):
    chatId: str
    title: str
    inviterName: NotRequired[str | None]


@final
class BackendLine(TypedDict):
    """Tell the built-in backend to fail, or to play the other side."""
    backend: BackendCommand
    """A command for the built-in backend, such as `{"offline":true}`."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class BackendPage(TypedDict):
    beforeToken: str
    messages: list[IncomingMessage]
    nextToken: NotRequired[str | None]


@final
class BadgeLine(TypedDict):
    """How many messages are unread, over all chats."""
    seq: int
    """The number of an output line, from 0."""
    view: Literal["badge"]
    """The name of a view."""
    cause: str | None
    """The `id` of the line that caused this one."""
    model: BadgeViewModel
    """The whole view model."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class BadgeViewModel(TypedDict):
    """How many messages are unread, over all chats."""
    unreadCount: int
    """How many messages are unread; in a notification, how many it covers (1 for a reminder, 0 for a reaction)."""
    mentionCount: int
    """How many unread messages mention us."""
    mutedCount: NotRequired[int | None]
    """How many more messages are unread in muted chats; missing for none."""


@final
class ByeLine(TypedDict):
    """The last line."""
    seq: int
    """The number of an output line, from 0."""
    bye: ByeReason
    """Why the stream ends; the last line."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


ByeReason: TypeAlias = 'Literal["eof", "drainExpired", "inputFailed", "storeFailed", "signal", "quit", "ownerLeft", "detached"]'


ChangeKind: TypeAlias = 'Literal["joined", "left", "removed", "banned", "renamed", "retitled", "topicChanged", "replaced", "requested"]'


@final
class Chat(TypedDict):
    chatId: str
    """A chat; unique in a profile."""
    title: str
    """The display name of a chat."""
    lastOrder: NotRequired[int | None]
    """The highest position that a message of the chat has had, not counting `system` messages."""
    readUpTo: int
    """The position up to which we have read."""
    unreadCount: int
    """How many messages are unread; in a notification, how many it covers (1 for a reminder, 0 for a reaction)."""
    mentionCount: NotRequired[int | None]
    """How many unread messages mention us."""
    unloaded: NotRequired[UnreadCount | None]
    """The counts of unread messages that only the server has."""
    gapPosition: NotRequired[int | None]
    """The position before which messages are missing; 0 for none."""
    members: NotRequired[list[ChatMember] | None]
    """The known members of a chat."""
    lastMessage: NotRequired[ChatLastMessage | None]
    """The last message of a chat; missing if there is none."""
    totalCount: int
    """How many items there are, shown or not."""
    receivedId: NotRequired[str | None]
    """The last message of a chat from somebody else."""
    receivedUpTo: NotRequired[int | None]
    """The position of the last message from somebody else."""
    untoldReadId: NotRequired[str | None]
    """The last message that we read, kept until the server confirms it."""
    isEncrypted: NotRequired[bool | None]
    """Whether the chat is end-to-end encrypted."""
    successorId: NotRequired[str | None]
    """The chat that replaced this one. Nothing more can be sent to this one."""
    invitation: NotRequired[Invitation | None]
    """The invitation to a chat that we have not joined."""
    draftText: NotRequired[str | None]
    """What we have typed and not sent; in a list, as one line."""
    memberCount: NotRequired[int | None]
    """How many members the server counts, known or not, including us."""
    settings: NotRequired[ChatSettings | None]
    """How we have arranged a chat; other members do not see it."""
    serverSettings: NotRequired[ChatSettings | None]
    """What the server has instead of our `settings` of a chat; missing if it has these."""
    heldOrder: NotRequired[int | None]
    """The sort key of the chat in the list if only ignored people have written since. Otherwise missing: `lastOrder` is
    the sort key.
    """
    rights: NotRequired[list[ChatRight] | None]
    """What the server lets us do in a chat (`retitle`, `setTopic`, `invite`, `leave`, `report` for messages) or with a
    member (`remove`, `setRole`). Missing for a chat if it does not say, and for a member if nothing.
    """
    topic: NotRequired[str | None]
    """What a chat is about, in views on one line; missing or empty for nothing."""


@final
class ChatArchiving(TypedDict):
    """Archive a chat: move it to the end of the list until an unmuted message comes."""
    event: Literal["chat.archiving"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatArchivingAction(TypedDict):
    """Archive a chat: move it to the end of the list until an unmuted message comes."""
    event: Literal["chat.archiving"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str | None
    """A chat; unique in a profile."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatChange(TypedDict):
    changeKind: ChangeKind
    """The change: `joined`, `left`, `removed` or `banned` (the user `userId`), `renamed` (the sender), `retitled` (the
    chat), `topicChanged`, `replaced` (by another chat) or `requested` (to join).
    """
    userId: NotRequired[str | None]
    """A user of the server, as in `senderId`. In `hello`, our own id; missing without a login."""
    oldValue: NotRequired[str | None]
    """The name before a change; missing for none."""
    newValue: NotRequired[str | None]
    """The name, title or topic after a change; missing for none."""
    reason: NotRequired[str | None]
    """A sentence that says why something failed, was refused, or waits although there is a connection."""


@final
class ChatChangeFailed(TypedDict):
    """The server did not change the title, the topic or the members of a chat."""
    event: Literal["chat.changeFailed"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    reason: str
    """A sentence that says why something failed, was refused, or waits although there is a connection."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatConfigureFailed(TypedDict):
    """The server refused the settings of a chat. They apply on this device, and Telex retries after it reconnects."""
    event: Literal["chat.configureFailed"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    reason: str
    """A sentence that says why something failed, was refused, or waits although there is a connection."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatConfigured(TypedDict):
    """The server keeps these settings of a chat. Without `isComplete`, it knows neither `mutedUntil` nor
    `archiveKeeper`.
    """
    event: Literal["chat.configured"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    pinOrder: NotRequired[int | None]
    """The place among the pinned chats, from 0 to 1,000,000,000, the lowest first; missing if the chat is not pinned.
    """
    muted: NotRequired[ChatSettingsMute | None]
    """How a chat is muted; missing if it is not."""
    archiveKeeper: NotRequired[ArchiveKeeper | None]
    """What moves an archived chat back into the list when a message comes: this `device` or the `server`. Missing if
    the chat is not archived.
    """
    isMarkedUnread: NotRequired[bool | None]
    """Whether we have marked a chat as unread, and not read it since."""
    sendsReceipts: NotRequired[bool | None]
    """Whether others see what we read, and that we type."""
    isComplete: NotRequired[bool | None]
    """Whether all members, all ignored people or all settings of a chat are given."""
    isAnswer: NotRequired[bool | None]
    """Whether the server confirms our last request."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatCreateFailed(TypedDict):
    """The server could not create the chat."""
    event: Literal["chat.createFailed"]
    """The name of an event: `<subject>.<case>`."""
    reason: str
    """A sentence that says why something failed, was refused, or waits although there is a connection."""
    recipients: NotRequired[list[str] | None]
    """The people found by a search, or matched by a name."""
    canKnock: NotRequired[bool | None]
    """Whether the chat accepts requests to join."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatCreated(TypedDict):
    """The server created the requested chat, or already had it."""
    event: Literal["chat.created"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    title: str
    """The display name of a chat."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatCreating(TypedDict):
    """Start a chat with somebody. With `title`, a group with the people in `recipient`, separated by commas."""
    event: Literal["chat.creating"]
    """The name of an event: `<subject>.<case>`."""
    recipient: str
    """The person to start a chat with, or to invite: a name, a user name or an address."""
    title: NotRequired[str | None]
    """The display name of a chat."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatCreatingAction(TypedDict):
    """Start a chat with somebody. With `title`, a group with the people in `recipient`, separated by commas."""
    event: Literal["chat.creating"]
    """The name of an event: `<subject>.<case>`."""
    recipient: str | None
    """The person to start a chat with, or to invite: a name, a user name or an address."""
    title: NotRequired[str | None]
    """The display name of a chat."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatDrafting(TypedDict):
    """Keep what is typed in a chat and not sent. An empty text removes it."""
    event: Literal["chat.drafting"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    text: str
    """The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
    placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
    """
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatDraftingAction(TypedDict):
    """Keep what is typed in a chat and not sent. An empty text removes it."""
    event: Literal["chat.drafting"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    text: str | None
    """The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
    placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
    """
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatFormActions(TypedDict):
    create: NotRequired[ChatCreatingAction]
    """Start the chat."""
    createGroup: NotRequired[ChatCreatingAction]
    """Start a group with a title. The names of its people are separated by commas."""
    knock: NotRequired[ChatKnocking]
    """Ask to join the chat."""
    search: NotRequired[SearchSearchingAction]
    """Search for people while a name is typed."""
    close: NotRequired[ScreenClosing]
    """Close the view."""


@final
class ChatFormLine(TypedDict):
    """The form that starts a chat."""
    seq: int
    """The number of an output line, from 0."""
    view: Literal["chatForm"]
    """The name of a view."""
    cause: str | None
    """The `id` of the line that caused this one."""
    model: ChatFormViewModel
    """The whole view model."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatFormViewModel(TypedDict):
    """The form that starts a chat."""
    shouldShowBusy: bool
    """Whether to show that something is loading."""
    shouldShowError: bool
    """Whether to show `errorText`."""
    errorText: str | None
    """What went wrong, and what to do."""
    recipient: str
    """The person to start a chat with, or to invite: a name, a user name or an address."""
    errorRevision: NotRequired[int]
    """Counts refusals, so that a repeated `errorText` can be noticed."""
    actions: NotRequired[ChatFormActions]
    """The events that can be sent from here, by name. A `null` in one is for you to fill in."""


@final
class ChatHidingReceipts(TypedDict):
    """Tell others neither what we read nor that we type. Without `chatId`, in all chats that have no setting of their
    own.
    """
    event: Literal["chat.hidingReceipts"]
    """The name of an event: `<subject>.<case>`."""
    chatId: NotRequired[str | None]
    """A chat; unique in a profile."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatHidingReceiptsAction(TypedDict):
    """Tell others neither what we read nor that we type. Without `chatId`, in all chats that have no setting of their
    own.
    """
    event: Literal["chat.hidingReceipts"]
    """The name of an event: `<subject>.<case>`."""
    chatId: NotRequired[str | None]
    """A chat; unique in a profile."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatKnocked(TypedDict):
    """The server has our request to join."""
    event: Literal["chat.knocked"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    title: str
    """The display name of a chat."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatKnocking(TypedDict):
    """Ask to join a chat that accepts requests."""
    event: Literal["chat.knocking"]
    """The name of an event: `<subject>.<case>`."""
    recipient: str
    """The person to start a chat with, or to invite: a name, a user name or an address."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatLastMessage(TypedDict):
    messageId: str
    """A message; unique in its chat."""
    position: int
    """A position in this store's order: of a message in its chat, of the first message after a gap, or of an invitation
    in the list of chats.
    """
    isOwn: bool
    """Whether a message is ours, or a member is us."""
    text: str
    """The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
    placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
    """
    senderName: NotRequired[str | None]
    """In views, the sender's name in the chat; `You` for us. The `senderId` follows a name that could be mistaken for
    another. The `program` that sent a message follows in brackets. In events, the sender's name on the network.
    """
    senderId: NotRequired[str | None]
    """The sender of a message; missing if the server does not say."""
    program: NotRequired[str | None]
    """The program that sent our message, by the name that it gave itself: 1 to 32 characters. It stays on this device:
    the server and other people do not get it, and what they say of it is ignored. Missing if a person sent the
    message, or another device.
    """
    kind: NotRequired[MessageKind | None]
    """The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`."""
    isEdited: NotRequired[bool | None]
    """Whether a message was edited."""
    attention: NotRequired[Attention | None]
    """How a message notifies: `silent` (never, and it is never unread), `normal` or `mention`."""
    change: NotRequired[ChatChange | None]
    """What the sender of a `system` message changed in the chat."""
    replyToId: NotRequired[str | None]
    """The message that a message answers. In a thread, the root if it answers no message in particular."""
    isThreaded: NotRequired[bool | None]
    """Whether a message belongs to a thread."""
    reactions: NotRequired[list[Reaction] | None]
    """Reactions to a message."""
    spans: NotRequired[list[TextSpan] | None]
    """The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap."""
    file: NotRequired[MessageFile | None]
    """The file of a message of the kind `file`."""
    date: str
    """When a message was sent; in a recording, when an event was read."""


@final
class ChatLeaving(TypedDict):
    """Leave a chat."""
    event: Literal["chat.leaving"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatListActions(TypedDict):
    loadMore: NotRequired[ChatListing]
    """Show more rows."""
    retry: NotRequired[ChatLoading]
    """Try again."""
    newChat: NotRequired[ScreenOpening]
    """Open the form that starts a chat."""
    search: NotRequired[SearchSearchingAction]
    """Search for people while a name is typed."""
    searchMessages: NotRequired[MessageSearchSearchingAction]
    """Search for messages."""
    pin: NotRequired[ChatPinningAction]
    """Pin the chat, or move it behind the other pinned chats."""
    unpin: NotRequired[ChatUnpinningAction]
    """Unpin the chat."""
    mute: NotRequired[ChatMutingAction]
    """Mute the chat until `dueText` or, if that is empty, indefinitely."""
    unmute: NotRequired[ChatUnmutingAction]
    """Unmute the chat."""
    archive: NotRequired[ChatArchivingAction]
    """Archive the chat: move it to the end of the list until an unmuted message comes."""
    unarchive: NotRequired[ChatUnarchivingAction]
    """Move the archived chat back into the list."""
    markUnread: NotRequired[ChatMarkingUnreadAction]
    """Mark the chat as unread, until it is read."""
    hideReceipts: NotRequired[ChatHidingReceiptsAction]
    """Tell others neither what we read in a chat, nor that we type."""
    sendReceipts: NotRequired[ChatSendingReceiptsAction]
    """Tell others what we read in a chat, and that we type."""
    openContacts: NotRequired[ScreenOpening]
    """Open the address book."""
    openReminders: NotRequired[ScreenOpening]
    """Open the reminders."""


@final
class ChatListLastMessage(TypedDict):
    messageId: str
    """A message; unique in its chat."""
    isOwn: bool
    """Whether a message is ours, or a member is us."""
    senderId: NotRequired[str]
    """The sender of a message; missing if the server does not say."""
    senderName: NotRequired[str]
    """In views, the sender's name in the chat; `You` for us. The `senderId` follows a name that could be mistaken for
    another. The `program` that sent a message follows in brackets. In events, the sender's name on the network.
    """
    kind: MessageKind
    """The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`."""
    excerpt: str
    """The first 120 characters of a message on one line, then `…` if there is more."""
    date: str
    """When a message was sent; in a recording, when an event was read."""


@final
class ChatListLine(TypedDict):
    """The list of chats: invitations, then pinned chats, then the others, then archived ones."""
    seq: int
    """The number of an output line, from 0."""
    view: Literal["chatList"]
    """The name of a view."""
    cause: str | None
    """The `id` of the line that caused this one."""
    changes: RowChanges
    """The ids of the rows that were added, changed and removed since the last model of this view."""
    model: ChatListViewModel
    """The whole view model."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatListRow(TypedDict):
    chatId: str
    """A chat; unique in a profile."""
    title: str
    """The display name of a chat."""
    lastMessage: NotRequired[ChatListLastMessage]
    """The last message of a chat; missing if there is none."""
    previewText: str
    """A message or a reminder on one line, with its sender's name where needed."""
    dateText: str
    """When a message was sent, or a reminder was due."""
    section: ChatSection
    """The part of the list of chats: `invitations`, `pinned`, `chats` or `archived`."""
    unreadCount: int
    """How many messages are unread; in a notification, how many it covers (1 for a reminder, 0 for a reaction)."""
    mentionCount: int
    """How many unread messages mention us."""
    isMarkedUnread: bool
    """Whether we have marked a chat as unread, and not read it since."""
    muted: NotRequired[ChatSettingsMute]
    """How a chat is muted; missing if it is not."""
    muteText: NotRequired[str]
    """Whether and until when a chat is muted; missing if it is not."""
    sendsReceipts: bool
    """Whether others see what we read, and that we type."""
    isEncrypted: bool
    """Whether the chat is end-to-end encrypted."""
    successorId: NotRequired[str]
    """The chat that replaced this one. Nothing more can be sent to this one."""
    invitationText: NotRequired[str]
    """Who invites us, and the state of our answer."""
    draftText: NotRequired[str]
    """What we have typed and not sent; in a list, as one line."""
    actions: NotRequired[ChatListRowActions]
    """The events that can be sent from here, by name. A `null` in one is for you to fill in."""


@final
class ChatListRowActions(TypedDict):
    open: NotRequired[ScreenOpening]
    """Open the chat or list that the row is about."""
    accept: NotRequired[InvitationAccepting]
    """Accept the invitation."""
    decline: NotRequired[InvitationDeclining]
    """Decline the invitation."""
    ignore: NotRequired[MemberIgnoring]
    """Ignore the person in all chats."""


@final
class ChatListViewModel(TypedDict):
    """The list of chats: invitations, then pinned chats, then the others, then archived ones."""
    shouldShowBusy: bool
    """Whether to show that something is loading."""
    shouldShowEmpty: bool
    """Whether to show that the list is empty."""
    shouldShowError: bool
    """Whether to show `errorText`."""
    errorText: str | None
    """What went wrong, and what to do."""
    totalCount: int
    """How many items there are, shown or not."""
    chats: list[ChatListRow]
    """Chats. In a list, the chat with the latest message comes first."""
    sendsReceipts: bool
    """Whether others see what we read, and that we type."""
    actions: NotRequired[ChatListActions]
    """The events that can be sent from here, by name. A `null` in one is for you to fill in."""


@final
class ChatListing(TypedDict):
    """Show this many chats."""
    event: Literal["chat.listing"]
    """The name of an event: `<subject>.<case>`."""
    rowLimit: int
    """The most rows that a list shows."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatLoadFailed(TypedDict):
    """The store cannot be read."""
    event: Literal["chat.loadFailed"]
    """The name of an event: `<subject>.<case>`."""
    reason: str
    """A sentence that says why something failed, was refused, or waits although there is a connection."""


@final
class ChatLoaded(TypedDict):
    """The store has these chats, and others that are not loaded yet."""
    event: Literal["chat.loaded"]
    """The name of an event: `<subject>.<case>`."""
    chats: list[Chat]
    """Chats. In a list, the chat with the latest message comes first."""
    others: NotRequired[OtherChats | None]
    """The chats that are stored and not loaded yet."""
    ignored: NotRequired[list[IgnoredPerson] | None]
    """Ignored people, and people no longer ignored."""
    sendsReceipts: NotRequired[bool | None]
    """Whether others see what we read, and that we type."""


@final
class ChatLoading(TypedDict):
    """Load the list of chats again, after an error."""
    event: Literal["chat.loading"]
    """The name of an event: `<subject>.<case>`."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatMarkingUnread(TypedDict):
    """Mark a chat as unread, until it is read."""
    event: Literal["chat.markingUnread"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatMarkingUnreadAction(TypedDict):
    """Mark a chat as unread, until it is read."""
    event: Literal["chat.markingUnread"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str | None
    """A chat; unique in a profile."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatMember(TypedDict):
    userId: str
    """A user of the server, as in `senderId`. In `hello`, our own id; missing without a login."""
    name: NotRequired[str | None]
    """A user's name in a chat. Anybody can choose any name."""
    standing: NotRequired[ChatMemberStanding | None]
    """The membership: `joined`, `invited`, `requested` (to join) or `left`; missing if unknown."""
    role: NotRequired[ChatMemberRole | None]
    """The power of a member: `admin`, `moderator` or, if missing, that of any `member`."""
    rights: NotRequired[list[ChatMemberRight] | None]
    """What the server lets us do in a chat (`retitle`, `setTopic`, `invite`, `leave`, `report` for messages) or with a
    member (`remove`, `setRole`). Missing for a chat if it does not say, and for a member if nothing.
    """
    isOwn: NotRequired[bool | None]
    """Whether a message is ours, or a member is us."""
    isMisleading: NotRequired[bool | None]
    """Whether a name could be mistaken for somebody else's. It is then shown with the id."""


ChatMemberRight: TypeAlias = 'Literal["remove", "setRole"]'


ChatMemberRole: TypeAlias = 'Literal["admin", "moderator", "member"]'


ChatMemberStanding: TypeAlias = 'Literal["joined", "invited", "requested", "left"]'


@final
class ChatMuteEnded(TypedDict):
    """The mute of a chat has ended."""
    event: Literal["chat.muteEnded"]
    """The name of an event: `<subject>.<case>`."""


@final
class ChatMuting(TypedDict):
    """Mute a chat until `dueText` or, if that is empty, indefinitely."""
    event: Literal["chat.muting"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    dueText: NotRequired[str | None]
    """When a reminder is due, a notification comes back or a mute ends, as typed; for a mute, empty for never."""
    keepsMentions: NotRequired[bool | None]
    """Whether messages that mention us notify although the chat is muted."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatMutingAction(TypedDict):
    """Mute a chat until `dueText` or, if that is empty, indefinitely."""
    event: Literal["chat.muting"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str | None
    """A chat; unique in a profile."""
    dueText: NotRequired[str | None]
    """When a reminder is due, a notification comes back or a mute ends, as typed; for a mute, empty for never."""
    keepsMentions: NotRequired[bool | None]
    """Whether messages that mention us notify although the chat is muted."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatPinning(TypedDict):
    """Pin a chat, or move a pinned chat to another place."""
    event: Literal["chat.pinning"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    beforeId: NotRequired[str | None]
    """The pinned chat before which a chat is pinned; missing for after all of them."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatPinningAction(TypedDict):
    """Pin a chat, or move a pinned chat to another place."""
    event: Literal["chat.pinning"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str | None
    """A chat; unique in a profile."""
    beforeId: NotRequired[str | None]
    """The pinned chat before which a chat is pinned; missing for after all of them."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatRetitling(TypedDict):
    """Give a chat another title, for all its members."""
    event: Literal["chat.retitling"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    title: str
    """The display name of a chat."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatRetitlingAction(TypedDict):
    """Give a chat another title, for all its members."""
    event: Literal["chat.retitling"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    title: str | None
    """The display name of a chat."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


ChatRight: TypeAlias = 'Literal["retitle", "setTopic", "invite", "leave", "report"]'


ChatSection: TypeAlias = 'Literal["archived", "chats", "pinned", "invitations"]'


@final
class ChatSendingReceipts(TypedDict):
    """Tell others what we read and that we type. Without `chatId`, in all chats that have no setting of their own."""
    event: Literal["chat.sendingReceipts"]
    """The name of an event: `<subject>.<case>`."""
    chatId: NotRequired[str | None]
    """A chat; unique in a profile."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatSendingReceiptsAction(TypedDict):
    """Tell others what we read and that we type. Without `chatId`, in all chats that have no setting of their own."""
    event: Literal["chat.sendingReceipts"]
    """The name of an event: `<subject>.<case>`."""
    chatId: NotRequired[str | None]
    """A chat; unique in a profile."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatSettingTopic(TypedDict):
    """Set the topic of a chat for all its members. An empty topic removes it."""
    event: Literal["chat.settingTopic"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    topic: str
    """What a chat is about, in views on one line; missing or empty for nothing."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatSettingTopicAction(TypedDict):
    """Set the topic of a chat for all its members. An empty topic removes it."""
    event: Literal["chat.settingTopic"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    topic: str | None
    """What a chat is about, in views on one line; missing or empty for nothing."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatSettings(TypedDict):
    pinOrder: NotRequired[int | None]
    """The place among the pinned chats, from 0 to 1,000,000,000, the lowest first; missing if the chat is not pinned.
    """
    muted: NotRequired[ChatSettingsMute | None]
    """How a chat is muted; missing if it is not."""
    archiveKeeper: NotRequired[ArchiveKeeper | None]
    """What moves an archived chat back into the list when a message comes: this `device` or the `server`. Missing if
    the chat is not archived.
    """
    isMarkedUnread: NotRequired[bool | None]
    """Whether we have marked a chat as unread, and not read it since."""
    sendsReceipts: NotRequired[bool | None]
    """Whether others see what we read, and that we type."""


@final
class ChatSettingsMute(TypedDict):
    mutedUntil: NotRequired[str | None]
    """When a muted chat notifies again; missing for never."""
    keepsMentions: NotRequired[bool | None]
    """Whether messages that mention us notify although the chat is muted."""


@final
class ChatSynced(TypedDict):
    """The server has these chats."""
    event: Literal["chat.synced"]
    """The name of an event: `<subject>.<case>`."""
    chats: list[ServerChat]
    """Chats. In a list, the chat with the latest message comes first."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatUnarchiving(TypedDict):
    """Move an archived chat back into the list."""
    event: Literal["chat.unarchiving"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatUnarchivingAction(TypedDict):
    """Move an archived chat back into the list."""
    event: Literal["chat.unarchiving"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str | None
    """A chat; unique in a profile."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatUnmuting(TypedDict):
    """Unmute a chat."""
    event: Literal["chat.unmuting"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatUnmutingAction(TypedDict):
    """Unmute a chat."""
    event: Literal["chat.unmuting"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str | None
    """A chat; unique in a profile."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatUnpinning(TypedDict):
    """Unpin a chat."""
    event: Literal["chat.unpinning"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ChatUnpinningAction(TypedDict):
    """Unpin a chat."""
    event: Literal["chat.unpinning"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str | None
    """A chat; unique in a profile."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ClockDayChanged(TypedDict):
    """A new day has started in the user's time zone."""
    event: Literal["clock.dayChanged"]
    """The name of an event: `<subject>.<case>`."""


@final
class CloseWindowLine(TypedDict):
    """Close a window."""
    closeWindow: str
    """Close the window that it names."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""


@final
class ClosedLine(TypedDict):
    """A view was closed."""
    seq: int
    """The number of an output line, from 0."""
    view: ViewName
    """The name of a view."""
    cause: str | None
    """The `id` of the line that caused this one."""
    closed: Literal[True]
    """The view is closed."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ConnectionActions(TypedDict):
    retry: NotRequired[ConnectionRetrying]
    """Try again."""


@final
class ConnectionConnected(TypedDict):
    """Connected, and everything on the server has been fetched."""
    event: Literal["connection.connected"]
    """The name of an event: `<subject>.<case>`."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ConnectionDisconnected(TypedDict):
    """The connection is lost. With `offlineReason`, programs know why."""
    event: Literal["connection.disconnected"]
    """The name of an event: `<subject>.<case>`."""
    reason: str
    """A sentence that says why something failed, was refused, or waits although there is a connection."""
    offlineReason: NotRequired[OfflineReason | None]
    """Why there is no connection: `unreachable`, `loggedOut` (the login expired, or you logged out here), `revoked`
    (the server no longer accepts the login), `rateLimited` or `certificate`.
    """
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ConnectionLine(TypedDict):
    """The state of the connection to the server."""
    seq: int
    """The number of an output line, from 0."""
    view: Literal["connection"]
    """The name of a view."""
    cause: str | None
    """The `id` of the line that caused this one."""
    model: ConnectionViewModel
    """The whole view model."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ConnectionProgressed(TypedDict):
    """While connecting: `doneCount` of `totalCount` chats have been fetched."""
    event: Literal["connection.progressed"]
    """The name of an event: `<subject>.<case>`."""
    doneCount: int
    """How many of `totalCount` are done; of a file, how many bytes of `byteCount`."""
    totalCount: int
    """How many items there are, shown or not."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ConnectionRetrying(TypedDict):
    """Connect now instead of waiting."""
    event: Literal["connection.retrying"]
    """The name of an event: `<subject>.<case>`."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ConnectionSocketClosed(TypedDict):
    """The live channel of a chat is closed."""
    event: Literal["connection.socketClosed"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ConnectionSocketOpened(TypedDict):
    """The live channel of a chat is open."""
    event: Literal["connection.socketOpened"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


ConnectionState: TypeAlias = 'Literal["offline", "connecting", "online"]'


@final
class ConnectionViewModel(TypedDict):
    """The state of the connection to the server."""
    connectionState: ConnectionState
    """`offline`, `connecting` or `online`."""
    offlineReason: NotRequired[OfflineReason]
    """Why there is no connection: `unreachable`, `loggedOut` (the login expired, or you logged out here), `revoked`
    (the server no longer accepts the login), `rateLimited` or `certificate`.
    """
    statusText: str
    """The state of a connection, or the time or state of a message."""
    sinceDate: NotRequired[str]
    """When the connection entered its state; missing before the first attempt to connect."""
    sinceText: str
    """When the connection entered its state, as text."""
    queuedCount: int
    """How many messages are waiting to be sent."""
    heldText: NotRequired[str]
    """Which message holds up those after it in its chat, although there is a connection, and why; missing if none does.
    """
    progressText: NotRequired[str]
    """The progress of connecting, or of the transfer of a file: how much, how fast, and how long the rest takes."""
    liveChatId: NotRequired[str]
    """The chat with an open live channel."""
    actions: NotRequired[ConnectionActions]
    """The events that can be sent from here, by name. A `null` in one is for you to fill in."""


@final
class Contact(TypedDict):
    contactId: str
    """A contact in the address book."""
    firstName: str
    """A contact's first name."""
    lastName: str
    """A contact's last name."""
    chatId: NotRequired[str | None]
    """A chat; unique in a profile."""
    vcardLines: str
    """The content lines of a contact's vCard, without the name."""


@final
class ContactAdding(TypedDict):
    """Add a contact."""
    event: Literal["contact.adding"]
    """The name of an event: `<subject>.<case>`."""
    firstName: str
    """A contact's first name."""
    lastName: str
    """A contact's last name."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ContactAddingAction(TypedDict):
    """Add a contact."""
    event: Literal["contact.adding"]
    """The name of an event: `<subject>.<case>`."""
    firstName: str | None
    """A contact's first name."""
    lastName: str | None
    """A contact's last name."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ContactDeleting(TypedDict):
    """Delete a contact; the chat with them stays."""
    event: Literal["contact.deleting"]
    """The name of an event: `<subject>.<case>`."""
    contactId: str
    """A contact in the address book."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ContactExportActions(TypedDict):
    close: NotRequired[ScreenClosing]
    """Close the view."""


@final
class ContactExportLine(TypedDict):
    """All contacts as a vCard file."""
    seq: int
    """The number of an output line, from 0."""
    view: Literal["contactExport"]
    """The name of a view."""
    cause: str | None
    """The `id` of the line that caused this one."""
    model: ContactExportViewModel
    """The whole view model."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ContactExportViewModel(TypedDict):
    """All contacts as a vCard file."""
    shouldShowBusy: bool
    """Whether to show that something is loading."""
    errorText: NotRequired[str]
    """What went wrong, and what to do."""
    totalCount: int
    """How many items there are, shown or not."""
    vcard: str
    """Contacts as vCards (RFC 6350)."""
    actions: NotRequired[ContactExportActions]
    """The events that can be sent from here, by name. A `null` in one is for you to fill in."""


@final
class ContactFormActions(TypedDict):
    save: NotRequired[ContactAddingAction | ContactRenamingAction]
    """Save the form. In a message, copy its file to a path of yours; download it first if necessary."""
    close: NotRequired[ScreenClosing]
    """Close the view."""


@final
class ContactFormLine(TypedDict):
    """The form for a contact."""
    seq: int
    """The number of an output line, from 0."""
    view: Literal["contactForm"]
    """The name of a view."""
    cause: str | None
    """The `id` of the line that caused this one."""
    model: ContactFormViewModel
    """The whole view model."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ContactFormViewModel(TypedDict):
    """The form for a contact."""
    shouldShowBusy: bool
    """Whether to show that something is loading."""
    shouldShowError: bool
    """Whether to show `errorText`."""
    errorText: str | None
    """What went wrong, and what to do."""
    contactId: str | None
    """A contact in the address book."""
    firstName: str
    """A contact's first name."""
    lastName: str
    """A contact's last name."""
    errorRevision: NotRequired[int]
    """Counts refusals, so that a repeated `errorText` can be noticed."""
    actions: NotRequired[ContactFormActions]
    """The events that can be sent from here, by name. A `null` in one is for you to fill in."""


@final
class ContactImporting(TypedDict):
    """Add the contacts of a vCard file (RFC 6350)."""
    event: Literal["contact.importing"]
    """The name of an event: `<subject>.<case>`."""
    vcard: str
    """Contacts as vCards (RFC 6350)."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ContactImportingAction(TypedDict):
    """Add the contacts of a vCard file (RFC 6350)."""
    event: Literal["contact.importing"]
    """The name of an event: `<subject>.<case>`."""
    vcard: str | None
    """Contacts as vCards (RFC 6350)."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ContactListActions(TypedDict):
    loadMore: NotRequired[ContactListing]
    """Show more rows."""
    retry: NotRequired[ScreenOpening]
    """Try again."""
    undo: NotRequired[ContactRestoring | ContactReverting]
    """Undo the last change: remove the added reminder, reopen the completed one, restore the deleted contact, or revert
    an import.
    """
    add: NotRequired[ScreenOpening]
    """Open the form that adds a contact or a reminder."""
    importContacts: NotRequired[ContactImportingAction]
    """Add the contacts of a vCard file."""
    exportContacts: NotRequired[ScreenOpening]
    """Open the export of all contacts."""
    close: NotRequired[ScreenClosing]
    """Close the view."""


@final
class ContactListLine(TypedDict):
    """The address book."""
    seq: int
    """The number of an output line, from 0."""
    view: Literal["contactList"]
    """The name of a view."""
    cause: str | None
    """The `id` of the line that caused this one."""
    changes: RowChanges
    """The ids of the rows that were added, changed and removed since the last model of this view."""
    model: ContactListViewModel
    """The whole view model."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ContactListRow(TypedDict):
    contactId: str
    """A contact in the address book."""
    fullName: str
    """A contact's first and last name."""
    initials: str
    """A contact's initials."""
    detailText: str
    """A detail that distinguishes contacts with the same name."""
    actions: NotRequired[ContactListRowActions]
    """The events that can be sent from here, by name. A `null` in one is for you to fill in."""


@final
class ContactListRowActions(TypedDict):
    open: NotRequired[ContactOpening]
    """Open the chat or list that the row is about."""
    edit: NotRequired[ScreenOpening]
    """Edit it."""
    delete: NotRequired[ContactDeleting]
    """Delete it."""


@final
class ContactListViewModel(TypedDict):
    """The address book."""
    shouldShowBusy: bool
    """Whether to show that something is loading."""
    shouldShowEmpty: bool
    """Whether to show that the list is empty."""
    shouldShowError: bool
    """Whether to show `errorText`."""
    errorText: str | None
    """What went wrong, and what to do."""
    noticeText: str | None
    """The result of an import, that nothing is due, or a change in a chat that we asked for and is not shown elsewhere.
    """
    totalCount: int
    """How many items there are, shown or not."""
    newestIndex: int | None
    """The index of the contact added last, from 0 in the full list; `null` if there is none."""
    contacts: list[ContactListRow]
    """Contacts."""
    noticeRevision: NotRequired[int]
    """Counts the notices, as `errorRevision` does errors."""
    actions: NotRequired[ContactListActions]
    """The events that can be sent from here, by name. A `null` in one is for you to fill in."""


@final
class ContactListing(TypedDict):
    """Show this many contacts."""
    event: Literal["contact.listing"]
    """The name of an event: `<subject>.<case>`."""
    rowLimit: int
    """The most rows that a list shows."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ContactLoadFailed(TypedDict):
    """The store cannot be read."""
    event: Literal["contact.loadFailed"]
    """The name of an event: `<subject>.<case>`."""
    reason: str
    """A sentence that says why something failed, was refused, or waits although there is a connection."""


@final
class ContactLoaded(TypedDict):
    """The store has these contacts."""
    event: Literal["contact.loaded"]
    """The name of an event: `<subject>.<case>`."""
    contacts: list[Contact]
    """Contacts."""


@final
class ContactOpening(TypedDict):
    """Open the chat with a contact; start one if there is none."""
    event: Literal["contact.opening"]
    """The name of an event: `<subject>.<case>`."""
    contactId: str
    """A contact in the address book."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ContactRenaming(TypedDict):
    """Rename a contact."""
    event: Literal["contact.renaming"]
    """The name of an event: `<subject>.<case>`."""
    contactId: str
    """A contact in the address book."""
    firstName: str
    """A contact's first name."""
    lastName: str
    """A contact's last name."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ContactRenamingAction(TypedDict):
    """Rename a contact."""
    event: Literal["contact.renaming"]
    """The name of an event: `<subject>.<case>`."""
    contactId: str
    """A contact in the address book."""
    firstName: str | None
    """A contact's first name."""
    lastName: str | None
    """A contact's last name."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ContactRestoring(TypedDict):
    """Bring back the contact that was deleted last in this window."""
    event: Literal["contact.restoring"]
    """The name of an event: `<subject>.<case>`."""
    contactId: str
    """A contact in the address book."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ContactReverting(TypedDict):
    """Take back the last import in this window."""
    event: Literal["contact.reverting"]
    """The name of an event: `<subject>.<case>`."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


ControlName: TypeAlias = 'Literal["subscribe", "unsubscribe", "closeWindow", "advance", "backend"]'


@final
class CountPlace(TypedDict):
    chatNumber: int
    """The number of a chat in the store. Only in recordings."""
    position: int
    """A position in this store's order: of a message in its chat, of the first message after a gap, or of an invitation
    in the list of chats.
    """


@final
class DelayCommand(TypedDict):
    """Delay the next post by this time."""
    delay: str


Delivery: TypeAlias = 'Literal["received", "sending", "waiting", "sent", "failed", "deleting"]'


@final
class DuplicateCommand(TypedDict):
    """Deliver the next message twice."""
    duplicate: Literal[True]


@final
class EarlyEntry(TypedDict):
    messageId: str
    """A message; unique in its chat."""
    reactions: list[Reaction]
    """Reactions to a message."""


ErrorCode: TypeAlias = 'Literal["notUTF8", "notJSON", "notObject", "tooLong", "tooDeep", "noEvent", "ambiguous", "unknownEvent", "insideEvent", "networkEvent", "readOnly", "unopenedFile", "unknownView", "unknownWindow", "tooManyWindows", "missingMember", "mistypedMember", "notVirtual", "unsupported", "storeFailed", "unfinished"]'


@final
class ErrorLine(TypedDict):
    """A line was rejected and changed nothing; with code `unfinished`, its request did not end in time."""
    seq: int
    """The number of an output line, from 0."""
    error: LineError
    """Why a line was rejected or did not finish."""
    cause: str | None
    """The `id` of the line that caused this one."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


Event: TypeAlias = 'ChatLoading | ChatLoaded | ChatLoadFailed | ChatSynced | ChatListing | ChatDrafting | ChatCreating | ChatCreated | ChatCreateFailed | ChatKnocking | ChatKnocked | ChatRetitling | ChatSettingTopic | ChatLeaving | ChatChangeFailed | ChatPinning | ChatUnpinning | ChatMuting | ChatUnmuting | ChatMuteEnded | ChatArchiving | ChatUnarchiving | ChatMarkingUnread | ChatHidingReceipts | ChatSendingReceipts | ChatConfigured | ChatConfigureFailed | ActivityShortened | ActivityCounted | InvitationReceived | InvitationRequested | InvitationAccepting | InvitationDeclining | InvitationAccepted | InvitationDeclined | InvitationFailed | MemberSynced | MemberListing | MemberInviting | MemberRemoving | MemberIgnoring | MemberUnignoring | MemberIgnoredSynced | MemberIgnoreFailed | MemberAssigning | MessageSending | MessageSent | MessageSendFailed | MessageDelivered | MessageReceived | MessageReading | MessageShowing | MessageRead | MessageReadByOther | MessageReporting | MessageReported | MessageReportFailed | HistoryLoading | HistorySeeking | HistoryLoaded | HistoryLoadFailed | HistorySynced | HistoryFetched | OutboxLoaded | OutboxQueued | OutboxRetrying | FileFetching | FileFetchingThumbnail | FileSaving | FileCancelling | FileTaken | FileRefused | FileUploaded | FileProgressed | FileFetched | FileThumbnailFetched | FileThumbnailFailed | FileSaved | FileFailed | FileKept | FileDropped | FileUnused | RevisionEditing | RevisionDeleting | RevisionKeeping | RevisionCameDue | RevisionFlushing | RevisionEdited | RevisionDeleted | RevisionFailed | RevisionPostponed | ReactionAdding | ReactionRemoving | ReactionAdded | ReactionRemoved | ReactionListed | ReactionFailed | PresenceTypingStarted | PresenceTypingStopped | PresenceTyping | PresenceFocusing | PresenceUnfocusing | SearchSearching | SearchFound | SearchOpening | MessageSearchSearching | MessageSearchListing | MessageSearchOpening | MessageSearchFound | MessageSearchCounted | MessageSearchFailed | MessageSearchSearchingServer | MessageSearchServerFound | MessageSearchServerChecked | MessageSearchServerFailed | InboxFollowing | InboxLeaving | InboxLoaded | InboxLoadFailed | ScreenOpening | ScreenClosing | ContactLoaded | ContactLoadFailed | ContactListing | ContactAdding | ContactRenaming | ContactDeleting | ContactRestoring | ContactReverting | ContactOpening | ContactImporting | ReminderLoaded | ReminderLoadFailed | ReminderListing | ReminderTyping | ReminderAdding | ReminderCompleting | ReminderReopening | ReminderRemoving | ReminderReverting | ReminderImporting | ReminderOpening | ReminderCameDue | NotificationOpeningReminder | NotificationDismissingReminder | NotificationListing | NotificationOpening | NotificationDismissing | NotificationSnoozing | NotificationCameDue | ConnectionConnected | ConnectionProgressed | ConnectionDisconnected | ConnectionRetrying | ConnectionSocketOpened | ConnectionSocketClosed | ClockDayChanged'
"""An event in a recording."""


EventLine: TypeAlias = 'ChatLoading | ChatSynced | ChatListing | ChatDrafting | ChatCreating | ChatCreated | ChatCreateFailed | ChatKnocking | ChatKnocked | ChatRetitling | ChatSettingTopic | ChatLeaving | ChatChangeFailed | ChatPinning | ChatUnpinning | ChatMuting | ChatUnmuting | ChatArchiving | ChatUnarchiving | ChatMarkingUnread | ChatHidingReceipts | ChatSendingReceipts | ChatConfigured | ChatConfigureFailed | ActivityCounted | InvitationReceived | InvitationRequested | InvitationAccepting | InvitationDeclining | InvitationAccepted | InvitationDeclined | InvitationFailed | MemberSynced | MemberListing | MemberInviting | MemberRemoving | MemberIgnoring | MemberUnignoring | MemberIgnoredSynced | MemberIgnoreFailed | MemberAssigning | MessageSending | MessageSent | MessageSendFailed | MessageDelivered | MessageReceived | MessageReading | MessageShowing | MessageRead | MessageReadByOther | MessageReporting | MessageReported | MessageReportFailed | HistoryLoading | HistorySeeking | HistoryLoadFailed | HistorySynced | HistoryFetched | OutboxQueued | OutboxRetrying | FileFetching | FileFetchingThumbnail | FileSaving | FileCancelling | RevisionEditing | RevisionDeleting | RevisionKeeping | RevisionEdited | RevisionDeleted | RevisionFailed | RevisionPostponed | ReactionAdding | ReactionRemoving | ReactionAdded | ReactionRemoved | ReactionListed | ReactionFailed | PresenceTypingStarted | PresenceTypingStopped | PresenceTyping | PresenceFocusing | PresenceUnfocusing | SearchSearching | SearchFound | SearchOpening | MessageSearchSearching | MessageSearchListing | MessageSearchOpening | MessageSearchSearchingServer | MessageSearchServerFound | MessageSearchServerFailed | ScreenOpening | ScreenClosing | ContactListing | ContactAdding | ContactRenaming | ContactDeleting | ContactRestoring | ContactReverting | ContactOpening | ContactImporting | ReminderListing | ReminderTyping | ReminderAdding | ReminderCompleting | ReminderReopening | ReminderRemoving | ReminderReverting | ReminderImporting | ReminderOpening | NotificationOpeningReminder | NotificationDismissingReminder | NotificationListing | NotificationOpening | NotificationDismissing | NotificationSnoozing | ConnectionConnected | ConnectionProgressed | ConnectionDisconnected | ConnectionRetrying | ConnectionSocketOpened | ConnectionSocketClosed'
"""An event that a line can send."""


@final
class EventPatternStep(TypedDict):
    """Some members of an event that a program sends."""
    event: SentEventName


@final
class ExpectExitStep(TypedDict):
    """The program ends by itself, with this exit code."""
    expectExit: int


@final
class ExpectNothingStep(TypedDict):
    """The program has sent no event like this one that was not expected."""
    expectNothing: Literal[True] | dict[str, Any]


@final
class ExpectOutcomeStep(TypedDict):
    """The last expected event has this outcome; with `id`, that line of the scenario."""
    expectOutcome: dict[str, Any]


@final
class ExpectStep(TypedDict):
    """The program sends this event, or these in any order: some of its members. A value can be
    `{"matches":EXPRESSION}`, and `{"as":NAME}` names it.
    """
    expect: EventPatternStep | list[EventPatternStep]


@final
class ExpectViewStep(TypedDict):
    """A view shows this: objects name some of the members, arrays all values."""
    expectView: Literal["badge", "chatList", "connection", "contactList", "members", "messages", "notification", "upcoming"]
    chatId: NotRequired[str | dict[str, Any]]
    model: dict[str, Any]


@final
class ExportEnd(TypedDict):
    isWhole: bool
    """Whether an export has everything."""


@final
class ExportHeader(TypedDict):
    version: int
    """The version of the export format."""
    owner: NotRequired[str | None]
    """The account that an export belongs to."""


ExportLine: TypeAlias = 'ExportedHeader | ExportedChat | ExportedHistoryGap | ExportedMessage | ExportedContact | ExportedReminder | ExportedIgnoredPerson | ExportedEnd'
"""A line of an export."""


@final
class ExportedChat(TypedDict):
    chat: StoredChat
    """A chat. Only in exports."""


@final
class ExportedContact(TypedDict):
    contact: Contact
    """A contact. Only in exports."""


@final
class ExportedEnd(TypedDict):
    end: ExportEnd
    """The last line of an export."""


@final
class ExportedHeader(TypedDict):
    export: ExportHeader
    """What an import needs to know; the first line of an export."""


@final
class ExportedHistoryGap(TypedDict):
    historyGap: StoredGap
    """A gap in a chat's history, with the token to fetch it."""


@final
class ExportedIgnoredPerson(TypedDict):
    ignoredPerson: IgnoredPerson
    """Somebody whom we ignore, or no longer do. Only in exports."""


@final
class ExportedMessage(TypedDict):
    message: Message
    """A message. Only in exports."""
    isIgnored: NotRequired[bool | None]
    """Whether we ignore the person, or the sender of the message."""
    ignoredReactorIds: NotRequired[list[str] | None]
    """The people we ignore who reacted to the message."""


@final
class ExportedReminder(TypedDict):
    reminder: Reminder
    """A reminder. Only in exports."""


@final
class FileCancelling(TypedDict):
    """Stop the download of the file of a message, or the upload of our own message, which is then not sent."""
    event: Literal["file.cancelling"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class FileDropped(TypedDict):
    """These files were removed from the folder of the profile."""
    event: Literal["file.dropped"]
    """The name of an event: `<subject>.<case>`."""
    fileIds: list[str]
    """Files, by their `fileId`."""


@final
class FileFailed(TypedDict):
    """The file of a message could not be downloaded, or not be saved."""
    event: Literal["file.failed"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    reason: str
    """A sentence that says why something failed, was refused, or waits although there is a connection."""
    fileProblem: NotRequired[FileProblem | None]
    """What was wrong with a file: `missing` (or unreadable), `notCreated` (or there already), `inputOutput` (as on a
    full disk), `unavailable` (the server), `damaged` (not what its message promises) or `stopped` (by a person);
    missing if it was something else.
    """


@final
class FileFetched(TypedDict):
    """The file of a message is here."""
    event: Literal["file.fetched"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""


@final
class FileFetching(TypedDict):
    """Download the file of a message, unless it is here. The request ends when the file is here. Its outcome has the
    path of the file: read it, and do not change it.
    """
    event: Literal["file.fetching"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class FileFetchingThumbnail(TypedDict):
    """Download the thumbnail of an image or a video, unless it is here. The outcome has its path."""
    event: Literal["file.fetchingThumbnail"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class FileKept(TypedDict):
    """These files are in the folder of the profile."""
    event: Literal["file.kept"]
    """The name of an event: `<subject>.<case>`."""
    folderPath: NotRequired[str | None]
    """The folder of the files that are here; missing if it does not outlast the program."""
    fileIds: list[str]
    """Files, by their `fileId`."""


FileProblem: TypeAlias = 'Literal["missing", "notCreated", "inputOutput", "unavailable", "damaged", "stopped"]'


@final
class FileProgressed(TypedDict):
    """`doneCount` bytes of the file of a message have been transferred."""
    event: Literal["file.progressed"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    doneCount: int
    """How many of `totalCount` are done; of a file, how many bytes of `byteCount`."""


@final
class FileRefused(TypedDict):
    """The file of a message that we are sending cannot be read."""
    event: Literal["file.refused"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    reason: str
    """A sentence that says why something failed, was refused, or waits although there is a connection."""
    fileProblem: NotRequired[FileProblem | None]
    """What was wrong with a file: `missing` (or unreadable), `notCreated` (or there already), `inputOutput` (as on a
    full disk), `unavailable` (the server), `damaged` (not what its message promises) or `stopped` (by a person);
    missing if it was something else.
    """


@final
class FileSaved(TypedDict):
    """The file of a message was copied to this path."""
    event: Literal["file.saved"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    filePath: str
    """The path of a file on this device; missing if it is not here. The telex that reads the line opens it, and a
    relative path begins at its working directory.
    """


@final
class FileSaving(TypedDict):
    """Copy the file of a message to `filePath`, a new file or an existing folder. In a folder, the copy keeps the name
    of the file. Telex downloads the file first if necessary, and overwrites nothing. The outcome has the path of the
    copy.
    """
    event: Literal["file.saving"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    filePath: str
    """The path of a file on this device; missing if it is not here. The telex that reads the line opens it, and a
    relative path begins at its working directory.
    """
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class FileSavingAction(TypedDict):
    """Copy the file of a message to `filePath`, a new file or an existing folder. In a folder, the copy keeps the name
    of the file. Telex downloads the file first if necessary, and overwrites nothing. The outcome has the path of the
    copy.
    """
    event: Literal["file.saving"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    filePath: str | None
    """The path of a file on this device; missing if it is not here. The telex that reads the line opens it, and a
    relative path begins at its working directory.
    """
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


FileState: TypeAlias = 'Literal["remote", "fetching", "here", "failed"]'


@final
class FileTaken(TypedDict):
    """The file of a message that we are sending was read."""
    event: Literal["file.taken"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    text: str
    """The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
    placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
    """
    kind: NotRequired[MessageKind | None]
    """The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`."""
    messageId: NotRequired[str | None]
    """A message; unique in its chat."""
    filePath: NotRequired[str | None]
    """The path of a file on this device; missing if it is not here. The telex that reads the line opens it, and a
    relative path begins at its working directory.
    """
    replyToId: NotRequired[str | None]
    """The message that a message answers. In a thread, the root if it answers no message in particular."""
    spans: NotRequired[list[TextSpan] | None]
    """The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap."""
    program: NotRequired[str | None]
    """The program that sent our message, by the name that it gave itself: 1 to 32 characters. It stays on this device:
    the server and other people do not get it, and what they say of it is ignored. Missing if a person sent the
    message, or another device.
    """
    draftText: NotRequired[str | None]
    """What we have typed and not sent; in a list, as one line."""
    file: MessageFile
    """The file of a message of the kind `file`."""


@final
class FileThumbnailFailed(TypedDict):
    """The thumbnail of the file of a message could not be downloaded."""
    event: Literal["file.thumbnailFailed"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    reason: str
    """A sentence that says why something failed, was refused, or waits although there is a connection."""
    fileProblem: NotRequired[FileProblem | None]
    """What was wrong with a file: `missing` (or unreadable), `notCreated` (or there already), `inputOutput` (as on a
    full disk), `unavailable` (the server), `damaged` (not what its message promises) or `stopped` (by a person);
    missing if it was something else.
    """


@final
class FileThumbnailFetched(TypedDict):
    """The thumbnail of the file of a message is here."""
    event: Literal["file.thumbnailFetched"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""


@final
class FileUnused(TypedDict):
    """No message names these files any more, so they are removed."""
    event: Literal["file.unused"]
    """The name of an event: `<subject>.<case>`."""
    fileIds: list[str]
    """Files, by their `fileId`."""


@final
class FileUploaded(TypedDict):
    """The file of our message was uploaded."""
    event: Literal["file.uploaded"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    source: str
    """The address of an uploaded file, in the backend's own form; missing before the upload."""


@final
class FilledLineStep(TypedDict):
    """A line of `telex pipe` in which names stand for values, such as `{"as":"answer"}`."""
    event: LineEventName


@final
class FoundActions(TypedDict):
    loadMore: NotRequired[MessageSearchListing]
    """Show more rows."""
    loadMoreFromServer: NotRequired[MessageSearchSearchingServer]
    """Have the server find older messages."""


@final
class FoundCount(TypedDict):
    messageCount: int
    """How many messages were found in a part of the store. Only in recordings."""
    countPlace: NotRequired[CountPlace | None]
    """Where a count goes on. Only in recordings."""
    foundMessages: NotRequired[list[FoundMessage] | None]
    """Messages that a search found, newest first. Only in recordings."""


@final
class FoundGaps(TypedDict):
    followers: NotRequired[list[MessageKey] | None]
    """Messages before which others are missing. Only in recordings."""
    chatCount: int
    """How many chats there are. Only in recordings."""


@final
class FoundLine(TypedDict):
    """The messages that a search found, newest first, as they were stored when it was made, what only the server has,
    and what it could not see.
    """
    seq: int
    """The number of an output line, from 0."""
    view: Literal["found"]
    """The name of a view."""
    cause: str | None
    """The `id` of the line that caused this one."""
    model: FoundViewModel
    """The whole view model."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class FoundMessage(TypedDict):
    messageId: str
    """A message; unique in its chat."""
    chatId: str
    """A chat; unique in a profile."""
    position: int
    """A position in this store's order: of a message in its chat, of the first message after a gap, or of an invitation
    in the list of chats.
    """
    isOwn: bool
    """Whether a message is ours, or a member is us."""
    text: str
    """The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
    placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
    """
    senderName: NotRequired[str | None]
    """In views, the sender's name in the chat; `You` for us. The `senderId` follows a name that could be mistaken for
    another. The `program` that sent a message follows in brackets. In events, the sender's name on the network.
    """
    senderId: NotRequired[str | None]
    """The sender of a message; missing if the server does not say."""
    program: NotRequired[str | None]
    """The program that sent our message, by the name that it gave itself: 1 to 32 characters. It stays on this device:
    the server and other people do not get it, and what they say of it is ignored. Missing if a person sent the
    message, or another device.
    """
    kind: NotRequired[MessageKind | None]
    """The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`."""
    isEdited: NotRequired[bool | None]
    """Whether a message was edited."""
    attention: NotRequired[Attention | None]
    """How a message notifies: `silent` (never, and it is never unread), `normal` or `mention`."""
    change: NotRequired[ChatChange | None]
    """What the sender of a `system` message changed in the chat."""
    replyToId: NotRequired[str | None]
    """The message that a message answers. In a thread, the root if it answers no message in particular."""
    isThreaded: NotRequired[bool | None]
    """Whether a message belongs to a thread."""
    reactions: NotRequired[list[Reaction] | None]
    """Reactions to a message."""
    spans: NotRequired[list[TextSpan] | None]
    """The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap."""
    file: NotRequired[MessageFile | None]
    """The file of a message of the kind `file`."""
    serverOrder: NotRequired[int | None]
    """The position of a message in its chat, in the server's order."""
    date: str
    """When a message was sent; in a recording, when an event was read."""
    delivery: Delivery
    """The delivery state of a stored message: `received`, `sending`, `waiting`, `sent`, `failed` or `deleting`."""
    reason: NotRequired[str | None]
    """A sentence that says why something failed, was refused, or waits although there is a connection."""
    dueDate: NotRequired[str | None]
    """When a reminder is due, or a message is to be deleted."""
    pendingText: NotRequired[str | None]
    """The new text of a message whose edit the server does not have yet."""
    pendingSpans: NotRequired[list[TextSpan] | None]
    """The spans of `pendingText`."""
    ranges: NotRequired[list[TextRange] | None]
    """Where a text has what was searched for: from `start` on, of `length` code points."""
    foundPlace: FoundPlace
    """The place of a message by date and arrival. Only in recordings."""


@final
class FoundPage(TypedDict):
    foundMessages: NotRequired[list[FoundMessage] | None]
    """Messages that a search found, newest first. Only in recordings."""
    nextPlace: NotRequired[FoundPlace | None]
    """Where a search goes on. Only in recordings."""
    totalCount: NotRequired[int | None]
    """How many items there are, shown or not."""
    isDeferred: NotRequired[bool | None]
    """Whether only the count finds the messages. Only in recordings."""
    historyGaps: NotRequired[FoundGaps | None]
    """The chats with messages that only the server has. Only in recordings."""


@final
class FoundPlace(TypedDict):
    time: int
    """A date, in milliseconds since 1970. Only in recordings."""
    arrival: int
    """The number of a message in the store. Only in recordings."""


@final
class FoundRow(TypedDict):
    chatId: str
    """A chat; unique in a profile."""
    title: str
    """The display name of a chat."""
    messageId: str
    """A message; unique in its chat."""
    isOwn: bool
    """Whether a message is ours, or a member is us."""
    senderId: NotRequired[str]
    """The sender of a message; missing if the server does not say."""
    senderName: str
    """In views, the sender's name in the chat; `You` for us. The `senderId` follows a name that could be mistaken for
    another. The `program` that sent a message follows in brackets. In events, the sender's name on the network.
    """
    kind: MessageKind
    """The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`."""
    text: str
    """The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
    placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
    """
    file: NotRequired[MessagesFile]
    """The file of a message of the kind `file`."""
    spans: NotRequired[list[TextSpan]]
    """The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap."""
    ranges: list[TextRange]
    """Where a text has what was searched for: from `start` on, of `length` code points."""
    isIgnored: bool
    """Whether we ignore the person, or the sender of the message."""
    date: str
    """When a message was sent; in a recording, when an event was read."""
    dateText: str
    """When a message was sent, or a reminder was due."""
    actions: NotRequired[FoundRowActions]
    """The events that can be sent from here, by name. A `null` in one is for you to fill in."""


@final
class FoundRowActions(TypedDict):
    open: NotRequired[MessageSearchOpening]
    """Open the chat or list that the row is about."""


@final
class FoundUnseenChat(TypedDict):
    chatId: str
    """A chat; unique in a profile."""
    title: str
    """The display name of a chat."""
    unseenReason: UnseenReason
    """Why a search could not see messages: `notFetched` (only the server has them; `open` leads to where they are
    missing) or `encrypted`.
    """
    actions: NotRequired[FoundUnseenChatActions]
    """The events that can be sent from here, by name. A `null` in one is for you to fill in."""


@final
class FoundUnseenChatActions(TypedDict):
    open: NotRequired[MessageSearchOpening]
    """Open the chat or list that the row is about."""


@final
class FoundViewModel(TypedDict):
    """The messages that a search found, newest first, as they were stored when it was made, what only the server has,
    and what it could not see.
    """
    shouldShowBusy: bool
    """Whether to show that something is loading."""
    shouldShowEmpty: bool
    """Whether to show that the list is empty."""
    shouldShowError: bool
    """Whether to show `errorText`."""
    errorText: str | None
    """What went wrong, and what to do."""
    query: str
    """The text to search for."""
    totalCount: int | None
    """How many items there are, shown or not."""
    messages: list[FoundRow]
    """Messages, oldest first; in `found`, newest first."""
    unseen: list[FoundUnseenChat]
    """The first ten chats with messages that a search could not see."""
    unseenCount: int
    """How many chats have messages that a search could not see."""
    serverMessages: NotRequired[list[FoundRow]]
    """The messages that the server found and that are not stored, newest first. How many there are in all is unknown.
    Missing until the server has answered, and if it cannot search.
    """
    serverErrorText: NotRequired[str]
    """Why the server was not searched."""
    actions: NotRequired[FoundActions]
    """The events that can be sent from here, by name. A `null` in one is for you to fill in."""


@final
class GapLine(TypedDict):
    """Lines or messages are missing."""
    seq: int
    """The number of an output line, from 0."""
    gap: MissingLines | MissingMessages | MissingArrivals | OwnerLeft
    """What is missing: lines, messages of a chat, or messages of a `view` after an unknown cursor."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class Hello(TypedDict):
    protocol: int
    """The version of the protocol."""
    controls: list[ControlName]
    """The control lines that this session accepts."""
    userId: NotRequired[str | None]
    """A user of the server, as in `senderId`. In `hello`, our own id; missing without a login."""
    playsNetwork: bool
    """Whether lines can send what a server sends."""
    isReadOnly: NotRequired[bool | None]
    """Whether lines can only look; missing if they can act."""


@final
class HelloLine(TypedDict):
    """The first line."""
    seq: int
    """The number of an output line, from 0."""
    hello: Hello
    """What this session supports; the first line."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


HistoryDirection: TypeAlias = 'Literal["older", "newer", "latest", "first", "firstUnread"]'


@final
class HistoryFetched(TypedDict):
    """Messages from the server that fill a gap, oldest first."""
    event: Literal["history.fetched"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    beforeToken: str
    """The backend's token for a gap: in `history.synced`, messages are missing before the first; in `history.fetched`,
    these messages fill it.
    """
    messages: list[IncomingMessage]
    """Messages, oldest first; in `found`, newest first."""
    nextToken: NotRequired[str | None]
    """The backend's token for still older messages."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class HistoryGap(TypedDict):
    position: int
    """A position in this store's order: of a message in its chat, of the first message after a gap, or of an invitation
    in the list of chats.
    """
    token: str
    """The backend's token for a position in its history."""
    isHole: bool
    """Whether the store also has messages before the gap."""


@final
class HistoryLoadFailed(TypedDict):
    """Older messages could not be loaded."""
    event: Literal["history.loadFailed"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    reason: str
    """A sentence that says why something failed, was refused, or waits although there is a connection."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class HistoryLoaded(TypedDict):
    """The store has these messages."""
    event: Literal["history.loaded"]
    """The name of an event: `<subject>.<case>`."""
    page: HistoryPage
    """Messages of one chat, from the store."""


@final
class HistoryLoading(TypedDict):
    """Show other messages of the open chat."""
    event: Literal["history.loading"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    direction: HistoryDirection
    """Which messages of a chat to show: `older`, `newer` or `latest`."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class HistoryPage(TypedDict):
    chatId: str
    """A chat; unique in a profile."""
    messages: list[Message]
    """Messages, oldest first; in `found`, newest first."""
    totalCount: int
    """How many items there are, shown or not."""
    hasOlder: bool
    """Whether the store has older messages."""
    hasNewer: NotRequired[bool | None]
    """Whether the store has newer messages."""
    deliveredUpTo: int
    """The position up to which the other person's devices have received our messages."""
    otherReadUpTo: int
    """The position up to which the other person has read."""
    historyGap: NotRequired[HistoryGap | None]
    """A gap in a chat's history, with the token to fetch it."""
    answeredMessages: NotRequired[list[AnsweredMessage] | None]
    """Stored messages that others answer. Only in recordings."""


@final
class HistorySeeking(TypedDict):
    """Show the messages around one of the open chat."""
    event: Literal["history.seeking"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class HistorySynced(TypedDict):
    """The server has these messages of a chat, oldest first. With `beforeToken`, older ones are missing."""
    event: Literal["history.synced"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messages: list[IncomingMessage]
    """Messages, oldest first; in `found`, newest first."""
    beforeToken: NotRequired[str | None]
    """The backend's token for a gap: in `history.synced`, messages are missing before the first; in `history.fetched`,
    these messages fill it.
    """
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class Hold(TypedDict):
    reason: str
    """A sentence that says why something failed, was refused, or waits although there is a connection."""
    retryDate: str
    """When a message that waits despite a connection is sent again."""


@final
class HoldCommand(TypedDict):
    """Keep a message on the server until the next sync."""
    hold: IncomingMessage


@final
class IgnoredPerson(TypedDict):
    userId: str
    """A user of the server, as in `senderId`. In `hello`, our own id; missing without a login."""
    isIgnored: NotRequired[bool | None]
    """Whether we ignore the person, or the sender of the message."""
    isTold: NotRequired[bool | None]
    """Whether a due reminder has notified us, or the server knows whether we ignore somebody."""


@final
class InboxFollowing(TypedDict):
    """Show messages of all chats after this cursor, and new ones as they arrive."""
    event: Literal["inbox.following"]
    """The name of an event: `<subject>.<case>`."""
    after: NotRequired[str | None]
    """Resumes the inbox after this `cursor`. `start`: from the first message. Default: new ones only."""


@final
class InboxLeaving(TypedDict):
    """Stop showing the inbox."""
    event: Literal["inbox.leaving"]
    """The name of an event: `<subject>.<case>`."""


@final
class InboxLine(TypedDict):
    """New messages of all chats. Each line has up to 50 messages, none of them repeated."""
    seq: int
    """The number of an output line, from 0."""
    view: Literal["inbox"]
    """The name of a view."""
    cause: str | None
    """The `id` of the line that caused this one."""
    model: InboxViewModel
    """The whole view model."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class InboxLoadFailed(TypedDict):
    """The store cannot be read."""
    event: Literal["inbox.loadFailed"]
    """The name of an event: `<subject>.<case>`."""
    reason: str
    """A sentence that says why something failed, was refused, or waits although there is a connection."""


@final
class InboxLoaded(TypedDict):
    """The store has these messages after that cursor."""
    event: Literal["inbox.loaded"]
    """The name of an event: `<subject>.<case>`."""
    cursor: str
    """A position in the inbox: after the messages of its line, or after this message."""
    messages: list[InboxMessage]
    """Messages, oldest first; in `found`, newest first."""
    hasMore: bool
    """Whether the store has more messages after these."""
    isAfterGap: bool
    """Whether the store does not know the cursor to resume from."""


@final
class InboxMessage(TypedDict):
    cursor: str
    """A position in the inbox: after the messages of its line, or after this message."""
    messageId: str
    """A message; unique in its chat."""
    chatId: str
    """A chat; unique in a profile."""
    position: int
    """A position in this store's order: of a message in its chat, of the first message after a gap, or of an invitation
    in the list of chats.
    """
    isOwn: bool
    """Whether a message is ours, or a member is us."""
    text: str
    """The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
    placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
    """
    senderName: NotRequired[str | None]
    """In views, the sender's name in the chat; `You` for us. The `senderId` follows a name that could be mistaken for
    another. The `program` that sent a message follows in brackets. In events, the sender's name on the network.
    """
    senderId: NotRequired[str | None]
    """The sender of a message; missing if the server does not say."""
    program: NotRequired[str | None]
    """The program that sent our message, by the name that it gave itself: 1 to 32 characters. It stays on this device:
    the server and other people do not get it, and what they say of it is ignored. Missing if a person sent the
    message, or another device.
    """
    kind: NotRequired[MessageKind | None]
    """The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`."""
    isEdited: NotRequired[bool | None]
    """Whether a message was edited."""
    attention: NotRequired[Attention | None]
    """How a message notifies: `silent` (never, and it is never unread), `normal` or `mention`."""
    change: NotRequired[ChatChange | None]
    """What the sender of a `system` message changed in the chat."""
    replyToId: NotRequired[str | None]
    """The message that a message answers. In a thread, the root if it answers no message in particular."""
    isThreaded: NotRequired[bool | None]
    """Whether a message belongs to a thread."""
    reactions: NotRequired[list[Reaction] | None]
    """Reactions to a message."""
    spans: NotRequired[list[TextSpan] | None]
    """The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap."""
    file: NotRequired[MessageFile | None]
    """The file of a message of the kind `file`."""
    serverOrder: NotRequired[int | None]
    """The position of a message in its chat, in the server's order."""
    date: str
    """When a message was sent; in a recording, when an event was read."""
    delivery: Delivery
    """The delivery state of a stored message: `received`, `sending`, `waiting`, `sent`, `failed` or `deleting`."""
    reason: NotRequired[str | None]
    """A sentence that says why something failed, was refused, or waits although there is a connection."""
    dueDate: NotRequired[str | None]
    """When a reminder is due, or a message is to be deleted."""
    pendingText: NotRequired[str | None]
    """The new text of a message whose edit the server does not have yet."""
    pendingSpans: NotRequired[list[TextSpan] | None]
    """The spans of `pendingText`."""


@final
class InboxRow(TypedDict):
    cursor: str
    """A position in the inbox: after the messages of its line, or after this message."""
    chatId: str
    """A chat; unique in a profile."""
    title: str
    """The display name of a chat."""
    messageId: str
    """A message; unique in its chat."""
    isOwn: bool
    """Whether a message is ours, or a member is us."""
    senderId: NotRequired[str]
    """The sender of a message; missing if the server does not say."""
    senderName: str
    """In views, the sender's name in the chat; `You` for us. The `senderId` follows a name that could be mistaken for
    another. The `program` that sent a message follows in brackets. In events, the sender's name on the network.
    """
    program: NotRequired[str]
    """The program that sent our message, by the name that it gave itself: 1 to 32 characters. It stays on this device:
    the server and other people do not get it, and what they say of it is ignored. Missing if a person sent the
    message, or another device.
    """
    kind: MessageKind
    """The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`."""
    text: str
    """The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
    placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
    """
    spans: NotRequired[list[TextSpan]]
    """The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap."""
    file: NotRequired[MessageFile]
    """The file of a message of the kind `file`."""
    replyToId: NotRequired[str]
    """The message that a message answers. In a thread, the root if it answers no message in particular."""
    change: NotRequired[ChatChange]
    """What the sender of a `system` message changed in the chat."""
    attention: Attention
    """How a message notifies: `silent` (never, and it is never unread), `normal` or `mention`."""
    isMuted: bool
    """Whether a message does not notify because its chat is muted."""
    date: str
    """When a message was sent; in a recording, when an event was read."""
    dateText: str
    """When a message was sent, or a reminder was due."""
    actions: NotRequired[InboxRowActions]
    """The events that can be sent from here, by name. A `null` in one is for you to fill in."""


@final
class InboxRowActions(TypedDict):
    answer: NotRequired[MessageSendingAction]
    """Send a message to the chat."""
    markRead: NotRequired[MessageReading]
    """Mark all messages of the chat as read."""
    open: NotRequired[ScreenOpening]
    """Open the chat or list that the row is about."""


@final
class InboxViewModel(TypedDict):
    """New messages of all chats. Each line has up to 50 messages, none of them repeated."""
    cursor: str | None
    """A position in the inbox: after the messages of its line, or after this message."""
    errorText: NotRequired[str]
    """What went wrong, and what to do."""
    messages: list[InboxRow]
    """Messages, oldest first; in `found`, newest first."""


@final
class IncomingMessage(TypedDict):
    chatId: str
    """A chat; unique in a profile."""
    messageId: NotRequired[str | None]
    """A message; unique in its chat."""
    title: NotRequired[str | None]
    """The display name of a chat."""
    text: str
    """The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
    placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
    """
    senderName: NotRequired[str | None]
    """In views, the sender's name in the chat; `You` for us. The `senderId` follows a name that could be mistaken for
    another. The `program` that sent a message follows in brackets. In events, the sender's name on the network.
    """
    senderId: NotRequired[str | None]
    """The sender of a message; missing if the server does not say."""
    program: NotRequired[str | None]
    """The program that sent our message, by the name that it gave itself: 1 to 32 characters. It stays on this device:
    the server and other people do not get it, and what they say of it is ignored. Missing if a person sent the
    message, or another device.
    """
    kind: NotRequired[MessageKind | None]
    """The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`."""
    isEdited: NotRequired[bool | None]
    """Whether a message was edited."""
    attention: NotRequired[Attention | None]
    """How a message notifies: `silent` (never, and it is never unread), `normal` or `mention`."""
    change: NotRequired[ChatChange | None]
    """What the sender of a `system` message changed in the chat."""
    replyToId: NotRequired[str | None]
    """The message that a message answers. In a thread, the root if it answers no message in particular."""
    isThreaded: NotRequired[bool | None]
    """Whether a message belongs to a thread."""
    reactions: NotRequired[list[Reaction] | None]
    """Reactions to a message."""
    spans: NotRequired[list[TextSpan] | None]
    """The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap."""
    file: NotRequired[MessageFile | None]
    """The file of a message of the kind `file`."""
    serverOrder: NotRequired[int | None]
    """The position of a message in its chat, in the server's order."""
    date: NotRequired[str | None]
    """When a message was sent; in a recording, when an event was read."""
    isOwn: NotRequired[bool | None]
    """Whether a message is ours, or a member is us."""


@final
class Invitation(TypedDict):
    inviterName: str
    """The person who invites us: the display name, followed by the id if it is known."""
    inviterId: NotRequired[str | None]
    """Who invites us; missing if the network does not say."""
    isRequest: NotRequired[bool | None]
    """Whether we asked to join and nobody has invited us yet."""
    position: int
    """A position in this store's order: of a message in its chat, of the first message after a gap, or of an invitation
    in the list of chats.
    """


@final
class InvitationAccepted(TypedDict):
    """We have joined a chat, here or on another device."""
    event: Literal["invitation.accepted"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class InvitationAccepting(TypedDict):
    """Accept an invitation."""
    event: Literal["invitation.accepting"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class InvitationDeclined(TypedDict):
    """An invitation is gone: declined, here or elsewhere, or withdrawn."""
    event: Literal["invitation.declined"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class InvitationDeclining(TypedDict):
    """Decline an invitation."""
    event: Literal["invitation.declining"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class InvitationFailed(TypedDict):
    """The server refused our answer to an invitation."""
    event: Literal["invitation.failed"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    reason: str
    """A sentence that says why something failed, was refused, or waits although there is a connection."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class InvitationReceived(TypedDict):
    """A person invites us to a chat."""
    event: Literal["invitation.received"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    title: str
    """The display name of a chat."""
    inviterName: NotRequired[str | None]
    """The person who invites us: the display name, followed by the id if it is known."""
    inviterId: NotRequired[str | None]
    """Who invites us; missing if the network does not say."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class InvitationRequested(TypedDict):
    """We asked to join a chat, here or on another device."""
    event: Literal["invitation.requested"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    title: str
    """The display name of a chat."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class InviteCommand(TypedDict):
    """Deliver an invitation to a chat."""
    invite: BackendInvitation


JoinLine: TypeAlias = 'JoinRequest | AttachedRequest'
"""The first line to the socket of a running telex: joins it, or asks which programs have joined."""


@final
class JoinRequest(TypedDict):
    protocol: int
    """The version of the protocol."""
    subscribe: list[ViewName]
    """The views to show from now on."""
    after: NotRequired[str | None]
    """Resumes the inbox after this `cursor`. `start`: from the first message. Default: new ones only."""
    updates: Updates
    """How a changed view is sent: `whole` or `patch`."""
    coalesces: bool
    """Whether a program that has fallen behind gets only the newest model of each view."""
    drainMilliseconds: int
    """How long requests may take once the input has ended."""
    isReadOnly: NotRequired[bool | None]
    """Whether lines can only look; missing if they can act."""
    marksRead: NotRequired[bool | None]
    """Whether messages are marked as read as soon as the main window shows them."""
    isPaced: NotRequired[bool | None]
    """Whether lines report how far output is stored. For programs of Telex itself."""
    command: NotRequired[str | None]
    """The command that a program runs, such as `pipe`."""
    program: NotRequired[str | None]
    """The program that sent our message, by the name that it gave itself: 1 to 32 characters. It stays on this device:
    the server and other people do not get it, and what they say of it is ignored. Missing if a person sent the
    message, or another device.
    """
    takesNotes: NotRequired[bool | None]
    """Whether the owner notes, on the socket, what the next owner needs to go on."""
    resume: NotRequired[Resumption | None]
    """Where a program that had joined another owner goes on."""


@final
class KeepCommand(TypedDict):
    """Keep older messages on the server, under the token of the gap that they fill."""
    keep: BackendPage


@final
class KnownEntry(TypedDict):
    messageId: str
    """A message; unique in its chat."""
    position: int
    """A position in this store's order: of a message in its chat, of the first message after a gap, or of an invitation
    in the list of chats.
    """
    unreadAfterCount: int
    """How many messages after this one are unread."""
    isOwn: NotRequired[bool | None]
    """Whether a message is ours, or a member is us."""
    mentionsAfterCount: NotRequired[int | None]
    """How many messages after this one mention us."""
    content: NotRequired[MessageContent | None]
    """The content of a stored message."""


@final
class LineError(TypedDict):
    code: ErrorCode
    """The kind of an error, for programs."""
    reason: str
    """A sentence that says why something failed, was refused, or waits although there is a connection."""
    line: int | None
    """The number of an input line, from 1."""


LineEventName: TypeAlias = 'Literal["chat.loading", "chat.synced", "chat.listing", "chat.drafting", "chat.creating", "chat.created", "chat.createFailed", "chat.knocking", "chat.knocked", "chat.retitling", "chat.settingTopic", "chat.leaving", "chat.changeFailed", "chat.pinning", "chat.unpinning", "chat.muting", "chat.unmuting", "chat.archiving", "chat.unarchiving", "chat.markingUnread", "chat.hidingReceipts", "chat.sendingReceipts", "chat.configured", "chat.configureFailed", "activity.counted", "invitation.received", "invitation.requested", "invitation.accepting", "invitation.declining", "invitation.accepted", "invitation.declined", "invitation.failed", "member.synced", "member.listing", "member.inviting", "member.removing", "member.ignoring", "member.unignoring", "member.ignoredSynced", "member.ignoreFailed", "member.assigning", "message.sending", "message.sent", "message.sendFailed", "message.delivered", "message.received", "message.reading", "message.showing", "message.read", "message.readByOther", "message.reporting", "message.reported", "message.reportFailed", "history.loading", "history.seeking", "history.loadFailed", "history.synced", "history.fetched", "outbox.queued", "outbox.retrying", "file.fetching", "file.fetchingThumbnail", "file.saving", "file.cancelling", "revision.editing", "revision.deleting", "revision.keeping", "revision.edited", "revision.deleted", "revision.failed", "revision.postponed", "reaction.adding", "reaction.removing", "reaction.added", "reaction.removed", "reaction.listed", "reaction.failed", "presence.typingStarted", "presence.typingStopped", "presence.typing", "presence.focusing", "presence.unfocusing", "search.searching", "search.found", "search.opening", "messageSearch.searching", "messageSearch.listing", "messageSearch.opening", "messageSearch.searchingServer", "messageSearch.serverFound", "messageSearch.serverFailed", "screen.opening", "screen.closing", "contact.listing", "contact.adding", "contact.renaming", "contact.deleting", "contact.restoring", "contact.reverting", "contact.opening", "contact.importing", "reminder.listing", "reminder.typing", "reminder.adding", "reminder.completing", "reminder.reopening", "reminder.removing", "reminder.reverting", "reminder.importing", "reminder.opening", "notification.openingReminder", "notification.dismissingReminder", "notification.listing", "notification.opening", "notification.dismissing", "notification.snoozing", "connection.connected", "connection.progressed", "connection.disconnected", "connection.retrying", "connection.socketOpened", "connection.socketClosed"]'


LineIn: TypeAlias = 'EventLine | SubscribeLine | UnsubscribeLine | CloseWindowLine | AdvanceLine | BackendLine'
"""A line that Telex reads."""


LineOut: TypeAlias = 'ViewLine | PatchLine | HelloLine | ClosedLine | ErrorLine | SettledLine | OutcomeLine | GapLine | ByeLine'
"""A line that Telex writes."""


@final
class MemberAssigning(TypedDict):
    """Give a member of a chat another role."""
    event: Literal["member.assigning"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    userId: str
    """A user of the server, as in `senderId`. In `hello`, our own id; missing without a login."""
    roleText: str
    """The role to give a member: `admin`, `moderator` (on Matrix) or `member`."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MemberAssigningAction(TypedDict):
    """Give a member of a chat another role."""
    event: Literal["member.assigning"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    userId: str
    """A user of the server, as in `senderId`. In `hello`, our own id; missing without a login."""
    roleText: str | None
    """The role to give a member: `admin`, `moderator` (on Matrix) or `member`."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MemberIgnoreFailed(TypedDict):
    """The server refused to update the list of ignored users. The change applies on this device, and Telex retries
    after it reconnects.
    """
    event: Literal["member.ignoreFailed"]
    """The name of an event: `<subject>.<case>`."""
    reason: str
    """A sentence that says why something failed, was refused, or waits although there is a connection."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MemberIgnoredSynced(TypedDict):
    """The server lists the people we ignore. With `isComplete`, we ignore nobody else."""
    event: Literal["member.ignoredSynced"]
    """The name of an event: `<subject>.<case>`."""
    ignored: list[IgnoredPerson]
    """Ignored people, and people no longer ignored."""
    isComplete: NotRequired[bool | None]
    """Whether all members, all ignored people or all settings of a chat are given."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MemberIgnoring(TypedDict):
    """Ignore somebody in all chats: what they write is stored, but is not unread and does not notify."""
    event: Literal["member.ignoring"]
    """The name of an event: `<subject>.<case>`."""
    userId: str
    """A user of the server, as in `senderId`. In `hello`, our own id; missing without a login."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MemberInviting(TypedDict):
    """Invite somebody to a chat."""
    event: Literal["member.inviting"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    recipient: str
    """The person to start a chat with, or to invite: a name, a user name or an address."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MemberInvitingAction(TypedDict):
    """Invite somebody to a chat."""
    event: Literal["member.inviting"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    recipient: str | None
    """The person to start a chat with, or to invite: a name, a user name or an address."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MemberListing(TypedDict):
    """Show this many members."""
    event: Literal["member.listing"]
    """The name of an event: `<subject>.<case>`."""
    rowLimit: int
    """The most rows that a list shows."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MemberRemoving(TypedDict):
    """Remove a member from a chat, or take an invitation back."""
    event: Literal["member.removing"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    userId: str
    """A user of the server, as in `senderId`. In `hello`, our own id; missing without a login."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MemberSynced(TypedDict):
    """The names and memberships of these members have changed. With `isComplete`, all other members have left."""
    event: Literal["member.synced"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    members: list[ChatMember]
    """The known members of a chat."""
    isComplete: NotRequired[bool | None]
    """Whether all members, all ignored people or all settings of a chat are given."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MemberUnignoring(TypedDict):
    """Stop ignoring somebody."""
    event: Literal["member.unignoring"]
    """The name of an event: `<subject>.<case>`."""
    userId: str
    """A user of the server, as in `senderId`. In `hello`, our own id; missing without a login."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MembersActions(TypedDict):
    loadMore: NotRequired[MemberListing]
    """Show more rows."""
    retitle: NotRequired[ChatRetitlingAction]
    """Give the chat another title, for all its members."""
    setTopic: NotRequired[ChatSettingTopicAction]
    """Set the topic of the chat for all its members. An empty topic removes it."""
    invite: NotRequired[MemberInvitingAction]
    """Invite somebody to the chat."""
    leave: NotRequired[ChatLeaving]
    """Leave the chat."""
    close: NotRequired[ScreenClosing]
    """Close the view."""


@final
class MembersLine(TypedDict):
    """The known members of a chat."""
    seq: int
    """The number of an output line, from 0."""
    view: Literal["members"]
    """The name of a view."""
    cause: str | None
    """The `id` of the line that caused this one."""
    changes: RowChanges
    """The ids of the rows that were added, changed and removed since the last model of this view."""
    model: MembersViewModel
    """The whole view model."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MembersRow(TypedDict):
    userId: str
    """A user of the server, as in `senderId`. In `hello`, our own id; missing without a login."""
    name: NotRequired[str]
    """A user's name in a chat. Anybody can choose any name."""
    standing: NotRequired[ChatMemberStanding]
    """The membership: `joined`, `invited`, `requested` (to join) or `left`; missing if unknown."""
    role: NotRequired[ChatMemberRole]
    """The power of a member: `admin`, `moderator` or, if missing, that of any `member`."""
    isOwn: bool
    """Whether a message is ours, or a member is us."""
    isMisleading: bool
    """Whether a name could be mistaken for somebody else's. It is then shown with the id."""
    isIgnored: bool
    """Whether we ignore the person, or the sender of the message."""
    actions: NotRequired[MembersRowActions]
    """The events that can be sent from here, by name. A `null` in one is for you to fill in."""


@final
class MembersRowActions(TypedDict):
    remove: NotRequired[MemberRemoving]
    """Remove the member from the chat, or take the invitation back."""
    ignore: NotRequired[MemberIgnoring]
    """Ignore the person in all chats."""
    unignore: NotRequired[MemberUnignoring]
    """Stop ignoring the person."""
    setRole: NotRequired[MemberAssigningAction]
    """Give the member another role."""


@final
class MembersViewModel(TypedDict):
    """The known members of a chat."""
    chatId: str
    """A chat; unique in a profile."""
    title: str
    """The display name of a chat."""
    topic: NotRequired[str]
    """What a chat is about, in views on one line; missing or empty for nothing."""
    totalCount: int
    """How many items there are, shown or not."""
    members: list[MembersRow]
    """The known members of a chat."""
    ignoredIds: NotRequired[list[str]]
    """Whom we ignore, in any chat; missing for nobody."""
    actions: NotRequired[MembersActions]
    """The events that can be sent from here, by name. A `null` in one is for you to fill in."""


@final
class Message(TypedDict):
    messageId: str
    """A message; unique in its chat."""
    chatId: str
    """A chat; unique in a profile."""
    position: int
    """A position in this store's order: of a message in its chat, of the first message after a gap, or of an invitation
    in the list of chats.
    """
    isOwn: bool
    """Whether a message is ours, or a member is us."""
    text: str
    """The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
    placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
    """
    senderName: NotRequired[str | None]
    """In views, the sender's name in the chat; `You` for us. The `senderId` follows a name that could be mistaken for
    another. The `program` that sent a message follows in brackets. In events, the sender's name on the network.
    """
    senderId: NotRequired[str | None]
    """The sender of a message; missing if the server does not say."""
    program: NotRequired[str | None]
    """The program that sent our message, by the name that it gave itself: 1 to 32 characters. It stays on this device:
    the server and other people do not get it, and what they say of it is ignored. Missing if a person sent the
    message, or another device.
    """
    kind: NotRequired[MessageKind | None]
    """The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`."""
    isEdited: NotRequired[bool | None]
    """Whether a message was edited."""
    attention: NotRequired[Attention | None]
    """How a message notifies: `silent` (never, and it is never unread), `normal` or `mention`."""
    change: NotRequired[ChatChange | None]
    """What the sender of a `system` message changed in the chat."""
    replyToId: NotRequired[str | None]
    """The message that a message answers. In a thread, the root if it answers no message in particular."""
    isThreaded: NotRequired[bool | None]
    """Whether a message belongs to a thread."""
    reactions: NotRequired[list[Reaction] | None]
    """Reactions to a message."""
    spans: NotRequired[list[TextSpan] | None]
    """The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap."""
    file: NotRequired[MessageFile | None]
    """The file of a message of the kind `file`."""
    serverOrder: NotRequired[int | None]
    """The position of a message in its chat, in the server's order."""
    date: str
    """When a message was sent; in a recording, when an event was read."""
    delivery: Delivery
    """The delivery state of a stored message: `received`, `sending`, `waiting`, `sent`, `failed` or `deleting`."""
    reason: NotRequired[str | None]
    """A sentence that says why something failed, was refused, or waits although there is a connection."""
    dueDate: NotRequired[str | None]
    """When a reminder is due, or a message is to be deleted."""
    pendingText: NotRequired[str | None]
    """The new text of a message whose edit the server does not have yet."""
    pendingSpans: NotRequired[list[TextSpan] | None]
    """The spans of `pendingText`."""


@final
class MessageContent(TypedDict):
    text: str
    """The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
    placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
    """
    senderName: NotRequired[str | None]
    """In views, the sender's name in the chat; `You` for us. The `senderId` follows a name that could be mistaken for
    another. The `program` that sent a message follows in brackets. In events, the sender's name on the network.
    """
    senderId: NotRequired[str | None]
    """The sender of a message; missing if the server does not say."""
    program: NotRequired[str | None]
    """The program that sent our message, by the name that it gave itself: 1 to 32 characters. It stays on this device:
    the server and other people do not get it, and what they say of it is ignored. Missing if a person sent the
    message, or another device.
    """
    kind: NotRequired[MessageKind | None]
    """The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`."""
    isEdited: NotRequired[bool | None]
    """Whether a message was edited."""
    attention: NotRequired[Attention | None]
    """How a message notifies: `silent` (never, and it is never unread), `normal` or `mention`."""
    change: NotRequired[ChatChange | None]
    """What the sender of a `system` message changed in the chat."""
    replyToId: NotRequired[str | None]
    """The message that a message answers. In a thread, the root if it answers no message in particular."""
    isThreaded: NotRequired[bool | None]
    """Whether a message belongs to a thread."""
    reactions: NotRequired[list[Reaction] | None]
    """Reactions to a message."""
    spans: NotRequired[list[TextSpan] | None]
    """The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap."""
    file: NotRequired[MessageFile | None]
    """The file of a message of the kind `file`."""


@final
class MessageDelivered(TypedDict):
    """The other person's device has received our messages up to this one."""
    event: Literal["message.delivered"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MessageFile(TypedDict):
    fileId: str
    """The content of a file on this device: 64 hexadecimal digits, the SHA-256 of the content, or of what names it on
    its server.
    """
    source: NotRequired[str | None]
    """The address of an uploaded file, in the backend's own form; missing before the upload."""
    fileName: str
    """The name of a file, safe to show and to save."""
    mediaType: NotRequired[str | None]
    """The media type of a file, as its sender told it (RFC 6838)."""
    byteCount: NotRequired[int | None]
    """The length of a file in bytes, as its sender told it; missing if unknown."""
    width: NotRequired[int | None]
    """The width of an image or video in pixels; missing if unknown."""
    height: NotRequired[int | None]
    """The height of an image or video in pixels; missing if unknown."""
    durationMs: NotRequired[int | None]
    """How long a sound or video plays, in milliseconds; missing if unknown."""
    sha256: NotRequired[str | None]
    """The SHA-256 of the content of a file in hexadecimal digits; missing if the server does not tell it."""
    thumbnail: NotRequired[MessageFileThumbnail | None]
    """Where the server has a small version of an image, or a still of a video; missing if there is none."""


@final
class MessageFileThumbnail(TypedDict):
    fileId: str
    """The content of a file on this device: 64 hexadecimal digits, the SHA-256 of the content, or of what names it on
    its server.
    """
    source: str
    """The address of an uploaded file, in the backend's own form; missing before the upload."""


@final
class MessageKey(TypedDict):
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""


MessageKind: TypeAlias = 'Literal["text", "emote", "notice", "file", "unshowable", "deleted", "system"]'


@final
class MessageRead(TypedDict):
    """The server knows that we have read up to this message, here or on another device."""
    event: Literal["message.read"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MessageReadByOther(TypedDict):
    """The other person has read our messages up to this one."""
    event: Literal["message.readByOther"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MessageReading(TypedDict):
    """Mark all messages of a chat as read."""
    event: Literal["message.reading"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MessageReceived(TypedDict):
    """A message has arrived. With `isOwn`, it is ours, from another device."""
    event: Literal["message.received"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: NotRequired[str | None]
    """A message; unique in its chat."""
    title: NotRequired[str | None]
    """The display name of a chat."""
    text: str
    """The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
    placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
    """
    senderName: NotRequired[str | None]
    """In views, the sender's name in the chat; `You` for us. The `senderId` follows a name that could be mistaken for
    another. The `program` that sent a message follows in brackets. In events, the sender's name on the network.
    """
    senderId: NotRequired[str | None]
    """The sender of a message; missing if the server does not say."""
    program: NotRequired[str | None]
    """The program that sent our message, by the name that it gave itself: 1 to 32 characters. It stays on this device:
    the server and other people do not get it, and what they say of it is ignored. Missing if a person sent the
    message, or another device.
    """
    kind: NotRequired[MessageKind | None]
    """The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`."""
    isEdited: NotRequired[bool | None]
    """Whether a message was edited."""
    attention: NotRequired[Attention | None]
    """How a message notifies: `silent` (never, and it is never unread), `normal` or `mention`."""
    change: NotRequired[ChatChange | None]
    """What the sender of a `system` message changed in the chat."""
    replyToId: NotRequired[str | None]
    """The message that a message answers. In a thread, the root if it answers no message in particular."""
    isThreaded: NotRequired[bool | None]
    """Whether a message belongs to a thread."""
    reactions: NotRequired[list[Reaction] | None]
    """Reactions to a message."""
    spans: NotRequired[list[TextSpan] | None]
    """The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap."""
    file: NotRequired[MessageFile | None]
    """The file of a message of the kind `file`."""
    serverOrder: NotRequired[int | None]
    """The position of a message in its chat, in the server's order."""
    date: NotRequired[str | None]
    """When a message was sent; in a recording, when an event was read."""
    isOwn: NotRequired[bool | None]
    """Whether a message is ours, or a member is us."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MessageReportFailed(TypedDict):
    """The server did not take our report of a message."""
    event: Literal["message.reportFailed"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    reason: str
    """A sentence that says why something failed, was refused, or waits although there is a connection."""
    fileProblem: NotRequired[FileProblem | None]
    """What was wrong with a file: `missing` (or unreadable), `notCreated` (or there already), `inputOutput` (as on a
    full disk), `unavailable` (the server), `damaged` (not what its message promises) or `stopped` (by a person);
    missing if it was something else.
    """
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MessageReported(TypedDict):
    """The server has our report of a message."""
    event: Literal["message.reported"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MessageReporting(TypedDict):
    """Report a message of somebody else to the operators of the server."""
    event: Literal["message.reporting"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    reasonText: NotRequired[str | None]
    """What is wrong with a message that we report, for the operators of the server; may be empty."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MessageReportingAction(TypedDict):
    """Report a message of somebody else to the operators of the server."""
    event: Literal["message.reporting"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str | None
    """A message; unique in its chat."""
    reasonText: NotRequired[str | None]
    """What is wrong with a message that we report, for the operators of the server; may be empty."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MessageSearchCounted(TypedDict):
    """The store has counted the messages found in a part of it."""
    event: Literal["messageSearch.counted"]
    """The name of an event: `<subject>.<case>`."""
    countedPart: FoundCount
    """A part of the count of the messages found. Only in recordings."""


@final
class MessageSearchFailed(TypedDict):
    """The store could not be searched."""
    event: Literal["messageSearch.failed"]
    """The name of an event: `<subject>.<case>`."""
    reason: str
    """A sentence that says why something failed, was refused, or waits although there is a connection."""


@final
class MessageSearchFound(TypedDict):
    """The store has these messages."""
    event: Literal["messageSearch.found"]
    """The name of an event: `<subject>.<case>`."""
    foundPage: FoundPage
    """Some of the messages that a search found. Only in recordings."""


@final
class MessageSearchListing(TypedDict):
    """Show this many of the messages found."""
    event: Literal["messageSearch.listing"]
    """The name of an event: `<subject>.<case>`."""
    rowLimit: int
    """The most rows that a list shows."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MessageSearchOpening(TypedDict):
    """Open the chat of a message, around it."""
    event: Literal["messageSearch.opening"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MessageSearchSearching(TypedDict):
    """Search for messages by words and by the filters `in:`, `from:`, `before:`, `after:` and `has:`. Telex searches
    here, and then on the server if it can. An empty `query` ends the search.
    """
    event: Literal["messageSearch.searching"]
    """The name of an event: `<subject>.<case>`."""
    query: str
    """The text to search for."""
    isLocal: NotRequired[bool | None]
    """Whether a search is not sent to the server."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MessageSearchSearchingAction(TypedDict):
    """Search for messages by words and by the filters `in:`, `from:`, `before:`, `after:` and `has:`. Telex searches
    here, and then on the server if it can. An empty `query` ends the search.
    """
    event: Literal["messageSearch.searching"]
    """The name of an event: `<subject>.<case>`."""
    query: str | None
    """The text to search for."""
    isLocal: NotRequired[bool | None]
    """Whether a search is not sent to the server."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MessageSearchSearchingServer(TypedDict):
    """Have the server find older messages."""
    event: Literal["messageSearch.searchingServer"]
    """The name of an event: `<subject>.<case>`."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MessageSearchServerChecked(TypedDict):
    """Of the messages that the server found, the store does not have these."""
    event: Literal["messageSearch.serverChecked"]
    """The name of an event: `<subject>.<case>`."""
    query: str
    """The text to search for."""
    messages: list[ServerMessage]
    """Messages, oldest first; in `found`, newest first."""
    nextToken: NotRequired[str | None]
    """The backend's token for still older messages."""


@final
class MessageSearchServerFailed(TypedDict):
    """The server did not search."""
    event: Literal["messageSearch.serverFailed"]
    """The name of an event: `<subject>.<case>`."""
    query: str
    """The text to search for."""
    reason: str
    """A sentence that says why something failed, was refused, or waits although there is a connection."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MessageSearchServerFound(TypedDict):
    """The server finds these messages, newest first. Stored ones are not shown again."""
    event: Literal["messageSearch.serverFound"]
    """The name of an event: `<subject>.<case>`."""
    query: str
    """The text to search for."""
    messages: list[ServerMessage]
    """Messages, oldest first; in `found`, newest first."""
    nextToken: NotRequired[str | None]
    """The backend's token for still older messages."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MessageSendFailed(TypedDict):
    """The server has refused our message."""
    event: Literal["message.sendFailed"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    reason: str
    """A sentence that says why something failed, was refused, or waits although there is a connection."""
    fileProblem: NotRequired[FileProblem | None]
    """What was wrong with a file: `missing` (or unreadable), `notCreated` (or there already), `inputOutput` (as on a
    full disk), `unavailable` (the server), `damaged` (not what its message promises) or `stopped` (by a person);
    missing if it was something else.
    """
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MessageSending(TypedDict):
    """Send a message. With your own `messageId`, repeating the line does not send it twice. With `replyToId`, it
    answers that message of the chat. `spans` format the text, and mention users. With `kind` `emote`, it is an
    action of ours, shown after our name. With `filePath`, it brings that file of this device, and the text is its
    caption, which may be empty. With `draftText`, the message was the draft of the chat, and removes it. If the chat
    has no draft, the request is refused.
    """
    event: Literal["message.sending"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    text: str
    """The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
    placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
    """
    kind: NotRequired[MessageKind | None]
    """The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`."""
    messageId: NotRequired[str | None]
    """A message; unique in its chat."""
    filePath: NotRequired[str | None]
    """The path of a file on this device; missing if it is not here. The telex that reads the line opens it, and a
    relative path begins at its working directory.
    """
    replyToId: NotRequired[str | None]
    """The message that a message answers. In a thread, the root if it answers no message in particular."""
    spans: NotRequired[list[TextSpan] | None]
    """The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap."""
    program: NotRequired[str | None]
    """The program that sent our message, by the name that it gave itself: 1 to 32 characters. It stays on this device:
    the server and other people do not get it, and what they say of it is ignored. Missing if a person sent the
    message, or another device.
    """
    draftText: NotRequired[str | None]
    """What we have typed and not sent; in a list, as one line."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MessageSendingAction(TypedDict):
    """Send a message. With your own `messageId`, repeating the line does not send it twice. With `replyToId`, it
    answers that message of the chat. `spans` format the text, and mention users. With `kind` `emote`, it is an
    action of ours, shown after our name. With `filePath`, it brings that file of this device, and the text is its
    caption, which may be empty. With `draftText`, the message was the draft of the chat, and removes it. If the chat
    has no draft, the request is refused.
    """
    event: Literal["message.sending"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    text: str | None
    """The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
    placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
    """
    kind: NotRequired[MessageKind | None]
    """The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`."""
    messageId: NotRequired[str | None]
    """A message; unique in its chat."""
    filePath: NotRequired[str | None]
    """The path of a file on this device; missing if it is not here. The telex that reads the line opens it, and a
    relative path begins at its working directory.
    """
    replyToId: NotRequired[str | None]
    """The message that a message answers. In a thread, the root if it answers no message in particular."""
    spans: NotRequired[list[TextSpan] | None]
    """The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap."""
    program: NotRequired[str | None]
    """The program that sent our message, by the name that it gave itself: 1 to 32 characters. It stays on this device:
    the server and other people do not get it, and what they say of it is ignored. Missing if a person sent the
    message, or another device.
    """
    draftText: NotRequired[str | None]
    """What we have typed and not sent; in a list, as one line."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MessageSent(TypedDict):
    """The server has our message."""
    event: Literal["message.sent"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MessageShowing(TypedDict):
    """The user has seen these messages and all between them. Those up to the last of them are read, unless there are
    unread ones before the first.
    """
    event: Literal["message.showing"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    firstId: str
    """The first of some consecutive messages of a chat."""
    lastId: str
    """The last of some consecutive messages of a chat."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MessageShowingAction(TypedDict):
    """The user has seen these messages and all between them. Those up to the last of them are read, unless there are
    unread ones before the first.
    """
    event: Literal["message.showing"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    firstId: str | None
    """The first of some consecutive messages of a chat."""
    lastId: str | None
    """The last of some consecutive messages of a chat."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MessagesActions(TypedDict):
    send: NotRequired[MessageSendingAction]
    """Send a message."""
    reply: NotRequired[MessageSendingAction]
    """Send a message that answers another."""
    sendFile: NotRequired[MessageSendingAction]
    """Send a file, with a text about it, which may be empty."""
    react: NotRequired[ReactionAddingAction]
    """React to a message, with an emoji or another text of up to 64 bytes."""
    report: NotRequired[MessageReportingAction]
    """Report a message of somebody else to the operators of the server."""
    draft: NotRequired[ChatDraftingAction]
    """Keep what is typed and not sent; an empty text removes it."""
    typing: NotRequired[PresenceTyping]
    """In a chat, tell the others that we are typing. In the form for a reminder, check what has been typed so far."""
    markRead: NotRequired[MessageReading]
    """Mark all messages of the chat as read."""
    seen: NotRequired[MessageShowingAction]
    """Mark the messages that the user has seen as read, with the ids of the first and the last of them."""
    older: NotRequired[HistoryLoading]
    """Show older messages of the chat."""
    newer: NotRequired[HistoryLoading]
    """Show newer messages of the chat."""
    latest: NotRequired[HistoryLoading]
    """Show the latest messages of the chat."""
    first: NotRequired[HistoryLoading]
    """Show the beginning of the chat, as far as it is stored here."""
    firstUnread: NotRequired[HistoryLoading]
    """Show the first message that was unread when the chat was opened."""
    openMembers: NotRequired[ScreenOpening]
    """Open the list of members."""
    openSuccessor: NotRequired[ChatCreatingAction | InvitationAccepting | ScreenOpening]
    """Open the chat that replaced this one; join it first if necessary."""
    addReminder: NotRequired[ScreenOpening]
    """Open the form for a reminder in this chat."""
    close: NotRequired[ScreenClosing]
    """Close the view."""


@final
class MessagesFile(TypedDict):
    fileName: str
    """The name of a file, safe to show and to save."""
    mediaType: str
    """The media type of a file, as its sender told it (RFC 6838)."""
    byteCount: NotRequired[int]
    """The length of a file in bytes, as its sender told it; missing if unknown."""
    width: NotRequired[int]
    """The width of an image or video in pixels; missing if unknown."""
    height: NotRequired[int]
    """The height of an image or video in pixels; missing if unknown."""
    durationMs: NotRequired[int]
    """How long a sound or video plays, in milliseconds; missing if unknown."""
    fileText: str
    """The type, length and size of a file."""
    fileState: FileState
    """Where a file is: `remote` (on the server), `fetching`, `here` or `failed`."""
    filePath: NotRequired[str]
    """The path of a file on this device; missing if it is not here. The telex that reads the line opens it, and a
    relative path begins at its working directory.
    """
    thumbnailPath: NotRequired[str]
    """The path of the thumbnail of a file on this device; missing if it is not here."""
    actions: NotRequired[MessagesFileActions]
    """The events that can be sent from here, by name. A `null` in one is for you to fill in."""


@final
class MessagesFileActions(TypedDict):
    fetch: NotRequired[FileFetching]
    """Download a file."""
    fetchThumbnail: NotRequired[FileFetchingThumbnail]
    """Download the thumbnail of an image or a video; missing if there is none, or it is here."""
    save: NotRequired[FileSavingAction]
    """Save the form. In a message, copy its file to a path of yours; download it first if necessary."""


@final
class MessagesLine(TypedDict):
    """The messages of the open chat."""
    seq: int
    """The number of an output line, from 0."""
    view: Literal["messages"]
    """The name of a view."""
    cause: str | None
    """The `id` of the line that caused this one."""
    changes: RowChanges
    """The ids of the rows that were added, changed and removed since the last model of this view."""
    model: MessagesViewModel
    """The whole view model."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class MessagesReactions(TypedDict):
    key: str
    """What somebody reacted with: usually an emoji, but networks allow any text."""
    reactionCount: int
    """How many people reacted with the key."""
    isOwn: bool
    """Whether a message is ours, or a member is us."""
    people: list[MessagesReactionsPerson]
    """Those who reacted, the first one first, 20 at most."""
    actions: NotRequired[MessagesReactionsActions]
    """The events that can be sent from here, by name. A `null` in one is for you to fill in."""


@final
class MessagesReactionsActions(TypedDict):
    toggle: NotRequired[ReactionAddingAction | ReactionRemoving]
    """Add our reaction with this key, or remove it."""


@final
class MessagesReactionsPerson(TypedDict):
    userId: NotRequired[str]
    """A user of the server, as in `senderId`. In `hello`, our own id; missing without a login."""
    name: str
    """A user's name in a chat. Anybody can choose any name."""


@final
class MessagesReply(TypedDict):
    messageId: str
    """A message; unique in its chat."""
    place: MessagesReplyPlace
    """Where an answered message is: `here` (in the same chat), `elsewhere` (in another chat), `deleted` or `unknown`
    (not stored here).
    """
    senderId: NotRequired[str]
    """The sender of a message; missing if the server does not say."""
    senderName: NotRequired[str]
    """In views, the sender's name in the chat; `You` for us. The `senderId` follows a name that could be mistaken for
    another. The `program` that sent a message follows in brackets. In events, the sender's name on the network.
    """
    excerpt: str
    """The first 120 characters of a message on one line, then `…` if there is more."""
    isThreaded: bool
    """Whether a message belongs to a thread."""
    actions: NotRequired[MessagesReplyActions]
    """The events that can be sent from here, by name. A `null` in one is for you to fill in."""


@final
class MessagesReplyActions(TypedDict):
    open: NotRequired[HistorySeeking | ScreenOpening]
    """Open the chat or list that the row is about."""


MessagesReplyPlace: TypeAlias = 'Literal["here", "elsewhere", "deleted", "ignored", "unknown"]'


@final
class MessagesRow(TypedDict):
    messageId: str
    """A message; unique in its chat."""
    isOwn: bool
    """Whether a message is ours, or a member is us."""
    senderId: NotRequired[str]
    """The sender of a message; missing if the server does not say."""
    senderName: str
    """In views, the sender's name in the chat; `You` for us. The `senderId` follows a name that could be mistaken for
    another. The `program` that sent a message follows in brackets. In events, the sender's name on the network.
    """
    program: NotRequired[str]
    """The program that sent our message, by the name that it gave itself: 1 to 32 characters. It stays on this device:
    the server and other people do not get it, and what they say of it is ignored. Missing if a person sent the
    message, or another device.
    """
    kind: MessageKind
    """The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`."""
    text: str
    """The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
    placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
    """
    spans: NotRequired[list[TextSpan]]
    """The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap."""
    file: NotRequired[MessagesFile]
    """The file of a message of the kind `file`."""
    change: NotRequired[ChatChange]
    """What the sender of a `system` message changed in the chat."""
    isEdited: bool
    """Whether a message was edited."""
    isMention: bool
    """Whether a message mentions us."""
    isIgnored: bool
    """Whether we ignore the person, or the sender of the message."""
    date: str
    """When a message was sent; in a recording, when an event was read."""
    dayText: str
    """The day of a message."""
    statusText: str
    """The state of a connection, or the time or state of a message."""
    state: MessagesState
    """The state of a message: `received`, `sending`, `waiting`, `failed`, `sent`, `delivered`, `read` or `deleting`."""
    replyTo: NotRequired[MessagesReply]
    """What a message answers; missing if it answers nothing in particular."""
    reactions: NotRequired[list[MessagesReactions]]
    """Reactions to a message."""
    reason: NotRequired[str]
    """A sentence that says why something failed, was refused, or waits although there is a connection."""
    retryDate: NotRequired[str]
    """When a message that waits despite a connection is sent again."""
    actions: NotRequired[MessagesRowActions]
    """The events that can be sent from here, by name. A `null` in one is for you to fill in."""


@final
class MessagesRowActions(TypedDict):
    retry: NotRequired[OutboxRetrying]
    """Try again."""
    edit: NotRequired[RevisionEditingAction]
    """Edit it."""
    delete: NotRequired[RevisionDeleting]
    """Delete it."""
    keep: NotRequired[RevisionKeeping]
    """Undo the deletion of our message. Possible until the server has been asked."""


MessagesState: TypeAlias = 'Literal["received", "sending", "waiting", "failed", "sent", "delivered", "read", "deleting"]'


@final
class MessagesViewModel(TypedDict):
    """The messages of the open chat."""
    chatId: str
    """A chat; unique in a profile."""
    title: str
    """The display name of a chat."""
    topic: NotRequired[str]
    """What a chat is about, in views on one line; missing or empty for nothing."""
    shouldShowBusy: bool
    """Whether to show that something is loading."""
    shouldShowEmpty: bool
    """Whether to show that the list is empty."""
    shouldShowError: bool
    """Whether to show `errorText`."""
    errorText: str | None
    """What went wrong, and what to do."""
    inputRevision: int
    """Increases each time the input field should be cleared."""
    typingText: str | None
    """Who is typing."""
    totalCount: int
    """How many items there are, shown or not."""
    messages: list[MessagesRow]
    """Messages, oldest first; in `found`, newest first."""
    isEncrypted: bool
    """Whether the chat is end-to-end encrypted."""
    membersText: NotRequired[str]
    """The members of a chat and their ids, until we have read something in it."""
    firstNewId: NotRequired[str]
    """The first message that was unread when the chat was opened, or that was not seen since, until we answer."""
    newCount: NotRequired[int]
    """How many messages were unread when the chat was opened, or were not seen since, until we answer."""
    draftText: NotRequired[str]
    """What we have typed and not sent; in a list, as one line."""
    noticeText: NotRequired[str]
    """The result of an import, that nothing is due, or a change in a chat that we asked for and is not shown elsewhere.
    """
    noticeRevision: NotRequired[int]
    """Counts the notices, as `errorRevision` does errors."""
    gapText: NotRequired[str]
    """Says that messages are missing before the oldest one shown; otherwise missing."""
    errorRevision: NotRequired[int]
    """Counts refusals, so that a repeated `errorText` can be noticed."""
    actions: NotRequired[MessagesActions]
    """The events that can be sent from here, by name. A `null` in one is for you to fill in."""


@final
class MissingArrivals(TypedDict):
    """The store does not know the cursor to resume the inbox from. The inbox continues from now."""
    view: Literal["inbox"]
    """The name of a view."""


@final
class MissingLines(TypedDict):
    """Lines dropped because the reader was too slow."""
    lineCount: int
    """How many lines could not be delivered."""


@final
class MissingMessages(TypedDict):
    """The server has messages between the stored ones and the new ones of a chat."""
    chatId: str
    """A chat; unique in a profile."""


MoveOperation = TypedDict("MoveOperation", {"op": 'Literal["move"]', "path": 'str', "from": 'str'})


@final
class NotificationActions(TypedDict):
    loadMore: NotRequired[NotificationListing]
    """Show more rows."""


@final
class NotificationCameDue(TypedDict):
    """A snoozed notification comes back."""
    event: Literal["notification.cameDue"]
    """The name of an event: `<subject>.<case>`."""


@final
class NotificationDismissing(TypedDict):
    """Dismiss the notification of a chat."""
    event: Literal["notification.dismissing"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class NotificationDismissingReminder(TypedDict):
    """Dismiss the notification of a reminder."""
    event: Literal["notification.dismissingReminder"]
    """The name of an event: `<subject>.<case>`."""
    reminderId: str
    """A reminder."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class NotificationLine(TypedDict):
    """The notifications that nobody has opened or dismissed, the newest first."""
    seq: int
    """The number of an output line, from 0."""
    view: Literal["notification"]
    """The name of a view."""
    cause: str | None
    """The `id` of the line that caused this one."""
    changes: RowChanges
    """The ids of the rows that were added, changed and removed since the last model of this view."""
    model: NotificationViewModel
    """The whole view model."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class NotificationListing(TypedDict):
    """Show this many notifications."""
    event: Literal["notification.listing"]
    """The name of an event: `<subject>.<case>`."""
    rowLimit: int
    """The most rows that a list shows."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class NotificationOpening(TypedDict):
    """Open the chat that a notification is about."""
    event: Literal["notification.opening"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class NotificationOpeningReminder(TypedDict):
    """Open the chat of a due reminder, or the list of reminders if it has none."""
    event: Literal["notification.openingReminder"]
    """The name of an event: `<subject>.<case>`."""
    reminderId: str
    """A reminder."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class NotificationRow(TypedDict):
    notificationId: str
    """A notification: `chat:` or `reminder:`, then the id of the chat or reminder."""
    chatId: NotRequired[str]
    """A chat; unique in a profile."""
    reminderId: NotRequired[str]
    """A reminder."""
    messageId: NotRequired[str]
    """A message; unique in its chat."""
    senderId: NotRequired[str]
    """The sender of a message; missing if the server does not say."""
    key: NotRequired[str]
    """What somebody reacted with: usually an emoji, but networks allow any text."""
    heading: str
    """The heading of a section of reminders, or of a notification."""
    previewText: str
    """A message or a reminder on one line, with its sender's name where needed."""
    dateText: str
    """When a message was sent, or a reminder was due."""
    unreadCount: int
    """How many messages are unread; in a notification, how many it covers (1 for a reminder, 0 for a reaction)."""
    actions: NotRequired[NotificationRowActions]
    """The events that can be sent from here, by name. A `null` in one is for you to fill in."""


@final
class NotificationRowActions(TypedDict):
    open: NotRequired[NotificationOpening | NotificationOpeningReminder]
    """Open the chat or list that the row is about."""
    dismiss: NotRequired[NotificationDismissing | NotificationDismissingReminder]
    """Dismiss the notification."""
    snooze: NotRequired[NotificationSnoozingAction]
    """Dismiss the notification until a time."""


@final
class NotificationSnoozing(TypedDict):
    """Dismiss a notification until a time, such as `10m` or `tomorrow 9:00`. It comes back then, unless all was read or
    done meanwhile.
    """
    event: Literal["notification.snoozing"]
    """The name of an event: `<subject>.<case>`."""
    notificationId: str
    """A notification: `chat:` or `reminder:`, then the id of the chat or reminder."""
    dueText: str
    """When a reminder is due, a notification comes back or a mute ends, as typed; for a mute, empty for never."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class NotificationSnoozingAction(TypedDict):
    """Dismiss a notification until a time, such as `10m` or `tomorrow 9:00`. It comes back then, unless all was read or
    done meanwhile.
    """
    event: Literal["notification.snoozing"]
    """The name of an event: `<subject>.<case>`."""
    notificationId: str
    """A notification: `chat:` or `reminder:`, then the id of the chat or reminder."""
    dueText: str | None
    """When a reminder is due, a notification comes back or a mute ends, as typed; for a mute, empty for never."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class NotificationViewModel(TypedDict):
    """The notifications that nobody has opened or dismissed, the newest first."""
    shouldShow: bool
    """Whether there is anything to show."""
    totalCount: int
    """How many items there are, shown or not."""
    notifications: list[NotificationRow]
    """Notifications, newest first."""
    actions: NotRequired[NotificationActions]
    """The events that can be sent from here, by name. A `null` in one is for you to fill in."""


@final
class OfflineCommand(TypedDict):
    """Go offline, with this reason."""
    offline: Literal[True] | str
    reason: NotRequired[str]


OfflineReason: TypeAlias = 'Literal["unreachable", "loggedOut", "revoked", "rateLimited", "certificate"]'


@final
class OnlineCommand(TypedDict):
    """Go online again."""
    online: Literal[True]


@final
class OtherChats(TypedDict):
    totalCount: int
    """How many items there are, shown or not."""
    unread: UnreadCount
    """The counts of their unread messages."""
    mutedCount: NotRequired[int | None]
    """How many more messages are unread in muted chats; missing for none."""


@final
class OutboxLoaded(TypedDict):
    """The store has these unsent messages."""
    event: Literal["outbox.loaded"]
    """The name of an event: `<subject>.<case>`."""
    messages: list[Message]
    """Messages, oldest first; in `found`, newest first."""


@final
class OutboxQueued(TypedDict):
    """The message is stored, and will be sent later: there is no connection, or `hold` gives the reason. With
    `isAttempted`, the server may already have the message.
    """
    event: Literal["outbox.queued"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    isAttempted: NotRequired[bool | None]
    """Whether the server may have a message, because an attempt to send it began."""
    hold: NotRequired[Hold]
    """Why a message waits although there is a connection, and until when."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class OutboxRetrying(TypedDict):
    """Send a refused message again."""
    event: Literal["outbox.retrying"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


OutcomeKind: TypeAlias = 'Literal["done", "sent", "waiting", "ignored", "refused", "failed"]'


@final
class OutcomeLine(TypedDict):
    """The result of a request that settled as `waiting`."""
    seq: int
    """The number of an output line, from 0."""
    id: str
    """The id of a request, chosen by its sender; at most 128 characters."""
    outcome: OutcomeKind
    """The outcome of a request: `done`, `sent`, `waiting`, `ignored`, `refused` or `failed`."""
    reason: NotRequired[str | None]
    """A sentence that says why something failed, was refused, or waits although there is a connection."""
    chatId: NotRequired[str | None]
    """A chat; unique in a profile."""
    messageId: NotRequired[str | None]
    """A message; unique in its chat."""
    contactId: NotRequired[str | None]
    """A contact in the address book."""
    reminderId: NotRequired[str | None]
    """A reminder."""
    filePath: NotRequired[str | None]
    """The path of a file on this device; missing if it is not here. The telex that reads the line opens it, and a
    relative path begins at its working directory.
    """
    fileProblem: NotRequired[FileProblem | None]
    """What was wrong with a file: `missing` (or unreadable), `notCreated` (or there already), `inputOutput` (as on a
    full disk), `unavailable` (the server), `damaged` (not what its message promises) or `stopped` (by a person);
    missing if it was something else.
    """
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class OwnerLeft(TypedDict):
    """The telex that owned the profile has ended, and another one owns it now. Lines may be missing. Whole view models
    follow.
    """
    ownerLeft: Literal[True]
    """The telex that owned the profile has ended, and another one owns it now."""


@final
class PatchLine(TypedDict):
    """How a view changed, under `--updates patch`."""
    seq: int
    """The number of an output line, from 0."""
    view: ViewName
    """The name of a view."""
    cause: str | None
    """The `id` of the line that caused this one."""
    base: int
    """The `seq` of the line with the model that the patch applies to."""
    patch: list[AddOperation | ReplaceOperation | RemoveOperation | MoveOperation]
    """The operations that turn the model of line `base` into the new one (RFC 6902)."""
    crc32: NotRequired[int]
    """The CRC-32 (that of gzip and zlib) of the model in canonical form (RFC 8785)."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class PresenceFocusing(TypedDict):
    """The user looks at this window again."""
    event: Literal["presence.focusing"]
    """The name of an event: `<subject>.<case>`."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class PresenceTyping(TypedDict):
    """Tell the others that we are typing, in the open chat. Repeat it every few seconds."""
    event: Literal["presence.typing"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class PresenceTypingStarted(TypedDict):
    """A person has started to type."""
    event: Literal["presence.typingStarted"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    senderId: NotRequired[str | None]
    """The sender of a message; missing if the server does not say."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class PresenceTypingStopped(TypedDict):
    """A person has stopped typing."""
    event: Literal["presence.typingStopped"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    senderId: NotRequired[str | None]
    """The sender of a message; missing if the server does not say."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class PresenceUnfocusing(TypedDict):
    """The user does not look at this window. Messages of its open chat notify in it until `presence.focusing`."""
    event: Literal["presence.unfocusing"]
    """The name of an event: `<subject>.<case>`."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class Reaction(TypedDict):
    key: str
    """What somebody reacted with: usually an emoji, but networks allow any text."""
    senderId: NotRequired[str | None]
    """The sender of a message; missing if the server does not say."""
    isOwn: NotRequired[bool | None]
    """Whether a message is ours, or a member is us."""


@final
class ReactionAdded(TypedDict):
    """Somebody reacted to a message, which may not have arrived yet. With `isOwn`, it was us, on any device."""
    event: Literal["reaction.added"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    key: str
    """What somebody reacted with: usually an emoji, but networks allow any text."""
    senderId: NotRequired[str | None]
    """The sender of a message; missing if the server does not say."""
    isOwn: NotRequired[bool | None]
    """Whether a message is ours, or a member is us."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ReactionAdding(TypedDict):
    """React to a message with an emoji, or with another text of up to 64 bytes."""
    event: Literal["reaction.adding"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    key: str
    """What somebody reacted with: usually an emoji, but networks allow any text."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ReactionAddingAction(TypedDict):
    """React to a message with an emoji, or with another text of up to 64 bytes."""
    event: Literal["reaction.adding"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str | None
    """A message; unique in its chat."""
    key: str | None
    """What somebody reacted with: usually an emoji, but networks allow any text."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ReactionFailed(TypedDict):
    """The server has not added or removed our reaction."""
    event: Literal["reaction.failed"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    reason: str
    """A sentence that says why something failed, was refused, or waits although there is a connection."""
    fileProblem: NotRequired[FileProblem | None]
    """What was wrong with a file: `missing` (or unreadable), `notCreated` (or there already), `inputOutput` (as on a
    full disk), `unavailable` (the server), `damaged` (not what its message promises) or `stopped` (by a person);
    missing if it was something else.
    """
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ReactionListed(TypedDict):
    """These are all reactions to a message."""
    event: Literal["reaction.listed"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    reactions: list[Reaction]
    """Reactions to a message."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ReactionRemoved(TypedDict):
    """Somebody took a reaction back. With `isOwn`, it was us, on any device."""
    event: Literal["reaction.removed"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    key: str
    """What somebody reacted with: usually an emoji, but networks allow any text."""
    senderId: NotRequired[str | None]
    """The sender of a message; missing if the server does not say."""
    isOwn: NotRequired[bool | None]
    """Whether a message is ours, or a member is us."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ReactionRemoving(TypedDict):
    """Take our reaction back."""
    event: Literal["reaction.removing"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    key: str
    """What somebody reacted with: usually an emoji, but networks allow any text."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class RecipientsCandidate(TypedDict):
    recipient: str
    """The person to start a chat with, or to invite: a name, a user name or an address."""
    chatId: NotRequired[str]
    """A chat; unique in a profile."""
    actions: NotRequired[RecipientsCandidateActions]
    """The events that can be sent from here, by name. A `null` in one is for you to fill in."""


@final
class RecipientsCandidateActions(TypedDict):
    open: NotRequired[SearchOpening]
    """Open the chat or list that the row is about."""
    create: NotRequired[ChatCreatingAction]
    """Start the chat."""


@final
class RecipientsLine(TypedDict):
    """The chats and people that match the text typed for a recipient."""
    seq: int
    """The number of an output line, from 0."""
    view: Literal["recipients"]
    """The name of a view."""
    cause: str | None
    """The `id` of the line that caused this one."""
    model: RecipientsViewModel
    """The whole view model."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class RecipientsViewModel(TypedDict):
    """The chats and people that match the text typed for a recipient."""
    query: str
    """The text to search for."""
    shouldShowBusy: bool
    """Whether to show that something is loading."""
    shouldShowEmpty: bool
    """Whether to show that the list is empty."""
    candidates: list[RecipientsCandidate]
    """Chats and people that match."""


@final
class RecordedBye(TypedDict):
    bye: ByeReason
    """Why the stream ends; the last line."""


@final
class RecordedClosedWindow(TypedDict):
    closedWindow: str
    """The window that was closed. Only in recordings."""


@final
class RecordedEffectEnd(TypedDict):
    ended: int
    """An effect that ended. Only in recordings."""


@final
class RecordedError(TypedDict):
    error: RecordedRefusal
    """Why a line was rejected or did not finish."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class RecordedEvent(TypedDict):
    date: str
    """When a message was sent; in a recording, when an event was read."""
    order: int
    """The number of an event, from the start of the recording. Only in recordings."""
    freshId: str
    """The id for a record that an event creates without naming one. Only in recordings."""
    request: NotRequired[RequestLine | None]
    """The line that caused an event."""
    known: list[KnownEntry]
    """The stored messages that an event refers to. Only in recordings."""
    answeredMessages: NotRequired[list[AnsweredMessage] | None]
    """Stored messages that others answer. Only in recordings."""
    earlyReactions: NotRequired[list[EarlyEntry] | None]
    """Reactions that came before their message. Only in recordings."""
    effect: NotRequired[int | None]
    """The effect that an event answers. Only in recordings."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """
    routed: Event
    """The event. Only in recordings."""


@final
class RecordedHeader(TypedDict):
    recording: RecordingHeader
    """What a replay needs to know; the first line of a recording."""


@final
class RecordedRefusal(TypedDict):
    code: str
    """The kind of an error, for programs."""
    reason: str
    """A sentence that says why something failed, was refused, or waits although there is a connection."""
    line: NotRequired[int | None]
    """The number of an input line, from 1."""
    cause: NotRequired[str | None]
    """The `id` of the line that caused this one."""


@final
class RecordedSettled(TypedDict):
    settled: str
    """The `id` of a request that has ended."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class RecordedSubscribe(TypedDict):
    subscribe: list[ViewName]
    """The views to show from now on."""
    request: NotRequired[RequestLine | None]
    """The line that caused an event."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class RecordedUnsubscribe(TypedDict):
    unsubscribe: list[ViewName]
    """The views to stop showing."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class RecordingHeader(TypedDict):
    protocol: int
    """The version of the protocol."""
    controls: list[ControlName]
    """The control lines that this session accepts."""
    userId: NotRequired[str | None]
    """A user of the server, as in `senderId`. In `hello`, our own id; missing without a login."""
    playsNetwork: bool
    """Whether lines can send what a server sends."""
    isReadOnly: NotRequired[bool | None]
    """Whether lines can only look; missing if they can act."""
    zone: str
    """The time zone of a recording."""
    locale: str
    """The locale of a recording."""
    timeFormat: NotRequired[str | None]
    """How times are shown: a format of strftime(3) with `%H`, `%I`, `%M`, `%S`, `%p` and `%%`."""
    subscribe: list[ViewName]
    """The views to show from now on."""
    arguments: list[str]
    """The arguments of the recorded run."""
    updates: NotRequired[Updates | None]
    """How a changed view is sent: `whole` or `patch`."""


RecordingLine: TypeAlias = 'RecordedHeader | RecordedEvent | RecordedEffectEnd | RecordedSubscribe | RecordedUnsubscribe | RecordedClosedWindow | RecordedSettled | RecordedError | RecordedBye'
"""A line of a recording."""


@final
class RefuseCommand(TypedDict):
    """Refuse the next request of this kind."""
    refuse: Literal["send", "create", "edit", "delete", "react", "join", "leave", "change", "fetch"]
    reason: NotRequired[str]


@final
class Reminder(TypedDict):
    reminderId: str
    """A reminder."""
    summary: str
    """The text of a reminder (`SUMMARY` in RFC 5545)."""
    dueDate: str
    """When a reminder is due, or a message is to be deleted."""
    isDone: bool
    """Whether a reminder is done."""
    isTold: bool
    """Whether a due reminder has notified us, or the server knows whether we ignore somebody."""
    chatId: NotRequired[str | None]
    """A chat; unique in a profile."""
    recurrence: NotRequired[str | None]
    """How a reminder repeats, as the content lines `DTSTART`, `RRULE` and `EXDATE` of iCalendar (RFC 5545); `null` if
    it does not.
    """


@final
class ReminderAdding(TypedDict):
    """Save a reminder."""
    event: Literal["reminder.adding"]
    """The name of an event: `<subject>.<case>`."""
    summary: str
    """The text of a reminder (`SUMMARY` in RFC 5545)."""
    dueText: str
    """When a reminder is due, a notification comes back or a mute ends, as typed; for a mute, empty for never."""
    chatId: NotRequired[str | None]
    """A chat; unique in a profile."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ReminderAddingAction(TypedDict):
    """Save a reminder."""
    event: Literal["reminder.adding"]
    """The name of an event: `<subject>.<case>`."""
    summary: str | None
    """The text of a reminder (`SUMMARY` in RFC 5545)."""
    dueText: str | None
    """When a reminder is due, a notification comes back or a mute ends, as typed; for a mute, empty for never."""
    chatId: NotRequired[str | None]
    """A chat; unique in a profile."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ReminderCameDue(TypedDict):
    """A reminder is due."""
    event: Literal["reminder.cameDue"]
    """The name of an event: `<subject>.<case>`."""


@final
class ReminderCompleting(TypedDict):
    """Mark a reminder as done."""
    event: Literal["reminder.completing"]
    """The name of an event: `<subject>.<case>`."""
    reminderId: str
    """A reminder."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ReminderExportActions(TypedDict):
    close: NotRequired[ScreenClosing]
    """Close the view."""


@final
class ReminderExportLine(TypedDict):
    """All reminders as an iCalendar file."""
    seq: int
    """The number of an output line, from 0."""
    view: Literal["reminderExport"]
    """The name of a view."""
    cause: str | None
    """The `id` of the line that caused this one."""
    model: ReminderExportViewModel
    """The whole view model."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ReminderExportViewModel(TypedDict):
    """All reminders as an iCalendar file."""
    shouldShowBusy: bool
    """Whether to show that something is loading."""
    errorText: NotRequired[str]
    """What went wrong, and what to do."""
    totalCount: int
    """How many items there are, shown or not."""
    icalendar: str
    """Reminders as iCalendar (RFC 5545)."""
    actions: NotRequired[ReminderExportActions]
    """The events that can be sent from here, by name. A `null` in one is for you to fill in."""


@final
class ReminderFormActions(TypedDict):
    typing: NotRequired[ReminderTypingAction]
    """In a chat, tell the others that we are typing. In the form for a reminder, check what has been typed so far."""
    save: NotRequired[ReminderAddingAction]
    """Save the form. In a message, copy its file to a path of yours; download it first if necessary."""
    close: NotRequired[ScreenClosing]
    """Close the view."""


@final
class ReminderFormLine(TypedDict):
    """The form for a reminder."""
    seq: int
    """The number of an output line, from 0."""
    view: Literal["reminderForm"]
    """The name of a view."""
    cause: str | None
    """The `id` of the line that caused this one."""
    model: ReminderFormViewModel
    """The whole view model."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ReminderFormViewModel(TypedDict):
    """The form for a reminder."""
    shouldShowBusy: bool
    """Whether to show that something is loading."""
    shouldShowError: bool
    """Whether to show `errorText`."""
    errorText: str | None
    """What went wrong, and what to do."""
    summary: str
    """The text of a reminder (`SUMMARY` in RFC 5545)."""
    dueText: str
    """When a reminder is due, a notification comes back or a mute ends, as typed; for a mute, empty for never."""
    dueDate: NotRequired[str]
    """When a reminder is due, or a message is to be deleted."""
    understoodText: str | None
    """How `dueText` was understood."""
    chatId: str | None
    """A chat; unique in a profile."""
    errorRevision: NotRequired[int]
    """Counts refusals, so that a repeated `errorText` can be noticed."""
    actions: NotRequired[ReminderFormActions]
    """The events that can be sent from here, by name. A `null` in one is for you to fill in."""


@final
class ReminderImporting(TypedDict):
    """Import the tasks and events of an iCalendar file (RFC 5545)."""
    event: Literal["reminder.importing"]
    """The name of an event: `<subject>.<case>`."""
    icalendar: str
    """Reminders as iCalendar (RFC 5545)."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ReminderImportingAction(TypedDict):
    """Import the tasks and events of an iCalendar file (RFC 5545)."""
    event: Literal["reminder.importing"]
    """The name of an event: `<subject>.<case>`."""
    icalendar: str | None
    """Reminders as iCalendar (RFC 5545)."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ReminderListing(TypedDict):
    """Show this many reminders."""
    event: Literal["reminder.listing"]
    """The name of an event: `<subject>.<case>`."""
    rowLimit: int
    """The most rows that a list shows."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ReminderLoadFailed(TypedDict):
    """The store cannot be read."""
    event: Literal["reminder.loadFailed"]
    """The name of an event: `<subject>.<case>`."""
    reason: str
    """A sentence that says why something failed, was refused, or waits although there is a connection."""


@final
class ReminderLoaded(TypedDict):
    """The store has these reminders."""
    event: Literal["reminder.loaded"]
    """The name of an event: `<subject>.<case>`."""
    reminders: list[Reminder]
    """Reminders."""


@final
class ReminderOpening(TypedDict):
    """Open the chat that a reminder was made in."""
    event: Literal["reminder.opening"]
    """The name of an event: `<subject>.<case>`."""
    reminderId: str
    """A reminder."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ReminderRemoving(TypedDict):
    """Remove a reminder."""
    event: Literal["reminder.removing"]
    """The name of an event: `<subject>.<case>`."""
    reminderId: str
    """A reminder."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ReminderReopening(TypedDict):
    """Mark a reminder as not done."""
    event: Literal["reminder.reopening"]
    """The name of an event: `<subject>.<case>`."""
    reminderId: str
    """A reminder."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ReminderReverting(TypedDict):
    """Take back the last import in this window."""
    event: Literal["reminder.reverting"]
    """The name of an event: `<subject>.<case>`."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ReminderTyping(TypedDict):
    """Check how a due date is understood; the `reminderForm` view shows it."""
    event: Literal["reminder.typing"]
    """The name of an event: `<subject>.<case>`."""
    summary: str
    """The text of a reminder (`SUMMARY` in RFC 5545)."""
    dueText: str
    """When a reminder is due, a notification comes back or a mute ends, as typed; for a mute, empty for never."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ReminderTypingAction(TypedDict):
    """Check how a due date is understood; the `reminderForm` view shows it."""
    event: Literal["reminder.typing"]
    """The name of an event: `<subject>.<case>`."""
    summary: str | None
    """The text of a reminder (`SUMMARY` in RFC 5545)."""
    dueText: str | None
    """When a reminder is due, a notification comes back or a mute ends, as typed; for a mute, empty for never."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class RemoveOperation(TypedDict):
    op: Literal["remove"]
    """The operation of a patch (RFC 6902)."""
    path: str
    """What an operation changes (RFC 6901)."""


@final
class ReorderCommand(TypedDict):
    """Deliver the next message after the one that follows it."""
    reorder: Literal[True]


@final
class ReplaceOperation(TypedDict):
    op: Literal["replace"]
    """The operation of a patch (RFC 6902)."""
    path: str
    """What an operation changes (RFC 6901)."""
    value: Any
    """The new value (RFC 6902)."""


@final
class RequestLine(TypedDict):
    id: str
    """The id of a request, chosen by its sender; at most 128 characters."""
    line: int
    """The number of an input line, from 1."""


@final
class RestartStep(TypedDict):
    """Wait until the program is idle, stop it, and start it again."""
    restart: Literal["kill", "end"]


@final
class Resumption(TypedDict):
    seq: int
    """The number of an output line, from 0."""
    lineCount: int
    """How many lines could not be delivered."""
    requests: list[ResumptionRequest]
    """The requests that have no answer yet."""
    windows: list[ResumptionWindow]
    """The windows, each with what it shows."""
    waiting: NotRequired[list[ResumptionWaiting] | None]
    """The requests that have settled as `waiting`, and whose outcome is still to come."""


@final
class ResumptionRequest(TypedDict):
    id: str
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """
    line: NotRequired[int | None]
    """The number of an input line, from 1."""


@final
class ResumptionWaiting(TypedDict):
    line: int
    """The number of an input line, from 1."""
    text: NotRequired[str | None]
    """The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
    placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
    """
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""


@final
class ResumptionWindow(TypedDict):
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """
    subscribe: list[ViewName]
    """The views to show from now on."""
    after: NotRequired[str | None]
    """Resumes the inbox after this `cursor`. `start`: from the first message. Default: new ones only."""
    chatId: NotRequired[str | None]
    """A chat; unique in a profile."""
    shown: list[ViewName]
    """The views that are shown."""
    isUnfocused: NotRequired[bool | None]
    """Whether the user does not look at the window."""


@final
class RevisionCameDue(TypedDict):
    """Deletions are due."""
    event: Literal["revision.cameDue"]
    """The name of an event: `<subject>.<case>`."""


@final
class RevisionDeleted(TypedDict):
    """A message is deleted."""
    event: Literal["revision.deleted"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class RevisionDeleting(TypedDict):
    """Delete a message of ours. With `delaySeconds`, `revision.keeping` can undo it for that long."""
    event: Literal["revision.deleting"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    delaySeconds: NotRequired[int | None]
    """How long a deletion can be undone, in seconds, up to a day. The default is 0."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class RevisionEdited(TypedDict):
    """A message was edited. Without `kind`, it keeps its kind."""
    event: Literal["revision.edited"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    text: str
    """The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
    placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
    """
    spans: NotRequired[list[TextSpan] | None]
    """The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap."""
    kind: NotRequired[MessageKind | None]
    """The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`."""
    isEdited: NotRequired[bool | None]
    """Whether a message was edited."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class RevisionEditing(TypedDict):
    """Edit one of our messages. The text of one with a file is its caption; an empty one removes it."""
    event: Literal["revision.editing"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    text: str
    """The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
    placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
    """
    spans: NotRequired[list[TextSpan] | None]
    """The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class RevisionEditingAction(TypedDict):
    """Edit one of our messages. The text of one with a file is its caption; an empty one removes it."""
    event: Literal["revision.editing"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    text: str | None
    """The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
    placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
    """
    spans: NotRequired[list[TextSpan] | None]
    """The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class RevisionFailed(TypedDict):
    """The server refused to edit or delete our message."""
    event: Literal["revision.failed"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    reason: str
    """A sentence that says why something failed, was refused, or waits although there is a connection."""
    fileProblem: NotRequired[FileProblem | None]
    """What was wrong with a file: `missing` (or unreadable), `notCreated` (or there already), `inputOutput` (as on a
    full disk), `unavailable` (the server), `damaged` (not what its message promises) or `stopped` (by a person);
    missing if it was something else.
    """
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class RevisionFlushing(TypedDict):
    """Make all deletions now, without waiting any longer."""
    event: Literal["revision.flushing"]
    """The name of an event: `<subject>.<case>`."""


@final
class RevisionKeeping(TypedDict):
    """Undo the deletion of a message that the server has not been asked to delete."""
    event: Literal["revision.keeping"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class RevisionPostponed(TypedDict):
    """Without a connection, our message will be deleted later."""
    event: Literal["revision.postponed"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    messageId: str
    """A message; unique in its chat."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class RowChanges(TypedDict):
    came: list[str]
    """The ids of added rows."""
    changed: list[str]
    """The ids of rows whose content changed. Rows that only moved are not included."""
    went: list[str]
    """The ids of removed rows."""


@final
class SayCommand(TypedDict):
    """Deliver a message now."""
    say: IncomingMessage


ScenarioLine: TypeAlias = 'LineIn | FilledLineStep | TitleStep | StartStep | ExpectStep | ExpectNothingStep | ExpectOutcomeStep | ExpectViewStep | RestartStep | ExpectExitStep'
"""A line of a scenario of `telex try`."""


@final
class ScreenClosing(TypedDict):
    """Close a screen, with all that were opened from it."""
    event: Literal["screen.closing"]
    """The name of an event: `<subject>.<case>`."""
    screen: ScreenName
    """A screen to open or close."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


ScreenName: TypeAlias = 'Literal["chatList", "chatForm", "messages", "members", "contactList", "contactForm", "contactExport", "upcoming", "reminderForm", "reminderExport"]'


@final
class ScreenOpeningMessagesOrMembers(TypedDict):
    """Open a screen. `messages` and `members` need a `chatId`; `reminderForm` can have one, and `contactForm` a
    `contactId`.
    """
    event: Literal["screen.opening"]
    """The name of an event: `<subject>.<case>`."""
    screen: Literal["messages", "members"]
    """A screen to open or close."""
    chatId: str
    """A chat; unique in a profile."""
    contactId: NotRequired[str | None]
    """A contact in the address book."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class ScreenOpeningOther(TypedDict):
    """Open a screen. `messages` and `members` need a `chatId`; `reminderForm` can have one, and `contactForm` a
    `contactId`.
    """
    event: Literal["screen.opening"]
    """The name of an event: `<subject>.<case>`."""
    screen: Literal["chatList", "chatForm", "contactList", "contactForm", "contactExport", "upcoming", "reminderForm", "reminderExport"]
    """A screen to open or close."""
    chatId: NotRequired[str | None]
    """A chat; unique in a profile."""
    contactId: NotRequired[str | None]
    """A contact in the address book."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


ScreenOpening: TypeAlias = 'ScreenOpeningMessagesOrMembers | ScreenOpeningOther'
"""Open a screen. `messages` and `members` need a `chatId`; `reminderForm` can have one, and `contactForm` a
`contactId`.
"""


@final
class SearchFound(TypedDict):
    """These chats and people match."""
    event: Literal["search.found"]
    """The name of an event: `<subject>.<case>`."""
    query: str
    """The text to search for."""
    chats: NotRequired[list[TitledChat] | None]
    """Chats. In a list, the chat with the latest message comes first."""
    recipients: list[str]
    """The people found by a search, or matched by a name."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class SearchOpening(TypedDict):
    """Open a chat that a search found. Closes the form that starts a chat."""
    event: Literal["search.opening"]
    """The name of an event: `<subject>.<case>`."""
    chatId: str
    """A chat; unique in a profile."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class SearchSearching(TypedDict):
    """Look for people by the beginning of a name. An empty `query` ends the search."""
    event: Literal["search.searching"]
    """The name of an event: `<subject>.<case>`."""
    query: str
    """The text to search for."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class SearchSearchingAction(TypedDict):
    """Look for people by the beginning of a name. An empty `query` ends the search."""
    event: Literal["search.searching"]
    """The name of an event: `<subject>.<case>`."""
    query: str | None
    """The text to search for."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


SentEventName: TypeAlias = 'Literal["chat.loading", "chat.listing", "chat.drafting", "chat.creating", "chat.knocking", "chat.retitling", "chat.settingTopic", "chat.leaving", "chat.pinning", "chat.unpinning", "chat.muting", "chat.unmuting", "chat.archiving", "chat.unarchiving", "chat.markingUnread", "chat.hidingReceipts", "chat.sendingReceipts", "invitation.accepting", "invitation.declining", "member.listing", "member.inviting", "member.removing", "member.ignoring", "member.unignoring", "member.assigning", "message.sending", "message.reading", "message.showing", "message.reporting", "history.loading", "history.seeking", "outbox.retrying", "file.fetching", "file.fetchingThumbnail", "file.saving", "file.cancelling", "revision.editing", "revision.deleting", "revision.keeping", "reaction.adding", "reaction.removing", "presence.typing", "presence.focusing", "presence.unfocusing", "search.searching", "search.opening", "messageSearch.searching", "messageSearch.listing", "messageSearch.opening", "messageSearch.searchingServer", "screen.opening", "screen.closing", "contact.listing", "contact.adding", "contact.renaming", "contact.deleting", "contact.restoring", "contact.reverting", "contact.opening", "contact.importing", "reminder.listing", "reminder.typing", "reminder.adding", "reminder.completing", "reminder.reopening", "reminder.removing", "reminder.reverting", "reminder.importing", "reminder.opening", "notification.openingReminder", "notification.dismissingReminder", "notification.listing", "notification.opening", "notification.dismissing", "notification.snoozing", "connection.retrying"]'


@final
class ServerChat(TypedDict):
    chatId: str
    """A chat; unique in a profile."""
    title: NotRequired[str | None]
    """The display name of a chat."""
    isEncrypted: NotRequired[bool | None]
    """Whether the chat is end-to-end encrypted."""
    successorId: NotRequired[str | None]
    """The chat that replaced this one. Nothing more can be sent to this one."""
    memberCount: NotRequired[int | None]
    """How many members the server counts, known or not, including us."""
    rights: NotRequired[list[ChatRight] | None]
    """What the server lets us do in a chat (`retitle`, `setTopic`, `invite`, `leave`, `report` for messages) or with a
    member (`remove`, `setRole`). Missing for a chat if it does not say, and for a member if nothing.
    """
    topic: NotRequired[str | None]
    """What a chat is about, in views on one line; missing or empty for nothing."""


@final
class ServerMessage(TypedDict):
    chatId: str
    """A chat; unique in a profile."""
    messageId: NotRequired[str | None]
    """A message; unique in its chat."""
    title: NotRequired[str | None]
    """The display name of a chat."""
    text: str
    """The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
    placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
    """
    senderName: NotRequired[str | None]
    """In views, the sender's name in the chat; `You` for us. The `senderId` follows a name that could be mistaken for
    another. The `program` that sent a message follows in brackets. In events, the sender's name on the network.
    """
    senderId: NotRequired[str | None]
    """The sender of a message; missing if the server does not say."""
    program: NotRequired[str | None]
    """The program that sent our message, by the name that it gave itself: 1 to 32 characters. It stays on this device:
    the server and other people do not get it, and what they say of it is ignored. Missing if a person sent the
    message, or another device.
    """
    kind: NotRequired[MessageKind | None]
    """The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`."""
    isEdited: NotRequired[bool | None]
    """Whether a message was edited."""
    attention: NotRequired[Attention | None]
    """How a message notifies: `silent` (never, and it is never unread), `normal` or `mention`."""
    change: NotRequired[ChatChange | None]
    """What the sender of a `system` message changed in the chat."""
    replyToId: NotRequired[str | None]
    """The message that a message answers. In a thread, the root if it answers no message in particular."""
    isThreaded: NotRequired[bool | None]
    """Whether a message belongs to a thread."""
    reactions: NotRequired[list[Reaction] | None]
    """Reactions to a message."""
    spans: NotRequired[list[TextSpan] | None]
    """The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap."""
    file: NotRequired[MessageFile | None]
    """The file of a message of the kind `file`."""
    serverOrder: NotRequired[int | None]
    """The position of a message in its chat, in the server's order."""
    date: NotRequired[str | None]
    """When a message was sent; in a recording, when an event was read."""
    isOwn: NotRequired[bool | None]
    """Whether a message is ours, or a member is us."""
    followerId: NotRequired[str | None]
    """The stored message before which a message is missing. Only in recordings."""


@final
class SettledLine(TypedDict):
    """A request has ended."""
    seq: int
    """The number of an output line, from 0."""
    settled: str
    """The `id` of a request that has ended."""
    outcome: OutcomeKind
    """The outcome of a request: `done`, `sent`, `waiting`, `ignored`, `refused` or `failed`."""
    reason: NotRequired[str | None]
    """A sentence that says why something failed, was refused, or waits although there is a connection."""
    chatId: NotRequired[str | None]
    """A chat; unique in a profile."""
    messageId: NotRequired[str | None]
    """A message; unique in its chat."""
    contactId: NotRequired[str | None]
    """A contact in the address book."""
    reminderId: NotRequired[str | None]
    """A reminder."""
    filePath: NotRequired[str | None]
    """The path of a file on this device; missing if it is not here. The telex that reads the line opens it, and a
    relative path begins at its working directory.
    """
    fileProblem: NotRequired[FileProblem | None]
    """What was wrong with a file: `missing` (or unreadable), `notCreated` (or there already), `inputOutput` (as on a
    full disk), `unavailable` (the server), `damaged` (not what its message promises) or `stopped` (by a person);
    missing if it was something else.
    """
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


SpanStyle: TypeAlias = 'Literal["bold", "italic", "strikethrough", "code", "link", "codeBlock", "quote", "spoiler", "mention", "roomMention"]'


@final
class StartStep(TypedDict):
    """Start the program here, rather than before the first line."""
    start: Literal[True]


@final
class StoredChat(TypedDict):
    chatId: str
    """A chat; unique in a profile."""
    title: str
    """The display name of a chat."""
    readUpTo: int
    """The position up to which we have read."""
    deliveredUpTo: int
    """The position up to which the other person's devices have received our messages."""
    otherReadUpTo: int
    """The position up to which the other person has read."""
    untoldReadId: NotRequired[str | None]
    """The last message that we read, kept until the server confirms it."""
    unloaded: NotRequired[UnreadCount | None]
    """The counts of unread messages that only the server has."""
    isEncrypted: NotRequired[bool | None]
    """Whether the chat is end-to-end encrypted."""
    successorId: NotRequired[str | None]
    """The chat that replaced this one. Nothing more can be sent to this one."""
    members: NotRequired[list[ChatMember] | None]
    """The known members of a chat."""
    invitation: NotRequired[Invitation | None]
    """The invitation to a chat that we have not joined."""
    draftText: NotRequired[str | None]
    """What we have typed and not sent; in a list, as one line."""
    memberCount: NotRequired[int | None]
    """How many members the server counts, known or not, including us."""
    settings: NotRequired[ChatSettings | None]
    """How we have arranged a chat; other members do not see it."""
    serverSettings: NotRequired[ChatSettings | None]
    """What the server has instead of our `settings` of a chat; missing if it has these."""
    heldOrder: NotRequired[int | None]
    """The sort key of the chat in the list if only ignored people have written since. Otherwise missing: `lastOrder` is
    the sort key.
    """
    rights: NotRequired[list[ChatRight] | None]
    """What the server lets us do in a chat (`retitle`, `setTopic`, `invite`, `leave`, `report` for messages) or with a
    member (`remove`, `setRole`). Missing for a chat if it does not say, and for a member if nothing.
    """
    topic: NotRequired[str | None]
    """What a chat is about, in views on one line; missing or empty for nothing."""


@final
class StoredGap(TypedDict):
    chatId: str
    """A chat; unique in a profile."""
    position: int
    """A position in this store's order: of a message in its chat, of the first message after a gap, or of an invitation
    in the list of chats.
    """
    token: str
    """The backend's token for a position in its history."""


@final
class SubscribeLine(TypedDict):
    """Subscribe to these views."""
    subscribe: list[ViewName]
    """The views to show from now on."""
    after: NotRequired[str | None]
    """Resumes the inbox after this `cursor`. `start`: from the first message. Default: new ones only."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class TextRange(TypedDict):
    start: int
    """Where a span begins, in Unicode code points from the start of the text."""
    length: int
    """The length of a span, in Unicode code points."""


@final
class TextSpan(TypedDict):
    start: int
    """Where a span begins, in Unicode code points from the start of the text."""
    length: int
    """The length of a span, in Unicode code points."""
    style: SpanStyle
    """The style or meaning of a span: `bold`, `italic`, `strikethrough`, `code`, `link` (to `url`), `codeBlock`,
    `quote`, `spoiler` (hidden until a reader asks for it), `mention` (of `userId`) or `roomMention` (of all).
    """
    url: NotRequired[str | None]
    """The address of a link."""
    userId: NotRequired[str | None]
    """A user of the server, as in `senderId`. In `hello`, our own id; missing without a login."""
    language: NotRequired[str | None]
    """The language of a code block, if it is known."""
    reason: NotRequired[str | None]
    """A sentence that says why something failed, was refused, or waits although there is a connection."""


@final
class TitleStep(TypedDict):
    """What the scenario is about."""
    title: str


@final
class TitledChat(TypedDict):
    chatId: str
    """A chat; unique in a profile."""
    title: str
    """The display name of a chat."""


@final
class TransfersLine(TypedDict):
    """The files that are being transferred, in the order in which that began."""
    seq: int
    """The number of an output line, from 0."""
    view: Literal["transfers"]
    """The name of a view."""
    cause: str | None
    """The `id` of the line that caused this one."""
    model: TransfersViewModel
    """The whole view model."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class TransfersRow(TypedDict):
    chatId: str
    """A chat; unique in a profile."""
    title: str
    """The display name of a chat."""
    messageId: str
    """A message; unique in its chat."""
    fileName: str
    """The name of a file, safe to show and to save."""
    isUpload: bool
    """Whether a file goes to the server, and not from there."""
    isBeingRead: bool
    """Whether our file is still being read here; its message is in the chat after that."""
    doneCount: int
    """How many of `totalCount` are done; of a file, how many bytes of `byteCount`."""
    byteCount: NotRequired[int]
    """The length of a file in bytes, as its sender told it; missing if unknown."""
    progressText: str
    """The progress of connecting, or of the transfer of a file: how much, how fast, and how long the rest takes."""
    actions: NotRequired[TransfersRowActions]
    """The events that can be sent from here, by name. A `null` in one is for you to fill in."""


@final
class TransfersRowActions(TypedDict):
    cancel: NotRequired[FileCancelling]
    """Stop the transfer of a file."""


@final
class TransfersViewModel(TypedDict):
    """The files that are being transferred, in the order in which that began."""
    transfers: list[TransfersRow]
    """The files being transferred, in the order in which they began; then the uploads that wait; then the files still
    being read here.
    """


@final
class TrialResult(TypedDict):
    scenario: str
    """The file of a scenario."""
    titleText: NotRequired[str | None]
    """What a scenario is about."""
    hasPassed: bool
    """Whether everything was as the scenario expects."""
    reason: NotRequired[str | None]
    """A sentence that says why something failed, was refused, or waits although there is a connection."""
    line: NotRequired[int | None]
    """The number of an input line, from 1."""
    expected: NotRequired[Any | None]
    """What a scenario expects: an event, an outcome, a view, or a part of one."""
    nearest: NotRequired[Any | None]
    """The event that comes closest to what was expected, the outcome or the view."""
    differences: NotRequired[list[TrialResultDifference] | None]
    """How the nearest event, the outcome or the view differs from what was expected."""
    names: NotRequired[Any | None]
    """What the names that `as` gave stand for."""
    endingText: NotRequired[str | None]
    """How the program ended, or whether it runs."""
    outputText: NotRequired[str | None]
    """What the program printed last."""
    history: NotRequired[list[TrialResultDeed] | None]
    """What happened, in order."""
    leftOutCount: NotRequired[int | None]
    """How many entries are left out before the first."""
    killedAfter: NotRequired[int | None]
    """After how many lines, written to the program or read from it, something was killed."""
    killedLine: NotRequired[Any | None]
    """The line after which something was killed; a string if it is not JSON."""
    killed: NotRequired[str | None]
    """What was killed: `command` or `telex`."""
    seed: NotRequired[int | None]
    """The seed with which `--chaos` plays the same order again."""


@final
class TrialResultDeed(TypedDict):
    date: str
    """When a message was sent; in a recording, when an event was read."""
    line: NotRequired[int | None]
    """The number of an input line, from 1."""
    text: str
    """The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
    placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
    """


@final
class TrialResultDifference(TypedDict):
    memberPath: str
    """The members that lead to a difference, such as `messages[0].text`."""
    expected: Any
    """What a scenario expects: an event, an outcome, a view, or a part of one."""
    actual: NotRequired[Any | None]
    """The value that there is; missing if there is none."""


@final
class UnreadCount(TypedDict):
    unreadCount: int
    """How many messages are unread; in a notification, how many it covers (1 for a reminder, 0 for a reaction)."""
    mentionCount: int
    """How many unread messages mention us."""


UnseenReason: TypeAlias = 'Literal["notFetched", "encrypted"]'


@final
class UnsubscribeLine(TypedDict):
    """Unsubscribe from these views."""
    unsubscribe: list[ViewName]
    """The views to stop showing."""
    id: NotRequired[str | None]
    """The id of a request, chosen by its sender; at most 128 characters."""
    window: NotRequired[str | None]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class UpcomingActions(TypedDict):
    loadMore: NotRequired[ReminderListing]
    """Show more rows."""
    undo: NotRequired[ReminderRemoving | ReminderReopening | ReminderReverting]
    """Undo the last change: remove the added reminder, reopen the completed one, restore the deleted contact, or revert
    an import.
    """
    add: NotRequired[ScreenOpening]
    """Open the form that adds a contact or a reminder."""
    importReminders: NotRequired[ReminderImportingAction]
    """Add the reminders of an iCalendar file."""
    exportReminders: NotRequired[ScreenOpening]
    """Open the export of all reminders."""
    close: NotRequired[ScreenClosing]
    """Close the view."""


@final
class UpcomingLine(TypedDict):
    """Overdue reminders, and those due up to the end of next week."""
    seq: int
    """The number of an output line, from 0."""
    view: Literal["upcoming"]
    """The name of a view."""
    cause: str | None
    """The `id` of the line that caused this one."""
    changes: RowChanges
    """The ids of the rows that were added, changed and removed since the last model of this view."""
    model: UpcomingViewModel
    """The whole view model."""
    window: NotRequired[str]
    """A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
    subscription that names a window opens it.
    """


@final
class UpcomingRow(TypedDict):
    reminderId: str
    """A reminder."""
    summary: str
    """The text of a reminder (`SUMMARY` in RFC 5545)."""
    dueDate: str
    """When a reminder is due, or a message is to be deleted."""
    timeText: str
    """The time of day of a reminder."""
    weekdayText: str
    """The weekday or date of a reminder."""
    chatId: NotRequired[str]
    """A chat; unique in a profile."""
    title: NotRequired[str]
    """The display name of a chat."""
    nextText: NotRequired[str]
    """The date on which a reminder comes again once it is done; missing if it does not repeat."""
    actions: NotRequired[UpcomingRowActions]
    """The events that can be sent from here, by name. A `null` in one is for you to fill in."""


@final
class UpcomingRowActions(TypedDict):
    open: NotRequired[ReminderOpening]
    """Open the chat or list that the row is about."""
    complete: NotRequired[ReminderCompleting]
    """Mark the reminder as done."""


@final
class UpcomingSection(TypedDict):
    heading: str
    """The heading of a section of reminders, or of a notification."""
    reminders: list[UpcomingRow]
    """Reminders."""


@final
class UpcomingViewModel(TypedDict):
    """Overdue reminders, and those due up to the end of next week."""
    shouldShowBusy: bool
    """Whether to show that something is loading."""
    shouldShowEmpty: bool
    """Whether to show that the list is empty."""
    shouldShowError: bool
    """Whether to show `errorText`."""
    errorText: str | None
    """What went wrong, and what to do."""
    noticeText: str | None
    """The result of an import, that nothing is due, or a change in a chat that we asked for and is not shown elsewhere.
    """
    noticeRevision: NotRequired[int]
    """Counts the notices, as `errorRevision` does errors."""
    totalCount: int
    """How many items there are, shown or not."""
    sections: list[UpcomingSection]
    """Reminders, grouped by when they are due."""
    actions: NotRequired[UpcomingActions]
    """The events that can be sent from here, by name. A `null` in one is for you to fill in."""


Updates: TypeAlias = 'Literal["whole", "patch"]'


ViewLine: TypeAlias = 'ChatListLine | ChatFormLine | MembersLine | BadgeLine | TransfersLine | RecipientsLine | FoundLine | InboxLine | ContactListLine | ContactFormLine | ContactExportLine | UpcomingLine | ReminderFormLine | ReminderExportLine | MessagesLine | NotificationLine | ConnectionLine'
"""A whole model of a view."""


ViewName: TypeAlias = 'Literal["chatList", "chatForm", "members", "badge", "transfers", "recipients", "found", "inbox", "contactList", "contactForm", "contactExport", "upcoming", "reminderForm", "reminderExport", "messages", "notification", "connection"]'
