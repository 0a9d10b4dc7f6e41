/** The lines of the Telex protocol. Scripts/clients writes this file from `telex schema`. @module */

/** An event to send back. Replace each `null` with a value. */
export type Action = ChatLoading | ChatListing | ChatDraftingAction | ChatCreatingAction | ChatKnocking | ChatRetitlingAction | ChatSettingTopicAction | ChatLeaving | ChatPinningAction | ChatUnpinningAction | ChatMutingAction | ChatUnmutingAction | ChatArchivingAction | ChatUnarchivingAction | ChatMarkingUnreadAction | ChatHidingReceiptsAction | ChatSendingReceiptsAction | InvitationAccepting | InvitationDeclining | MemberListing | MemberInvitingAction | MemberRemoving | MemberIgnoring | MemberUnignoring | MemberAssigningAction | MessageSendingAction | MessageReading | MessageShowingAction | MessageReportingAction | HistoryLoading | HistorySeeking | OutboxRetrying | FileFetching | FileFetchingThumbnail | FileSavingAction | FileCancelling | RevisionEditingAction | RevisionDeleting | RevisionKeeping | ReactionAddingAction | ReactionRemoving | PresenceTyping | PresenceFocusing | PresenceUnfocusing | SearchSearchingAction | SearchOpening | MessageSearchSearchingAction | MessageSearchListing | MessageSearchOpening | MessageSearchSearchingServer | ScreenOpening | ScreenClosing | ContactListing | ContactAddingAction | ContactRenamingAction | ContactDeleting | ContactRestoring | ContactReverting | ContactOpening | ContactImportingAction | ReminderListing | ReminderTypingAction | ReminderAddingAction | ReminderCompleting | ReminderReopening | ReminderRemoving | ReminderReverting | ReminderImportingAction | ReminderOpening | NotificationOpeningReminder | NotificationDismissingReminder | NotificationListing | NotificationOpening | NotificationDismissing | NotificationSnoozingAction | ConnectionRetrying;

/** The server's count of unread messages in a chat, including those not in the store. */
export interface ActivityCounted {
  /** The name of an event: `<subject>.<case>`. */
  event: "activity.counted";
  /** A chat; unique in a profile. */
  chatId: string;
  /** How many messages are unread; in a notification, how many it covers (1 for a reminder, 0 for a reaction). */
  unreadCount: number;
  /** How many unread messages mention us. */
  mentionCount?: number | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** The store has removed a message of ours that was not sent. */
export interface ActivityShortened {
  /** The name of an event: `<subject>.<case>`. */
  event: "activity.shortened";
  /** A chat; unique in a profile. */
  chatId: string;
  /** The last message of a chat; missing if there is none. */
  lastMessage?: ChatLastMessage | null;
}

export interface AddOperation {
  /** The operation of a patch (RFC 6902). */
  op: "add";
  /** What an operation changes (RFC 6901). */
  path: string;
  /** The new value (RFC 6902). */
  value: unknown;
}

/** Move the virtual clock. */
export interface AdvanceLine {
  /** How far to advance the virtual clock, such as `2s`. */
  advance: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

export interface AnsweredMessage {
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** Whether a message is ours, or a member is us. */
  isOwn: boolean;
  /**
   * The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
   * placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
   */
  text: string;
  /**
   * In views, the sender's name in the chat; `You` for us. The `senderId` follows a name that could be mistaken for
   * another. The `program` that sent a message follows in brackets. In events, the sender's name on the network.
   */
  senderName?: string | null;
  /** The sender of a message; missing if the server does not say. */
  senderId?: string | null;
  /**
   * The program that sent our message, by the name that it gave itself: 1 to 32 characters. It stays on this device:
   * the server and other people do not get it, and what they say of it is ignored. Missing if a person sent the
   * message, or another device.
   */
  program?: string | null;
  /** The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`. */
  kind?: MessageKind | null;
  /** Whether a message was edited. */
  isEdited?: boolean | null;
  /** How a message notifies: `silent` (never, and it is never unread), `normal` or `mention`. */
  attention?: Attention | null;
  /** What the sender of a `system` message changed in the chat. */
  change?: ChatChange | null;
  /** The message that a message answers. In a thread, the root if it answers no message in particular. */
  replyToId?: string | null;
  /** Whether a message belongs to a thread. */
  isThreaded?: boolean | null;
  /** Reactions to a message. */
  reactions?: Array<Reaction> | null;
  /** The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap. */
  spans?: Array<TextSpan> | null;
  /** The file of a message of the kind `file`. */
  file?: MessageFile | null;
}

export type ArchiveKeeper = "device" | "server";

export interface AttachedProgram {
  /** The number of a program on a profile; 0 for the owner. */
  number: number;
  /** The command that a program runs, such as `pipe`. */
  command?: string | null;
  /** The number of a process; missing if the system does not say. */
  processId?: number | null;
  /** When the connection entered its state; missing before the first attempt to connect. */
  sinceDate: string;
  /** Whether lines can only look; missing if they can act. */
  isReadOnly?: boolean | null;
}

export interface AttachedRequest {
  /** The version of the protocol. */
  protocol: number;
  /** The number of the program to detach; 0 lists all. */
  detach: number;
}

export type Attention = "silent" | "normal" | "mention";

/** A command for the built-in backend. */
export type BackendCommand = RefuseCommand | DelayCommand | DuplicateCommand | ReorderCommand | OfflineCommand | OnlineCommand | HoldCommand | SayCommand | InviteCommand | KeepCommand;

export interface BackendInvitation {
  chatId: string;
  title: string;
  inviterName?: string | null;
}

/** Tell the built-in backend to fail, or to play the other side. */
export interface BackendLine {
  /** A command for the built-in backend, such as `{"offline":true}`. */
  backend: BackendCommand;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

export interface BackendPage {
  beforeToken: string;
  messages: Array<IncomingMessage>;
  nextToken?: string | null;
}

/** How many messages are unread, over all chats. */
export interface BadgeLine {
  /** The number of an output line, from 0. */
  seq: number;
  /** The name of a view. */
  view: "badge";
  /** The `id` of the line that caused this one. */
  cause: string | null;
  /** The whole view model. */
  model: BadgeViewModel;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

/** How many messages are unread, over all chats. */
export interface BadgeViewModel {
  /** How many messages are unread; in a notification, how many it covers (1 for a reminder, 0 for a reaction). */
  unreadCount: number;
  /** How many unread messages mention us. */
  mentionCount: number;
  /** How many more messages are unread in muted chats; missing for none. */
  mutedCount?: number | null;
}

/** The last line. */
export interface ByeLine {
  /** The number of an output line, from 0. */
  seq: number;
  /** Why the stream ends; the last line. */
  bye: ByeReason;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

export type ByeReason = "eof" | "drainExpired" | "inputFailed" | "storeFailed" | "signal" | "quit" | "ownerLeft" | "detached";

export type ChangeKind = "joined" | "left" | "removed" | "banned" | "renamed" | "retitled" | "topicChanged" | "replaced" | "requested";

export interface Chat {
  /** A chat; unique in a profile. */
  chatId: string;
  /** The display name of a chat. */
  title: string;
  /** The highest position that a message of the chat has had, not counting `system` messages. */
  lastOrder?: number | null;
  /** The position up to which we have read. */
  readUpTo: number;
  /** How many messages are unread; in a notification, how many it covers (1 for a reminder, 0 for a reaction). */
  unreadCount: number;
  /** How many unread messages mention us. */
  mentionCount?: number | null;
  /** The counts of unread messages that only the server has. */
  unloaded?: UnreadCount | null;
  /** The position before which messages are missing; 0 for none. */
  gapPosition?: number | null;
  /** The known members of a chat. */
  members?: Array<ChatMember> | null;
  /** The last message of a chat; missing if there is none. */
  lastMessage?: ChatLastMessage | null;
  /** How many items there are, shown or not. */
  totalCount: number;
  /** The last message of a chat from somebody else. */
  receivedId?: string | null;
  /** The position of the last message from somebody else. */
  receivedUpTo?: number | null;
  /** The last message that we read, kept until the server confirms it. */
  untoldReadId?: string | null;
  /** Whether the chat is end-to-end encrypted. */
  isEncrypted?: boolean | null;
  /** The chat that replaced this one. Nothing more can be sent to this one. */
  successorId?: string | null;
  /** The invitation to a chat that we have not joined. */
  invitation?: Invitation | null;
  /** What we have typed and not sent; in a list, as one line. */
  draftText?: string | null;
  /** How many members the server counts, known or not, including us. */
  memberCount?: number | null;
  /** How we have arranged a chat; other members do not see it. */
  settings?: ChatSettings | null;
  /** What the server has instead of our `settings` of a chat; missing if it has these. */
  serverSettings?: ChatSettings | null;
  /**
   * The sort key of the chat in the list if only ignored people have written since. Otherwise missing: `lastOrder` is
   * the sort key.
   */
  heldOrder?: number | null;
  /**
   * What the server lets us do in a chat (`retitle`, `setTopic`, `invite`, `leave`, `report` for messages) or with a
   * member (`remove`, `setRole`). Missing for a chat if it does not say, and for a member if nothing.
   */
  rights?: Array<ChatRight> | null;
  /** What a chat is about, in views on one line; missing or empty for nothing. */
  topic?: string | null;
}

/** Archive a chat: move it to the end of the list until an unmuted message comes. */
export interface ChatArchiving {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.archiving";
  /** A chat; unique in a profile. */
  chatId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Archive a chat: move it to the end of the list until an unmuted message comes. */
export interface ChatArchivingAction {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.archiving";
  /** A chat; unique in a profile. */
  chatId: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

export interface ChatChange {
  /**
   * The change: `joined`, `left`, `removed` or `banned` (the user `userId`), `renamed` (the sender), `retitled` (the
   * chat), `topicChanged`, `replaced` (by another chat) or `requested` (to join).
   */
  changeKind: ChangeKind;
  /** A user of the server, as in `senderId`. In `hello`, our own id; missing without a login. */
  userId?: string | null;
  /** The name before a change; missing for none. */
  oldValue?: string | null;
  /** The name, title or topic after a change; missing for none. */
  newValue?: string | null;
  /** A sentence that says why something failed, was refused, or waits although there is a connection. */
  reason?: string | null;
}

/** The server did not change the title, the topic or the members of a chat. */
export interface ChatChangeFailed {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.changeFailed";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A sentence that says why something failed, was refused, or waits although there is a connection. */
  reason: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** The server refused the settings of a chat. They apply on this device, and Telex retries after it reconnects. */
export interface ChatConfigureFailed {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.configureFailed";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A sentence that says why something failed, was refused, or waits although there is a connection. */
  reason: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/**
 * The server keeps these settings of a chat. Without `isComplete`, it knows neither `mutedUntil` nor `archiveKeeper`.
 */
export interface ChatConfigured {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.configured";
  /** A chat; unique in a profile. */
  chatId: string;
  /** The place among the pinned chats, from 0 to 1,000,000,000, the lowest first; missing if the chat is not pinned. */
  pinOrder?: number | null;
  /** How a chat is muted; missing if it is not. */
  muted?: ChatSettingsMute | null;
  /**
   * What moves an archived chat back into the list when a message comes: this `device` or the `server`. Missing if the
   * chat is not archived.
   */
  archiveKeeper?: ArchiveKeeper | null;
  /** Whether we have marked a chat as unread, and not read it since. */
  isMarkedUnread?: boolean | null;
  /** Whether others see what we read, and that we type. */
  sendsReceipts?: boolean | null;
  /** Whether all members, all ignored people or all settings of a chat are given. */
  isComplete?: boolean | null;
  /** Whether the server confirms our last request. */
  isAnswer?: boolean | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** The server could not create the chat. */
export interface ChatCreateFailed {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.createFailed";
  /** A sentence that says why something failed, was refused, or waits although there is a connection. */
  reason: string;
  /** The people found by a search, or matched by a name. */
  recipients?: Array<string> | null;
  /** Whether the chat accepts requests to join. */
  canKnock?: boolean | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** The server created the requested chat, or already had it. */
export interface ChatCreated {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.created";
  /** A chat; unique in a profile. */
  chatId: string;
  /** The display name of a chat. */
  title: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Start a chat with somebody. With `title`, a group with the people in `recipient`, separated by commas. */
export interface ChatCreating {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.creating";
  /** The person to start a chat with, or to invite: a name, a user name or an address. */
  recipient: string;
  /** The display name of a chat. */
  title?: string | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Start a chat with somebody. With `title`, a group with the people in `recipient`, separated by commas. */
export interface ChatCreatingAction {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.creating";
  /** The person to start a chat with, or to invite: a name, a user name or an address. */
  recipient: string | null;
  /** The display name of a chat. */
  title?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

/** Keep what is typed in a chat and not sent. An empty text removes it. */
export interface ChatDrafting {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.drafting";
  /** A chat; unique in a profile. */
  chatId: string;
  /**
   * The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
   * placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
   */
  text: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Keep what is typed in a chat and not sent. An empty text removes it. */
export interface ChatDraftingAction {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.drafting";
  /** A chat; unique in a profile. */
  chatId: string;
  /**
   * The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
   * placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
   */
  text: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

export interface ChatFormActions {
  /** Start the chat. */
  create?: (ChatCreatingAction) & { recipient: null; };
  /** Start a group with a title. The names of its people are separated by commas. */
  createGroup?: (ChatCreatingAction) & { recipient: null; title: null; };
  /** Ask to join the chat. */
  knock?: ChatKnocking;
  /** Search for people while a name is typed. */
  search?: (SearchSearchingAction) & { query: null; };
  /** Close the view. */
  close?: ScreenClosing;
}

/** The form that starts a chat. */
export interface ChatFormLine {
  /** The number of an output line, from 0. */
  seq: number;
  /** The name of a view. */
  view: "chatForm";
  /** The `id` of the line that caused this one. */
  cause: string | null;
  /** The whole view model. */
  model: ChatFormViewModel;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

/** The form that starts a chat. */
export interface ChatFormViewModel {
  /** Whether to show that something is loading. */
  shouldShowBusy: boolean;
  /** Whether to show `errorText`. */
  shouldShowError: boolean;
  /** What went wrong, and what to do. */
  errorText: string | null;
  /** The person to start a chat with, or to invite: a name, a user name or an address. */
  recipient: string;
  /** Counts refusals, so that a repeated `errorText` can be noticed. */
  errorRevision?: number;
  /** The events that can be sent from here, by name. A `null` in one is for you to fill in. */
  actions?: ChatFormActions;
}

/**
 * Tell others neither what we read nor that we type. Without `chatId`, in all chats that have no setting of their own.
 */
export interface ChatHidingReceipts {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.hidingReceipts";
  /** A chat; unique in a profile. */
  chatId?: string | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/**
 * Tell others neither what we read nor that we type. Without `chatId`, in all chats that have no setting of their own.
 */
export interface ChatHidingReceiptsAction {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.hidingReceipts";
  /** A chat; unique in a profile. */
  chatId?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

/** The server has our request to join. */
export interface ChatKnocked {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.knocked";
  /** A chat; unique in a profile. */
  chatId: string;
  /** The display name of a chat. */
  title: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Ask to join a chat that accepts requests. */
export interface ChatKnocking {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.knocking";
  /** The person to start a chat with, or to invite: a name, a user name or an address. */
  recipient: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

export interface ChatLastMessage {
  /** A message; unique in its chat. */
  messageId: string;
  /**
   * A position in this store's order: of a message in its chat, of the first message after a gap, or of an invitation
   * in the list of chats.
   */
  position: number;
  /** Whether a message is ours, or a member is us. */
  isOwn: boolean;
  /**
   * The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
   * placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
   */
  text: string;
  /**
   * In views, the sender's name in the chat; `You` for us. The `senderId` follows a name that could be mistaken for
   * another. The `program` that sent a message follows in brackets. In events, the sender's name on the network.
   */
  senderName?: string | null;
  /** The sender of a message; missing if the server does not say. */
  senderId?: string | null;
  /**
   * The program that sent our message, by the name that it gave itself: 1 to 32 characters. It stays on this device:
   * the server and other people do not get it, and what they say of it is ignored. Missing if a person sent the
   * message, or another device.
   */
  program?: string | null;
  /** The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`. */
  kind?: MessageKind | null;
  /** Whether a message was edited. */
  isEdited?: boolean | null;
  /** How a message notifies: `silent` (never, and it is never unread), `normal` or `mention`. */
  attention?: Attention | null;
  /** What the sender of a `system` message changed in the chat. */
  change?: ChatChange | null;
  /** The message that a message answers. In a thread, the root if it answers no message in particular. */
  replyToId?: string | null;
  /** Whether a message belongs to a thread. */
  isThreaded?: boolean | null;
  /** Reactions to a message. */
  reactions?: Array<Reaction> | null;
  /** The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap. */
  spans?: Array<TextSpan> | null;
  /** The file of a message of the kind `file`. */
  file?: MessageFile | null;
  /** When a message was sent; in a recording, when an event was read. */
  date: string;
}

/** Leave a chat. */
export interface ChatLeaving {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.leaving";
  /** A chat; unique in a profile. */
  chatId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

export interface ChatListActions {
  /** Show more rows. */
  loadMore?: ChatListing;
  /** Try again. */
  retry?: ChatLoading;
  /** Open the form that starts a chat. */
  newChat?: ScreenOpening;
  /** Search for people while a name is typed. */
  search?: (SearchSearchingAction) & { query: null; };
  /** Search for messages. */
  searchMessages?: (MessageSearchSearchingAction) & { query: null; };
  /** Pin the chat, or move it behind the other pinned chats. */
  pin?: (ChatPinningAction) & { chatId: null; };
  /** Unpin the chat. */
  unpin?: (ChatUnpinningAction) & { chatId: null; };
  /** Mute the chat until `dueText` or, if that is empty, indefinitely. */
  mute?: (ChatMutingAction) & { chatId: null; dueText: null; };
  /** Unmute the chat. */
  unmute?: (ChatUnmutingAction) & { chatId: null; };
  /** Archive the chat: move it to the end of the list until an unmuted message comes. */
  archive?: (ChatArchivingAction) & { chatId: null; };
  /** Move the archived chat back into the list. */
  unarchive?: (ChatUnarchivingAction) & { chatId: null; };
  /** Mark the chat as unread, until it is read. */
  markUnread?: (ChatMarkingUnreadAction) & { chatId: null; };
  /** Tell others neither what we read in a chat, nor that we type. */
  hideReceipts?: (ChatHidingReceiptsAction) & { chatId: null; };
  /** Tell others what we read in a chat, and that we type. */
  sendReceipts?: (ChatSendingReceiptsAction) & { chatId: null; };
  /** Open the address book. */
  openContacts?: ScreenOpening;
  /** Open the reminders. */
  openReminders?: ScreenOpening;
}

export interface ChatListLastMessage {
  /** A message; unique in its chat. */
  messageId: string;
  /** Whether a message is ours, or a member is us. */
  isOwn: boolean;
  /** The sender of a message; missing if the server does not say. */
  senderId?: string;
  /**
   * In views, the sender's name in the chat; `You` for us. The `senderId` follows a name that could be mistaken for
   * another. The `program` that sent a message follows in brackets. In events, the sender's name on the network.
   */
  senderName?: string;
  /** The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`. */
  kind: MessageKind;
  /** The first 120 characters of a message on one line, then `…` if there is more. */
  excerpt: string;
  /** When a message was sent; in a recording, when an event was read. */
  date: string;
}

/** The list of chats: invitations, then pinned chats, then the others, then archived ones. */
export interface ChatListLine {
  /** The number of an output line, from 0. */
  seq: number;
  /** The name of a view. */
  view: "chatList";
  /** The `id` of the line that caused this one. */
  cause: string | null;
  /** The ids of the rows that were added, changed and removed since the last model of this view. */
  changes: RowChanges;
  /** The whole view model. */
  model: ChatListViewModel;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

export interface ChatListRow {
  /** A chat; unique in a profile. */
  chatId: string;
  /** The display name of a chat. */
  title: string;
  /** The last message of a chat; missing if there is none. */
  lastMessage?: ChatListLastMessage;
  /** A message or a reminder on one line, with its sender's name where needed. */
  previewText: string;
  /** When a message was sent, or a reminder was due. */
  dateText: string;
  /** The part of the list of chats: `invitations`, `pinned`, `chats` or `archived`. */
  section: ChatSection;
  /** How many messages are unread; in a notification, how many it covers (1 for a reminder, 0 for a reaction). */
  unreadCount: number;
  /** How many unread messages mention us. */
  mentionCount: number;
  /** Whether we have marked a chat as unread, and not read it since. */
  isMarkedUnread: boolean;
  /** How a chat is muted; missing if it is not. */
  muted?: ChatSettingsMute;
  /** Whether and until when a chat is muted; missing if it is not. */
  muteText?: string;
  /** Whether others see what we read, and that we type. */
  sendsReceipts: boolean;
  /** Whether the chat is end-to-end encrypted. */
  isEncrypted: boolean;
  /** The chat that replaced this one. Nothing more can be sent to this one. */
  successorId?: string;
  /** Who invites us, and the state of our answer. */
  invitationText?: string;
  /** What we have typed and not sent; in a list, as one line. */
  draftText?: string;
  /** The events that can be sent from here, by name. A `null` in one is for you to fill in. */
  actions?: ChatListRowActions;
}

export interface ChatListRowActions {
  /** Open the chat or list that the row is about. */
  open?: ScreenOpening;
  /** Accept the invitation. */
  accept?: InvitationAccepting;
  /** Decline the invitation. */
  decline?: InvitationDeclining;
  /** Ignore the person in all chats. */
  ignore?: MemberIgnoring;
}

/** The list of chats: invitations, then pinned chats, then the others, then archived ones. */
export interface ChatListViewModel {
  /** Whether to show that something is loading. */
  shouldShowBusy: boolean;
  /** Whether to show that the list is empty. */
  shouldShowEmpty: boolean;
  /** Whether to show `errorText`. */
  shouldShowError: boolean;
  /** What went wrong, and what to do. */
  errorText: string | null;
  /** How many items there are, shown or not. */
  totalCount: number;
  /** Chats. In a list, the chat with the latest message comes first. */
  chats: Array<ChatListRow>;
  /** Whether others see what we read, and that we type. */
  sendsReceipts: boolean;
  /** The events that can be sent from here, by name. A `null` in one is for you to fill in. */
  actions?: ChatListActions;
}

/** Show this many chats. */
export interface ChatListing {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.listing";
  /** The most rows that a list shows. */
  rowLimit: number;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** The store cannot be read. */
export interface ChatLoadFailed {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.loadFailed";
  /** A sentence that says why something failed, was refused, or waits although there is a connection. */
  reason: string;
}

/** The store has these chats, and others that are not loaded yet. */
export interface ChatLoaded {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.loaded";
  /** Chats. In a list, the chat with the latest message comes first. */
  chats: Array<Chat>;
  /** The chats that are stored and not loaded yet. */
  others?: OtherChats | null;
  /** Ignored people, and people no longer ignored. */
  ignored?: Array<IgnoredPerson> | null;
  /** Whether others see what we read, and that we type. */
  sendsReceipts?: boolean | null;
}

/** Load the list of chats again, after an error. */
export interface ChatLoading {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.loading";
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Mark a chat as unread, until it is read. */
export interface ChatMarkingUnread {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.markingUnread";
  /** A chat; unique in a profile. */
  chatId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Mark a chat as unread, until it is read. */
export interface ChatMarkingUnreadAction {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.markingUnread";
  /** A chat; unique in a profile. */
  chatId: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

export interface ChatMember {
  /** A user of the server, as in `senderId`. In `hello`, our own id; missing without a login. */
  userId: string;
  /** A user's name in a chat. Anybody can choose any name. */
  name?: string | null;
  /** The membership: `joined`, `invited`, `requested` (to join) or `left`; missing if unknown. */
  standing?: ChatMemberStanding | null;
  /** The power of a member: `admin`, `moderator` or, if missing, that of any `member`. */
  role?: ChatMemberRole | null;
  /**
   * What the server lets us do in a chat (`retitle`, `setTopic`, `invite`, `leave`, `report` for messages) or with a
   * member (`remove`, `setRole`). Missing for a chat if it does not say, and for a member if nothing.
   */
  rights?: Array<ChatMemberRight> | null;
  /** Whether a message is ours, or a member is us. */
  isOwn?: boolean | null;
  /** Whether a name could be mistaken for somebody else's. It is then shown with the id. */
  isMisleading?: boolean | null;
}

export type ChatMemberRight = "remove" | "setRole";

export type ChatMemberRole = "admin" | "moderator" | "member";

export type ChatMemberStanding = "joined" | "invited" | "requested" | "left";

/** The mute of a chat has ended. */
export interface ChatMuteEnded {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.muteEnded";
}

/** Mute a chat until `dueText` or, if that is empty, indefinitely. */
export interface ChatMuting {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.muting";
  /** A chat; unique in a profile. */
  chatId: string;
  /** When a reminder is due, a notification comes back or a mute ends, as typed; for a mute, empty for never. */
  dueText?: string | null;
  /** Whether messages that mention us notify although the chat is muted. */
  keepsMentions?: boolean | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Mute a chat until `dueText` or, if that is empty, indefinitely. */
export interface ChatMutingAction {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.muting";
  /** A chat; unique in a profile. */
  chatId: string | null;
  /** When a reminder is due, a notification comes back or a mute ends, as typed; for a mute, empty for never. */
  dueText?: string | null;
  /** Whether messages that mention us notify although the chat is muted. */
  keepsMentions?: boolean | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

/** Pin a chat, or move a pinned chat to another place. */
export interface ChatPinning {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.pinning";
  /** A chat; unique in a profile. */
  chatId: string;
  /** The pinned chat before which a chat is pinned; missing for after all of them. */
  beforeId?: string | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Pin a chat, or move a pinned chat to another place. */
export interface ChatPinningAction {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.pinning";
  /** A chat; unique in a profile. */
  chatId: string | null;
  /** The pinned chat before which a chat is pinned; missing for after all of them. */
  beforeId?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

/** Give a chat another title, for all its members. */
export interface ChatRetitling {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.retitling";
  /** A chat; unique in a profile. */
  chatId: string;
  /** The display name of a chat. */
  title: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Give a chat another title, for all its members. */
export interface ChatRetitlingAction {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.retitling";
  /** A chat; unique in a profile. */
  chatId: string;
  /** The display name of a chat. */
  title: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

export type ChatRight = "retitle" | "setTopic" | "invite" | "leave" | "report";

export type ChatSection = "archived" | "chats" | "pinned" | "invitations";

/** Tell others what we read and that we type. Without `chatId`, in all chats that have no setting of their own. */
export interface ChatSendingReceipts {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.sendingReceipts";
  /** A chat; unique in a profile. */
  chatId?: string | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Tell others what we read and that we type. Without `chatId`, in all chats that have no setting of their own. */
export interface ChatSendingReceiptsAction {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.sendingReceipts";
  /** A chat; unique in a profile. */
  chatId?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

/** Set the topic of a chat for all its members. An empty topic removes it. */
export interface ChatSettingTopic {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.settingTopic";
  /** A chat; unique in a profile. */
  chatId: string;
  /** What a chat is about, in views on one line; missing or empty for nothing. */
  topic: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Set the topic of a chat for all its members. An empty topic removes it. */
export interface ChatSettingTopicAction {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.settingTopic";
  /** A chat; unique in a profile. */
  chatId: string;
  /** What a chat is about, in views on one line; missing or empty for nothing. */
  topic: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

export interface ChatSettings {
  /** The place among the pinned chats, from 0 to 1,000,000,000, the lowest first; missing if the chat is not pinned. */
  pinOrder?: number | null;
  /** How a chat is muted; missing if it is not. */
  muted?: ChatSettingsMute | null;
  /**
   * What moves an archived chat back into the list when a message comes: this `device` or the `server`. Missing if the
   * chat is not archived.
   */
  archiveKeeper?: ArchiveKeeper | null;
  /** Whether we have marked a chat as unread, and not read it since. */
  isMarkedUnread?: boolean | null;
  /** Whether others see what we read, and that we type. */
  sendsReceipts?: boolean | null;
}

export interface ChatSettingsMute {
  /** When a muted chat notifies again; missing for never. */
  mutedUntil?: string | null;
  /** Whether messages that mention us notify although the chat is muted. */
  keepsMentions?: boolean | null;
}

/** The server has these chats. */
export interface ChatSynced {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.synced";
  /** Chats. In a list, the chat with the latest message comes first. */
  chats: Array<ServerChat>;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Move an archived chat back into the list. */
export interface ChatUnarchiving {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.unarchiving";
  /** A chat; unique in a profile. */
  chatId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Move an archived chat back into the list. */
export interface ChatUnarchivingAction {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.unarchiving";
  /** A chat; unique in a profile. */
  chatId: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

/** Unmute a chat. */
export interface ChatUnmuting {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.unmuting";
  /** A chat; unique in a profile. */
  chatId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Unmute a chat. */
export interface ChatUnmutingAction {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.unmuting";
  /** A chat; unique in a profile. */
  chatId: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

/** Unpin a chat. */
export interface ChatUnpinning {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.unpinning";
  /** A chat; unique in a profile. */
  chatId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Unpin a chat. */
export interface ChatUnpinningAction {
  /** The name of an event: `<subject>.<case>`. */
  event: "chat.unpinning";
  /** A chat; unique in a profile. */
  chatId: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

/** A new day has started in the user's time zone. */
export interface ClockDayChanged {
  /** The name of an event: `<subject>.<case>`. */
  event: "clock.dayChanged";
}

/** Close a window. */
export interface CloseWindowLine {
  /** Close the window that it names. */
  closeWindow: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
}

/** A view was closed. */
export interface ClosedLine {
  /** The number of an output line, from 0. */
  seq: number;
  /** The name of a view. */
  view: ViewName;
  /** The `id` of the line that caused this one. */
  cause: string | null;
  /** The view is closed. */
  closed: true;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

export interface ConnectionActions {
  /** Try again. */
  retry?: ConnectionRetrying;
}

/** Connected, and everything on the server has been fetched. */
export interface ConnectionConnected {
  /** The name of an event: `<subject>.<case>`. */
  event: "connection.connected";
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** The connection is lost. With `offlineReason`, programs know why. */
export interface ConnectionDisconnected {
  /** The name of an event: `<subject>.<case>`. */
  event: "connection.disconnected";
  /** A sentence that says why something failed, was refused, or waits although there is a connection. */
  reason: string;
  /**
   * Why there is no connection: `unreachable`, `loggedOut` (the login expired, or you logged out here), `revoked` (the
   * server no longer accepts the login), `rateLimited` or `certificate`.
   */
  offlineReason?: OfflineReason | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** The state of the connection to the server. */
export interface ConnectionLine {
  /** The number of an output line, from 0. */
  seq: number;
  /** The name of a view. */
  view: "connection";
  /** The `id` of the line that caused this one. */
  cause: string | null;
  /** The whole view model. */
  model: ConnectionViewModel;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

/** While connecting: `doneCount` of `totalCount` chats have been fetched. */
export interface ConnectionProgressed {
  /** The name of an event: `<subject>.<case>`. */
  event: "connection.progressed";
  /** How many of `totalCount` are done; of a file, how many bytes of `byteCount`. */
  doneCount: number;
  /** How many items there are, shown or not. */
  totalCount: number;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Connect now instead of waiting. */
export interface ConnectionRetrying {
  /** The name of an event: `<subject>.<case>`. */
  event: "connection.retrying";
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** The live channel of a chat is closed. */
export interface ConnectionSocketClosed {
  /** The name of an event: `<subject>.<case>`. */
  event: "connection.socketClosed";
  /** A chat; unique in a profile. */
  chatId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** The live channel of a chat is open. */
export interface ConnectionSocketOpened {
  /** The name of an event: `<subject>.<case>`. */
  event: "connection.socketOpened";
  /** A chat; unique in a profile. */
  chatId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

export type ConnectionState = "offline" | "connecting" | "online";

/** The state of the connection to the server. */
export interface ConnectionViewModel {
  /** `offline`, `connecting` or `online`. */
  connectionState: ConnectionState;
  /**
   * Why there is no connection: `unreachable`, `loggedOut` (the login expired, or you logged out here), `revoked` (the
   * server no longer accepts the login), `rateLimited` or `certificate`.
   */
  offlineReason?: OfflineReason;
  /** The state of a connection, or the time or state of a message. */
  statusText: string;
  /** When the connection entered its state; missing before the first attempt to connect. */
  sinceDate?: string;
  /** When the connection entered its state, as text. */
  sinceText: string;
  /** How many messages are waiting to be sent. */
  queuedCount: number;
  /**
   * Which message holds up those after it in its chat, although there is a connection, and why; missing if none does.
   */
  heldText?: string;
  /** The progress of connecting, or of the transfer of a file: how much, how fast, and how long the rest takes. */
  progressText?: string;
  /** The chat with an open live channel. */
  liveChatId?: string;
  /** The events that can be sent from here, by name. A `null` in one is for you to fill in. */
  actions?: ConnectionActions;
}

export interface Contact {
  /** A contact in the address book. */
  contactId: string;
  /** A contact's first name. */
  firstName: string;
  /** A contact's last name. */
  lastName: string;
  /** A chat; unique in a profile. */
  chatId?: string | null;
  /** The content lines of a contact's vCard, without the name. */
  vcardLines: string;
}

/** Add a contact. */
export interface ContactAdding {
  /** The name of an event: `<subject>.<case>`. */
  event: "contact.adding";
  /** A contact's first name. */
  firstName: string;
  /** A contact's last name. */
  lastName: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Add a contact. */
export interface ContactAddingAction {
  /** The name of an event: `<subject>.<case>`. */
  event: "contact.adding";
  /** A contact's first name. */
  firstName: string | null;
  /** A contact's last name. */
  lastName: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

/** Delete a contact; the chat with them stays. */
export interface ContactDeleting {
  /** The name of an event: `<subject>.<case>`. */
  event: "contact.deleting";
  /** A contact in the address book. */
  contactId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

export interface ContactExportActions {
  /** Close the view. */
  close?: ScreenClosing;
}

/** All contacts as a vCard file. */
export interface ContactExportLine {
  /** The number of an output line, from 0. */
  seq: number;
  /** The name of a view. */
  view: "contactExport";
  /** The `id` of the line that caused this one. */
  cause: string | null;
  /** The whole view model. */
  model: ContactExportViewModel;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

/** All contacts as a vCard file. */
export interface ContactExportViewModel {
  /** Whether to show that something is loading. */
  shouldShowBusy: boolean;
  /** What went wrong, and what to do. */
  errorText?: string;
  /** How many items there are, shown or not. */
  totalCount: number;
  /** Contacts as vCards (RFC 6350). */
  vcard: string;
  /** The events that can be sent from here, by name. A `null` in one is for you to fill in. */
  actions?: ContactExportActions;
}

export interface ContactFormActions {
  /** Save the form. In a message, copy its file to a path of yours; download it first if necessary. */
  save?: (ContactAddingAction | ContactRenamingAction) & { firstName: null; lastName: null; };
  /** Close the view. */
  close?: ScreenClosing;
}

/** The form for a contact. */
export interface ContactFormLine {
  /** The number of an output line, from 0. */
  seq: number;
  /** The name of a view. */
  view: "contactForm";
  /** The `id` of the line that caused this one. */
  cause: string | null;
  /** The whole view model. */
  model: ContactFormViewModel;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

/** The form for a contact. */
export interface ContactFormViewModel {
  /** Whether to show that something is loading. */
  shouldShowBusy: boolean;
  /** Whether to show `errorText`. */
  shouldShowError: boolean;
  /** What went wrong, and what to do. */
  errorText: string | null;
  /** A contact in the address book. */
  contactId: string | null;
  /** A contact's first name. */
  firstName: string;
  /** A contact's last name. */
  lastName: string;
  /** Counts refusals, so that a repeated `errorText` can be noticed. */
  errorRevision?: number;
  /** The events that can be sent from here, by name. A `null` in one is for you to fill in. */
  actions?: ContactFormActions;
}

/** Add the contacts of a vCard file (RFC 6350). */
export interface ContactImporting {
  /** The name of an event: `<subject>.<case>`. */
  event: "contact.importing";
  /** Contacts as vCards (RFC 6350). */
  vcard: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Add the contacts of a vCard file (RFC 6350). */
export interface ContactImportingAction {
  /** The name of an event: `<subject>.<case>`. */
  event: "contact.importing";
  /** Contacts as vCards (RFC 6350). */
  vcard: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

export interface ContactListActions {
  /** Show more rows. */
  loadMore?: ContactListing;
  /** Try again. */
  retry?: ScreenOpening;
  /**
   * Undo the last change: remove the added reminder, reopen the completed one, restore the deleted contact, or revert
   * an import.
   */
  undo?: ContactRestoring | ContactReverting;
  /** Open the form that adds a contact or a reminder. */
  add?: ScreenOpening;
  /** Add the contacts of a vCard file. */
  importContacts?: (ContactImportingAction) & { vcard: null; };
  /** Open the export of all contacts. */
  exportContacts?: ScreenOpening;
  /** Close the view. */
  close?: ScreenClosing;
}

/** The address book. */
export interface ContactListLine {
  /** The number of an output line, from 0. */
  seq: number;
  /** The name of a view. */
  view: "contactList";
  /** The `id` of the line that caused this one. */
  cause: string | null;
  /** The ids of the rows that were added, changed and removed since the last model of this view. */
  changes: RowChanges;
  /** The whole view model. */
  model: ContactListViewModel;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

export interface ContactListRow {
  /** A contact in the address book. */
  contactId: string;
  /** A contact's first and last name. */
  fullName: string;
  /** A contact's initials. */
  initials: string;
  /** A detail that distinguishes contacts with the same name. */
  detailText: string;
  /** The events that can be sent from here, by name. A `null` in one is for you to fill in. */
  actions?: ContactListRowActions;
}

export interface ContactListRowActions {
  /** Open the chat or list that the row is about. */
  open?: ContactOpening;
  /** Edit it. */
  edit?: ScreenOpening;
  /** Delete it. */
  delete?: ContactDeleting;
}

/** The address book. */
export interface ContactListViewModel {
  /** Whether to show that something is loading. */
  shouldShowBusy: boolean;
  /** Whether to show that the list is empty. */
  shouldShowEmpty: boolean;
  /** Whether to show `errorText`. */
  shouldShowError: boolean;
  /** What went wrong, and what to do. */
  errorText: string | null;
  /**
   * The result of an import, that nothing is due, or a change in a chat that we asked for and is not shown elsewhere.
   */
  noticeText: string | null;
  /** How many items there are, shown or not. */
  totalCount: number;
  /** The index of the contact added last, from 0 in the full list; `null` if there is none. */
  newestIndex: number | null;
  /** Contacts. */
  contacts: Array<ContactListRow>;
  /** Counts the notices, as `errorRevision` does errors. */
  noticeRevision?: number;
  /** The events that can be sent from here, by name. A `null` in one is for you to fill in. */
  actions?: ContactListActions;
}

/** Show this many contacts. */
export interface ContactListing {
  /** The name of an event: `<subject>.<case>`. */
  event: "contact.listing";
  /** The most rows that a list shows. */
  rowLimit: number;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** The store cannot be read. */
export interface ContactLoadFailed {
  /** The name of an event: `<subject>.<case>`. */
  event: "contact.loadFailed";
  /** A sentence that says why something failed, was refused, or waits although there is a connection. */
  reason: string;
}

/** The store has these contacts. */
export interface ContactLoaded {
  /** The name of an event: `<subject>.<case>`. */
  event: "contact.loaded";
  /** Contacts. */
  contacts: Array<Contact>;
}

/** Open the chat with a contact; start one if there is none. */
export interface ContactOpening {
  /** The name of an event: `<subject>.<case>`. */
  event: "contact.opening";
  /** A contact in the address book. */
  contactId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Rename a contact. */
export interface ContactRenaming {
  /** The name of an event: `<subject>.<case>`. */
  event: "contact.renaming";
  /** A contact in the address book. */
  contactId: string;
  /** A contact's first name. */
  firstName: string;
  /** A contact's last name. */
  lastName: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Rename a contact. */
export interface ContactRenamingAction {
  /** The name of an event: `<subject>.<case>`. */
  event: "contact.renaming";
  /** A contact in the address book. */
  contactId: string;
  /** A contact's first name. */
  firstName: string | null;
  /** A contact's last name. */
  lastName: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

/** Bring back the contact that was deleted last in this window. */
export interface ContactRestoring {
  /** The name of an event: `<subject>.<case>`. */
  event: "contact.restoring";
  /** A contact in the address book. */
  contactId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Take back the last import in this window. */
export interface ContactReverting {
  /** The name of an event: `<subject>.<case>`. */
  event: "contact.reverting";
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

export type ControlName = "subscribe" | "unsubscribe" | "closeWindow" | "advance" | "backend";

export interface CountPlace {
  /** The number of a chat in the store. Only in recordings. */
  chatNumber: number;
  /**
   * A position in this store's order: of a message in its chat, of the first message after a gap, or of an invitation
   * in the list of chats.
   */
  position: number;
}

/** Delay the next post by this time. */
export interface DelayCommand {
  delay: string;
}

export type Delivery = "received" | "sending" | "waiting" | "sent" | "failed" | "deleting";

/** Deliver the next message twice. */
export interface DuplicateCommand {
  duplicate: true;
}

export interface EarlyEntry {
  /** A message; unique in its chat. */
  messageId: string;
  /** Reactions to a message. */
  reactions: Array<Reaction>;
}

export type ErrorCode = "notUTF8" | "notJSON" | "notObject" | "tooLong" | "tooDeep" | "noEvent" | "ambiguous" | "unknownEvent" | "insideEvent" | "networkEvent" | "readOnly" | "unopenedFile" | "unknownView" | "unknownWindow" | "tooManyWindows" | "missingMember" | "mistypedMember" | "notVirtual" | "unsupported" | "storeFailed" | "unfinished";

/** A line was rejected and changed nothing; with code `unfinished`, its request did not end in time. */
export interface ErrorLine {
  /** The number of an output line, from 0. */
  seq: number;
  /** Why a line was rejected or did not finish. */
  error: LineError;
  /** The `id` of the line that caused this one. */
  cause: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

/** An event in a recording. */
export type Event = ChatLoading | ChatLoaded | ChatLoadFailed | ChatSynced | ChatListing | ChatDrafting | ChatCreating | ChatCreated | ChatCreateFailed | ChatKnocking | ChatKnocked | ChatRetitling | ChatSettingTopic | ChatLeaving | ChatChangeFailed | ChatPinning | ChatUnpinning | ChatMuting | ChatUnmuting | ChatMuteEnded | ChatArchiving | ChatUnarchiving | ChatMarkingUnread | ChatHidingReceipts | ChatSendingReceipts | ChatConfigured | ChatConfigureFailed | ActivityShortened | ActivityCounted | InvitationReceived | InvitationRequested | InvitationAccepting | InvitationDeclining | InvitationAccepted | InvitationDeclined | InvitationFailed | MemberSynced | MemberListing | MemberInviting | MemberRemoving | MemberIgnoring | MemberUnignoring | MemberIgnoredSynced | MemberIgnoreFailed | MemberAssigning | MessageSending | MessageSent | MessageSendFailed | MessageDelivered | MessageReceived | MessageReading | MessageShowing | MessageRead | MessageReadByOther | MessageReporting | MessageReported | MessageReportFailed | HistoryLoading | HistorySeeking | HistoryLoaded | HistoryLoadFailed | HistorySynced | HistoryFetched | OutboxLoaded | OutboxQueued | OutboxRetrying | FileFetching | FileFetchingThumbnail | FileSaving | FileCancelling | FileTaken | FileRefused | FileUploaded | FileProgressed | FileFetched | FileThumbnailFetched | FileThumbnailFailed | FileSaved | FileFailed | FileKept | FileDropped | FileUnused | RevisionEditing | RevisionDeleting | RevisionKeeping | RevisionCameDue | RevisionFlushing | RevisionEdited | RevisionDeleted | RevisionFailed | RevisionPostponed | ReactionAdding | ReactionRemoving | ReactionAdded | ReactionRemoved | ReactionListed | ReactionFailed | PresenceTypingStarted | PresenceTypingStopped | PresenceTyping | PresenceFocusing | PresenceUnfocusing | SearchSearching | SearchFound | SearchOpening | MessageSearchSearching | MessageSearchListing | MessageSearchOpening | MessageSearchFound | MessageSearchCounted | MessageSearchFailed | MessageSearchSearchingServer | MessageSearchServerFound | MessageSearchServerChecked | MessageSearchServerFailed | InboxFollowing | InboxLeaving | InboxLoaded | InboxLoadFailed | ScreenOpening | ScreenClosing | ContactLoaded | ContactLoadFailed | ContactListing | ContactAdding | ContactRenaming | ContactDeleting | ContactRestoring | ContactReverting | ContactOpening | ContactImporting | ReminderLoaded | ReminderLoadFailed | ReminderListing | ReminderTyping | ReminderAdding | ReminderCompleting | ReminderReopening | ReminderRemoving | ReminderReverting | ReminderImporting | ReminderOpening | ReminderCameDue | NotificationOpeningReminder | NotificationDismissingReminder | NotificationListing | NotificationOpening | NotificationDismissing | NotificationSnoozing | NotificationCameDue | ConnectionConnected | ConnectionProgressed | ConnectionDisconnected | ConnectionRetrying | ConnectionSocketOpened | ConnectionSocketClosed | ClockDayChanged;

/** An event that a line can send. */
export type EventLine = ChatLoading | ChatSynced | ChatListing | ChatDrafting | ChatCreating | ChatCreated | ChatCreateFailed | ChatKnocking | ChatKnocked | ChatRetitling | ChatSettingTopic | ChatLeaving | ChatChangeFailed | ChatPinning | ChatUnpinning | ChatMuting | ChatUnmuting | ChatArchiving | ChatUnarchiving | ChatMarkingUnread | ChatHidingReceipts | ChatSendingReceipts | ChatConfigured | ChatConfigureFailed | ActivityCounted | InvitationReceived | InvitationRequested | InvitationAccepting | InvitationDeclining | InvitationAccepted | InvitationDeclined | InvitationFailed | MemberSynced | MemberListing | MemberInviting | MemberRemoving | MemberIgnoring | MemberUnignoring | MemberIgnoredSynced | MemberIgnoreFailed | MemberAssigning | MessageSending | MessageSent | MessageSendFailed | MessageDelivered | MessageReceived | MessageReading | MessageShowing | MessageRead | MessageReadByOther | MessageReporting | MessageReported | MessageReportFailed | HistoryLoading | HistorySeeking | HistoryLoadFailed | HistorySynced | HistoryFetched | OutboxQueued | OutboxRetrying | FileFetching | FileFetchingThumbnail | FileSaving | FileCancelling | RevisionEditing | RevisionDeleting | RevisionKeeping | RevisionEdited | RevisionDeleted | RevisionFailed | RevisionPostponed | ReactionAdding | ReactionRemoving | ReactionAdded | ReactionRemoved | ReactionListed | ReactionFailed | PresenceTypingStarted | PresenceTypingStopped | PresenceTyping | PresenceFocusing | PresenceUnfocusing | SearchSearching | SearchFound | SearchOpening | MessageSearchSearching | MessageSearchListing | MessageSearchOpening | MessageSearchSearchingServer | MessageSearchServerFound | MessageSearchServerFailed | ScreenOpening | ScreenClosing | ContactListing | ContactAdding | ContactRenaming | ContactDeleting | ContactRestoring | ContactReverting | ContactOpening | ContactImporting | ReminderListing | ReminderTyping | ReminderAdding | ReminderCompleting | ReminderReopening | ReminderRemoving | ReminderReverting | ReminderImporting | ReminderOpening | NotificationOpeningReminder | NotificationDismissingReminder | NotificationListing | NotificationOpening | NotificationDismissing | NotificationSnoozing | ConnectionConnected | ConnectionProgressed | ConnectionDisconnected | ConnectionRetrying | ConnectionSocketOpened | ConnectionSocketClosed;

/** Some members of an event that a program sends. */
export interface EventPatternStep {
  event: SentEventName;
}

/** The program ends by itself, with this exit code. */
export interface ExpectExitStep {
  expectExit: number;
}

/** The program has sent no event like this one that was not expected. */
export interface ExpectNothingStep {
  expectNothing: true | Record<string, unknown>;
}

/** The last expected event has this outcome; with `id`, that line of the scenario. */
export interface ExpectOutcomeStep {
  expectOutcome: Record<string, unknown>;
}

/**
 * The program sends this event, or these in any order: some of its members. A value can be `{"matches":EXPRESSION}`,
 * and `{"as":NAME}` names it.
 */
export interface ExpectStep {
  expect: EventPatternStep | Array<EventPatternStep>;
}

/** A view shows this: objects name some of the members, arrays all values. */
export interface ExpectViewStep {
  expectView: "badge" | "chatList" | "connection" | "contactList" | "members" | "messages" | "notification" | "upcoming";
  chatId?: string | Record<string, unknown>;
  model: Record<string, unknown>;
}

export interface ExportEnd {
  /** Whether an export has everything. */
  isWhole: boolean;
}

export interface ExportHeader {
  /** The version of the export format. */
  version: number;
  /** The account that an export belongs to. */
  owner?: string | null;
}

/** A line of an export. */
export type ExportLine = ExportedHeader | ExportedChat | ExportedHistoryGap | ExportedMessage | ExportedContact | ExportedReminder | ExportedIgnoredPerson | ExportedEnd;

export interface ExportedChat {
  /** A chat. Only in exports. */
  chat: StoredChat;
}

export interface ExportedContact {
  /** A contact. Only in exports. */
  contact: Contact;
}

export interface ExportedEnd {
  /** The last line of an export. */
  end: ExportEnd;
}

export interface ExportedHeader {
  /** What an import needs to know; the first line of an export. */
  export: ExportHeader;
}

export interface ExportedHistoryGap {
  /** A gap in a chat's history, with the token to fetch it. */
  historyGap: StoredGap;
}

export interface ExportedIgnoredPerson {
  /** Somebody whom we ignore, or no longer do. Only in exports. */
  ignoredPerson: IgnoredPerson;
}

export interface ExportedMessage {
  /** A message. Only in exports. */
  message: Message;
  /** Whether we ignore the person, or the sender of the message. */
  isIgnored?: boolean | null;
  /** The people we ignore who reacted to the message. */
  ignoredReactorIds?: Array<string> | null;
}

export interface ExportedReminder {
  /** A reminder. Only in exports. */
  reminder: Reminder;
}

/** Stop the download of the file of a message, or the upload of our own message, which is then not sent. */
export interface FileCancelling {
  /** The name of an event: `<subject>.<case>`. */
  event: "file.cancelling";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** These files were removed from the folder of the profile. */
export interface FileDropped {
  /** The name of an event: `<subject>.<case>`. */
  event: "file.dropped";
  /** Files, by their `fileId`. */
  fileIds: Array<string>;
}

/** The file of a message could not be downloaded, or not be saved. */
export interface FileFailed {
  /** The name of an event: `<subject>.<case>`. */
  event: "file.failed";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** A sentence that says why something failed, was refused, or waits although there is a connection. */
  reason: string;
  /**
   * What was wrong with a file: `missing` (or unreadable), `notCreated` (or there already), `inputOutput` (as on a full
   * disk), `unavailable` (the server), `damaged` (not what its message promises) or `stopped` (by a person); missing if
   * it was something else.
   */
  fileProblem?: FileProblem | null;
}

/** The file of a message is here. */
export interface FileFetched {
  /** The name of an event: `<subject>.<case>`. */
  event: "file.fetched";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
}

/**
 * Download the file of a message, unless it is here. The request ends when the file is here. Its outcome has the path
 * of the file: read it, and do not change it.
 */
export interface FileFetching {
  /** The name of an event: `<subject>.<case>`. */
  event: "file.fetching";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Download the thumbnail of an image or a video, unless it is here. The outcome has its path. */
export interface FileFetchingThumbnail {
  /** The name of an event: `<subject>.<case>`. */
  event: "file.fetchingThumbnail";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** These files are in the folder of the profile. */
export interface FileKept {
  /** The name of an event: `<subject>.<case>`. */
  event: "file.kept";
  /** The folder of the files that are here; missing if it does not outlast the program. */
  folderPath?: string | null;
  /** Files, by their `fileId`. */
  fileIds: Array<string>;
}

export type FileProblem = "missing" | "notCreated" | "inputOutput" | "unavailable" | "damaged" | "stopped";

/** `doneCount` bytes of the file of a message have been transferred. */
export interface FileProgressed {
  /** The name of an event: `<subject>.<case>`. */
  event: "file.progressed";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** How many of `totalCount` are done; of a file, how many bytes of `byteCount`. */
  doneCount: number;
}

/** The file of a message that we are sending cannot be read. */
export interface FileRefused {
  /** The name of an event: `<subject>.<case>`. */
  event: "file.refused";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** A sentence that says why something failed, was refused, or waits although there is a connection. */
  reason: string;
  /**
   * What was wrong with a file: `missing` (or unreadable), `notCreated` (or there already), `inputOutput` (as on a full
   * disk), `unavailable` (the server), `damaged` (not what its message promises) or `stopped` (by a person); missing if
   * it was something else.
   */
  fileProblem?: FileProblem | null;
}

/** The file of a message was copied to this path. */
export interface FileSaved {
  /** The name of an event: `<subject>.<case>`. */
  event: "file.saved";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /**
   * The path of a file on this device; missing if it is not here. The telex that reads the line opens it, and a
   * relative path begins at its working directory.
   */
  filePath: string;
}

/**
 * Copy the file of a message to `filePath`, a new file or an existing folder. In a folder, the copy keeps the name of
 * the file. Telex downloads the file first if necessary, and overwrites nothing. The outcome has the path of the copy.
 */
export interface FileSaving {
  /** The name of an event: `<subject>.<case>`. */
  event: "file.saving";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /**
   * The path of a file on this device; missing if it is not here. The telex that reads the line opens it, and a
   * relative path begins at its working directory.
   */
  filePath: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/**
 * Copy the file of a message to `filePath`, a new file or an existing folder. In a folder, the copy keeps the name of
 * the file. Telex downloads the file first if necessary, and overwrites nothing. The outcome has the path of the copy.
 */
export interface FileSavingAction {
  /** The name of an event: `<subject>.<case>`. */
  event: "file.saving";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /**
   * The path of a file on this device; missing if it is not here. The telex that reads the line opens it, and a
   * relative path begins at its working directory.
   */
  filePath: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

export type FileState = "remote" | "fetching" | "here" | "failed";

/** The file of a message that we are sending was read. */
export interface FileTaken {
  /** The name of an event: `<subject>.<case>`. */
  event: "file.taken";
  /** A chat; unique in a profile. */
  chatId: string;
  /**
   * The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
   * placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
   */
  text: string;
  /** The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`. */
  kind?: MessageKind | null;
  /** A message; unique in its chat. */
  messageId?: string | null;
  /**
   * The path of a file on this device; missing if it is not here. The telex that reads the line opens it, and a
   * relative path begins at its working directory.
   */
  filePath?: string | null;
  /** The message that a message answers. In a thread, the root if it answers no message in particular. */
  replyToId?: string | null;
  /** The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap. */
  spans?: Array<TextSpan> | null;
  /**
   * The program that sent our message, by the name that it gave itself: 1 to 32 characters. It stays on this device:
   * the server and other people do not get it, and what they say of it is ignored. Missing if a person sent the
   * message, or another device.
   */
  program?: string | null;
  /** What we have typed and not sent; in a list, as one line. */
  draftText?: string | null;
  /** The file of a message of the kind `file`. */
  file: MessageFile;
}

/** The thumbnail of the file of a message could not be downloaded. */
export interface FileThumbnailFailed {
  /** The name of an event: `<subject>.<case>`. */
  event: "file.thumbnailFailed";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** A sentence that says why something failed, was refused, or waits although there is a connection. */
  reason: string;
  /**
   * What was wrong with a file: `missing` (or unreadable), `notCreated` (or there already), `inputOutput` (as on a full
   * disk), `unavailable` (the server), `damaged` (not what its message promises) or `stopped` (by a person); missing if
   * it was something else.
   */
  fileProblem?: FileProblem | null;
}

/** The thumbnail of the file of a message is here. */
export interface FileThumbnailFetched {
  /** The name of an event: `<subject>.<case>`. */
  event: "file.thumbnailFetched";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
}

/** No message names these files any more, so they are removed. */
export interface FileUnused {
  /** The name of an event: `<subject>.<case>`. */
  event: "file.unused";
  /** Files, by their `fileId`. */
  fileIds: Array<string>;
}

/** The file of our message was uploaded. */
export interface FileUploaded {
  /** The name of an event: `<subject>.<case>`. */
  event: "file.uploaded";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** The address of an uploaded file, in the backend's own form; missing before the upload. */
  source: string;
}

/** A line of `telex pipe` in which names stand for values, such as `{"as":"answer"}`. */
export interface FilledLineStep {
  event: LineEventName;
}

export interface FoundActions {
  /** Show more rows. */
  loadMore?: MessageSearchListing;
  /** Have the server find older messages. */
  loadMoreFromServer?: MessageSearchSearchingServer;
}

export interface FoundCount {
  /** How many messages were found in a part of the store. Only in recordings. */
  messageCount: number;
  /** Where a count goes on. Only in recordings. */
  countPlace?: CountPlace | null;
  /** Messages that a search found, newest first. Only in recordings. */
  foundMessages?: Array<FoundMessage> | null;
}

export interface FoundGaps {
  /** Messages before which others are missing. Only in recordings. */
  followers?: Array<MessageKey> | null;
  /** How many chats there are. Only in recordings. */
  chatCount: number;
}

/**
 * The messages that a search found, newest first, as they were stored when it was made, what only the server has, and
 * what it could not see.
 */
export interface FoundLine {
  /** The number of an output line, from 0. */
  seq: number;
  /** The name of a view. */
  view: "found";
  /** The `id` of the line that caused this one. */
  cause: string | null;
  /** The whole view model. */
  model: FoundViewModel;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

export interface FoundMessage {
  /** A message; unique in its chat. */
  messageId: string;
  /** A chat; unique in a profile. */
  chatId: string;
  /**
   * A position in this store's order: of a message in its chat, of the first message after a gap, or of an invitation
   * in the list of chats.
   */
  position: number;
  /** Whether a message is ours, or a member is us. */
  isOwn: boolean;
  /**
   * The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
   * placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
   */
  text: string;
  /**
   * In views, the sender's name in the chat; `You` for us. The `senderId` follows a name that could be mistaken for
   * another. The `program` that sent a message follows in brackets. In events, the sender's name on the network.
   */
  senderName?: string | null;
  /** The sender of a message; missing if the server does not say. */
  senderId?: string | null;
  /**
   * The program that sent our message, by the name that it gave itself: 1 to 32 characters. It stays on this device:
   * the server and other people do not get it, and what they say of it is ignored. Missing if a person sent the
   * message, or another device.
   */
  program?: string | null;
  /** The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`. */
  kind?: MessageKind | null;
  /** Whether a message was edited. */
  isEdited?: boolean | null;
  /** How a message notifies: `silent` (never, and it is never unread), `normal` or `mention`. */
  attention?: Attention | null;
  /** What the sender of a `system` message changed in the chat. */
  change?: ChatChange | null;
  /** The message that a message answers. In a thread, the root if it answers no message in particular. */
  replyToId?: string | null;
  /** Whether a message belongs to a thread. */
  isThreaded?: boolean | null;
  /** Reactions to a message. */
  reactions?: Array<Reaction> | null;
  /** The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap. */
  spans?: Array<TextSpan> | null;
  /** The file of a message of the kind `file`. */
  file?: MessageFile | null;
  /** The position of a message in its chat, in the server's order. */
  serverOrder?: number | null;
  /** When a message was sent; in a recording, when an event was read. */
  date: string;
  /** The delivery state of a stored message: `received`, `sending`, `waiting`, `sent`, `failed` or `deleting`. */
  delivery: Delivery;
  /** A sentence that says why something failed, was refused, or waits although there is a connection. */
  reason?: string | null;
  /** When a reminder is due, or a message is to be deleted. */
  dueDate?: string | null;
  /** The new text of a message whose edit the server does not have yet. */
  pendingText?: string | null;
  /** The spans of `pendingText`. */
  pendingSpans?: Array<TextSpan> | null;
  /** Where a text has what was searched for: from `start` on, of `length` code points. */
  ranges?: Array<TextRange> | null;
  /** The place of a message by date and arrival. Only in recordings. */
  foundPlace: FoundPlace;
}

export interface FoundPage {
  /** Messages that a search found, newest first. Only in recordings. */
  foundMessages?: Array<FoundMessage> | null;
  /** Where a search goes on. Only in recordings. */
  nextPlace?: FoundPlace | null;
  /** How many items there are, shown or not. */
  totalCount?: number | null;
  /** Whether only the count finds the messages. Only in recordings. */
  isDeferred?: boolean | null;
  /** The chats with messages that only the server has. Only in recordings. */
  historyGaps?: FoundGaps | null;
}

export interface FoundPlace {
  /** A date, in milliseconds since 1970. Only in recordings. */
  time: number;
  /** The number of a message in the store. Only in recordings. */
  arrival: number;
}

export interface FoundRow {
  /** A chat; unique in a profile. */
  chatId: string;
  /** The display name of a chat. */
  title: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** Whether a message is ours, or a member is us. */
  isOwn: boolean;
  /** The sender of a message; missing if the server does not say. */
  senderId?: string;
  /**
   * In views, the sender's name in the chat; `You` for us. The `senderId` follows a name that could be mistaken for
   * another. The `program` that sent a message follows in brackets. In events, the sender's name on the network.
   */
  senderName: string;
  /** The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`. */
  kind: MessageKind;
  /**
   * The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
   * placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
   */
  text: string;
  /** The file of a message of the kind `file`. */
  file?: MessagesFile;
  /** The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap. */
  spans?: Array<TextSpan>;
  /** Where a text has what was searched for: from `start` on, of `length` code points. */
  ranges: Array<TextRange>;
  /** Whether we ignore the person, or the sender of the message. */
  isIgnored: boolean;
  /** When a message was sent; in a recording, when an event was read. */
  date: string;
  /** When a message was sent, or a reminder was due. */
  dateText: string;
  /** The events that can be sent from here, by name. A `null` in one is for you to fill in. */
  actions?: FoundRowActions;
}

export interface FoundRowActions {
  /** Open the chat or list that the row is about. */
  open?: MessageSearchOpening;
}

export interface FoundUnseenChat {
  /** A chat; unique in a profile. */
  chatId: string;
  /** The display name of a chat. */
  title: string;
  /**
   * Why a search could not see messages: `notFetched` (only the server has them; `open` leads to where they are
   * missing) or `encrypted`.
   */
  unseenReason: UnseenReason;
  /** The events that can be sent from here, by name. A `null` in one is for you to fill in. */
  actions?: FoundUnseenChatActions;
}

export interface FoundUnseenChatActions {
  /** Open the chat or list that the row is about. */
  open?: MessageSearchOpening;
}

/**
 * The messages that a search found, newest first, as they were stored when it was made, what only the server has, and
 * what it could not see.
 */
export interface FoundViewModel {
  /** Whether to show that something is loading. */
  shouldShowBusy: boolean;
  /** Whether to show that the list is empty. */
  shouldShowEmpty: boolean;
  /** Whether to show `errorText`. */
  shouldShowError: boolean;
  /** What went wrong, and what to do. */
  errorText: string | null;
  /** The text to search for. */
  query: string;
  /** How many items there are, shown or not. */
  totalCount: number | null;
  /** Messages, oldest first; in `found`, newest first. */
  messages: Array<FoundRow>;
  /** The first ten chats with messages that a search could not see. */
  unseen: Array<FoundUnseenChat>;
  /** How many chats have messages that a search could not see. */
  unseenCount: number;
  /**
   * The messages that the server found and that are not stored, newest first. How many there are in all is unknown.
   * Missing until the server has answered, and if it cannot search.
   */
  serverMessages?: Array<FoundRow>;
  /** Why the server was not searched. */
  serverErrorText?: string;
  /** The events that can be sent from here, by name. A `null` in one is for you to fill in. */
  actions?: FoundActions;
}

/** Lines or messages are missing. */
export interface GapLine {
  /** The number of an output line, from 0. */
  seq: number;
  /** What is missing: lines, messages of a chat, or messages of a `view` after an unknown cursor. */
  gap: MissingLines | MissingMessages | MissingArrivals | OwnerLeft;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

export interface Hello {
  /** The version of the protocol. */
  protocol: number;
  /** The control lines that this session accepts. */
  controls: Array<ControlName>;
  /** A user of the server, as in `senderId`. In `hello`, our own id; missing without a login. */
  userId?: string | null;
  /** Whether lines can send what a server sends. */
  playsNetwork: boolean;
  /** Whether lines can only look; missing if they can act. */
  isReadOnly?: boolean | null;
}

/** The first line. */
export interface HelloLine {
  /** The number of an output line, from 0. */
  seq: number;
  /** What this session supports; the first line. */
  hello: Hello;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

export type HistoryDirection = "older" | "newer" | "latest" | "first" | "firstUnread";

/** Messages from the server that fill a gap, oldest first. */
export interface HistoryFetched {
  /** The name of an event: `<subject>.<case>`. */
  event: "history.fetched";
  /** A chat; unique in a profile. */
  chatId: string;
  /**
   * The backend's token for a gap: in `history.synced`, messages are missing before the first; in `history.fetched`,
   * these messages fill it.
   */
  beforeToken: string;
  /** Messages, oldest first; in `found`, newest first. */
  messages: Array<IncomingMessage>;
  /** The backend's token for still older messages. */
  nextToken?: string | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

export interface HistoryGap {
  /**
   * A position in this store's order: of a message in its chat, of the first message after a gap, or of an invitation
   * in the list of chats.
   */
  position: number;
  /** The backend's token for a position in its history. */
  token: string;
  /** Whether the store also has messages before the gap. */
  isHole: boolean;
}

/** Older messages could not be loaded. */
export interface HistoryLoadFailed {
  /** The name of an event: `<subject>.<case>`. */
  event: "history.loadFailed";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A sentence that says why something failed, was refused, or waits although there is a connection. */
  reason: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** The store has these messages. */
export interface HistoryLoaded {
  /** The name of an event: `<subject>.<case>`. */
  event: "history.loaded";
  /** Messages of one chat, from the store. */
  page: HistoryPage;
}

/** Show other messages of the open chat. */
export interface HistoryLoading {
  /** The name of an event: `<subject>.<case>`. */
  event: "history.loading";
  /** A chat; unique in a profile. */
  chatId: string;
  /** Which messages of a chat to show: `older`, `newer` or `latest`. */
  direction: HistoryDirection;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

export interface HistoryPage {
  /** A chat; unique in a profile. */
  chatId: string;
  /** Messages, oldest first; in `found`, newest first. */
  messages: Array<Message>;
  /** How many items there are, shown or not. */
  totalCount: number;
  /** Whether the store has older messages. */
  hasOlder: boolean;
  /** Whether the store has newer messages. */
  hasNewer?: boolean | null;
  /** The position up to which the other person's devices have received our messages. */
  deliveredUpTo: number;
  /** The position up to which the other person has read. */
  otherReadUpTo: number;
  /** A gap in a chat's history, with the token to fetch it. */
  historyGap?: HistoryGap | null;
  /** Stored messages that others answer. Only in recordings. */
  answeredMessages?: Array<AnsweredMessage> | null;
}

/** Show the messages around one of the open chat. */
export interface HistorySeeking {
  /** The name of an event: `<subject>.<case>`. */
  event: "history.seeking";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** The server has these messages of a chat, oldest first. With `beforeToken`, older ones are missing. */
export interface HistorySynced {
  /** The name of an event: `<subject>.<case>`. */
  event: "history.synced";
  /** A chat; unique in a profile. */
  chatId: string;
  /** Messages, oldest first; in `found`, newest first. */
  messages: Array<IncomingMessage>;
  /**
   * The backend's token for a gap: in `history.synced`, messages are missing before the first; in `history.fetched`,
   * these messages fill it.
   */
  beforeToken?: string | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

export interface Hold {
  /** A sentence that says why something failed, was refused, or waits although there is a connection. */
  reason: string;
  /** When a message that waits despite a connection is sent again. */
  retryDate: string;
}

/** Keep a message on the server until the next sync. */
export interface HoldCommand {
  hold: IncomingMessage;
}

export interface IgnoredPerson {
  /** A user of the server, as in `senderId`. In `hello`, our own id; missing without a login. */
  userId: string;
  /** Whether we ignore the person, or the sender of the message. */
  isIgnored?: boolean | null;
  /** Whether a due reminder has notified us, or the server knows whether we ignore somebody. */
  isTold?: boolean | null;
}

/** Show messages of all chats after this cursor, and new ones as they arrive. */
export interface InboxFollowing {
  /** The name of an event: `<subject>.<case>`. */
  event: "inbox.following";
  /** Resumes the inbox after this `cursor`. `start`: from the first message. Default: new ones only. */
  after?: string | null;
}

/** Stop showing the inbox. */
export interface InboxLeaving {
  /** The name of an event: `<subject>.<case>`. */
  event: "inbox.leaving";
}

/** New messages of all chats. Each line has up to 50 messages, none of them repeated. */
export interface InboxLine {
  /** The number of an output line, from 0. */
  seq: number;
  /** The name of a view. */
  view: "inbox";
  /** The `id` of the line that caused this one. */
  cause: string | null;
  /** The whole view model. */
  model: InboxViewModel;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

/** The store cannot be read. */
export interface InboxLoadFailed {
  /** The name of an event: `<subject>.<case>`. */
  event: "inbox.loadFailed";
  /** A sentence that says why something failed, was refused, or waits although there is a connection. */
  reason: string;
}

/** The store has these messages after that cursor. */
export interface InboxLoaded {
  /** The name of an event: `<subject>.<case>`. */
  event: "inbox.loaded";
  /** A position in the inbox: after the messages of its line, or after this message. */
  cursor: string;
  /** Messages, oldest first; in `found`, newest first. */
  messages: Array<InboxMessage>;
  /** Whether the store has more messages after these. */
  hasMore: boolean;
  /** Whether the store does not know the cursor to resume from. */
  isAfterGap: boolean;
}

export interface InboxMessage {
  /** A position in the inbox: after the messages of its line, or after this message. */
  cursor: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** A chat; unique in a profile. */
  chatId: string;
  /**
   * A position in this store's order: of a message in its chat, of the first message after a gap, or of an invitation
   * in the list of chats.
   */
  position: number;
  /** Whether a message is ours, or a member is us. */
  isOwn: boolean;
  /**
   * The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
   * placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
   */
  text: string;
  /**
   * In views, the sender's name in the chat; `You` for us. The `senderId` follows a name that could be mistaken for
   * another. The `program` that sent a message follows in brackets. In events, the sender's name on the network.
   */
  senderName?: string | null;
  /** The sender of a message; missing if the server does not say. */
  senderId?: string | null;
  /**
   * The program that sent our message, by the name that it gave itself: 1 to 32 characters. It stays on this device:
   * the server and other people do not get it, and what they say of it is ignored. Missing if a person sent the
   * message, or another device.
   */
  program?: string | null;
  /** The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`. */
  kind?: MessageKind | null;
  /** Whether a message was edited. */
  isEdited?: boolean | null;
  /** How a message notifies: `silent` (never, and it is never unread), `normal` or `mention`. */
  attention?: Attention | null;
  /** What the sender of a `system` message changed in the chat. */
  change?: ChatChange | null;
  /** The message that a message answers. In a thread, the root if it answers no message in particular. */
  replyToId?: string | null;
  /** Whether a message belongs to a thread. */
  isThreaded?: boolean | null;
  /** Reactions to a message. */
  reactions?: Array<Reaction> | null;
  /** The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap. */
  spans?: Array<TextSpan> | null;
  /** The file of a message of the kind `file`. */
  file?: MessageFile | null;
  /** The position of a message in its chat, in the server's order. */
  serverOrder?: number | null;
  /** When a message was sent; in a recording, when an event was read. */
  date: string;
  /** The delivery state of a stored message: `received`, `sending`, `waiting`, `sent`, `failed` or `deleting`. */
  delivery: Delivery;
  /** A sentence that says why something failed, was refused, or waits although there is a connection. */
  reason?: string | null;
  /** When a reminder is due, or a message is to be deleted. */
  dueDate?: string | null;
  /** The new text of a message whose edit the server does not have yet. */
  pendingText?: string | null;
  /** The spans of `pendingText`. */
  pendingSpans?: Array<TextSpan> | null;
}

export interface InboxRow {
  /** A position in the inbox: after the messages of its line, or after this message. */
  cursor: string;
  /** A chat; unique in a profile. */
  chatId: string;
  /** The display name of a chat. */
  title: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** Whether a message is ours, or a member is us. */
  isOwn: boolean;
  /** The sender of a message; missing if the server does not say. */
  senderId?: string;
  /**
   * In views, the sender's name in the chat; `You` for us. The `senderId` follows a name that could be mistaken for
   * another. The `program` that sent a message follows in brackets. In events, the sender's name on the network.
   */
  senderName: string;
  /**
   * The program that sent our message, by the name that it gave itself: 1 to 32 characters. It stays on this device:
   * the server and other people do not get it, and what they say of it is ignored. Missing if a person sent the
   * message, or another device.
   */
  program?: string;
  /** The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`. */
  kind: MessageKind;
  /**
   * The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
   * placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
   */
  text: string;
  /** The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap. */
  spans?: Array<TextSpan>;
  /** The file of a message of the kind `file`. */
  file?: MessageFile;
  /** The message that a message answers. In a thread, the root if it answers no message in particular. */
  replyToId?: string;
  /** What the sender of a `system` message changed in the chat. */
  change?: ChatChange;
  /** How a message notifies: `silent` (never, and it is never unread), `normal` or `mention`. */
  attention: Attention;
  /** Whether a message does not notify because its chat is muted. */
  isMuted: boolean;
  /** When a message was sent; in a recording, when an event was read. */
  date: string;
  /** When a message was sent, or a reminder was due. */
  dateText: string;
  /** The events that can be sent from here, by name. A `null` in one is for you to fill in. */
  actions?: InboxRowActions;
}

export interface InboxRowActions {
  /** Send a message to the chat. */
  answer?: (MessageSendingAction) & { text: null; };
  /** Mark all messages of the chat as read. */
  markRead?: MessageReading;
  /** Open the chat or list that the row is about. */
  open?: ScreenOpening;
}

/** New messages of all chats. Each line has up to 50 messages, none of them repeated. */
export interface InboxViewModel {
  /** A position in the inbox: after the messages of its line, or after this message. */
  cursor: string | null;
  /** What went wrong, and what to do. */
  errorText?: string;
  /** Messages, oldest first; in `found`, newest first. */
  messages: Array<InboxRow>;
}

export interface IncomingMessage {
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId?: string | null;
  /** The display name of a chat. */
  title?: string | null;
  /**
   * The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
   * placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
   */
  text: string;
  /**
   * In views, the sender's name in the chat; `You` for us. The `senderId` follows a name that could be mistaken for
   * another. The `program` that sent a message follows in brackets. In events, the sender's name on the network.
   */
  senderName?: string | null;
  /** The sender of a message; missing if the server does not say. */
  senderId?: string | null;
  /**
   * The program that sent our message, by the name that it gave itself: 1 to 32 characters. It stays on this device:
   * the server and other people do not get it, and what they say of it is ignored. Missing if a person sent the
   * message, or another device.
   */
  program?: string | null;
  /** The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`. */
  kind?: MessageKind | null;
  /** Whether a message was edited. */
  isEdited?: boolean | null;
  /** How a message notifies: `silent` (never, and it is never unread), `normal` or `mention`. */
  attention?: Attention | null;
  /** What the sender of a `system` message changed in the chat. */
  change?: ChatChange | null;
  /** The message that a message answers. In a thread, the root if it answers no message in particular. */
  replyToId?: string | null;
  /** Whether a message belongs to a thread. */
  isThreaded?: boolean | null;
  /** Reactions to a message. */
  reactions?: Array<Reaction> | null;
  /** The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap. */
  spans?: Array<TextSpan> | null;
  /** The file of a message of the kind `file`. */
  file?: MessageFile | null;
  /** The position of a message in its chat, in the server's order. */
  serverOrder?: number | null;
  /** When a message was sent; in a recording, when an event was read. */
  date?: string | null;
  /** Whether a message is ours, or a member is us. */
  isOwn?: boolean | null;
}

export interface Invitation {
  /** The person who invites us: the display name, followed by the id if it is known. */
  inviterName: string;
  /** Who invites us; missing if the network does not say. */
  inviterId?: string | null;
  /** Whether we asked to join and nobody has invited us yet. */
  isRequest?: boolean | null;
  /**
   * A position in this store's order: of a message in its chat, of the first message after a gap, or of an invitation
   * in the list of chats.
   */
  position: number;
}

/** We have joined a chat, here or on another device. */
export interface InvitationAccepted {
  /** The name of an event: `<subject>.<case>`. */
  event: "invitation.accepted";
  /** A chat; unique in a profile. */
  chatId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Accept an invitation. */
export interface InvitationAccepting {
  /** The name of an event: `<subject>.<case>`. */
  event: "invitation.accepting";
  /** A chat; unique in a profile. */
  chatId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** An invitation is gone: declined, here or elsewhere, or withdrawn. */
export interface InvitationDeclined {
  /** The name of an event: `<subject>.<case>`. */
  event: "invitation.declined";
  /** A chat; unique in a profile. */
  chatId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Decline an invitation. */
export interface InvitationDeclining {
  /** The name of an event: `<subject>.<case>`. */
  event: "invitation.declining";
  /** A chat; unique in a profile. */
  chatId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** The server refused our answer to an invitation. */
export interface InvitationFailed {
  /** The name of an event: `<subject>.<case>`. */
  event: "invitation.failed";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A sentence that says why something failed, was refused, or waits although there is a connection. */
  reason: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** A person invites us to a chat. */
export interface InvitationReceived {
  /** The name of an event: `<subject>.<case>`. */
  event: "invitation.received";
  /** A chat; unique in a profile. */
  chatId: string;
  /** The display name of a chat. */
  title: string;
  /** The person who invites us: the display name, followed by the id if it is known. */
  inviterName?: string | null;
  /** Who invites us; missing if the network does not say. */
  inviterId?: string | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** We asked to join a chat, here or on another device. */
export interface InvitationRequested {
  /** The name of an event: `<subject>.<case>`. */
  event: "invitation.requested";
  /** A chat; unique in a profile. */
  chatId: string;
  /** The display name of a chat. */
  title: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Deliver an invitation to a chat. */
export interface InviteCommand {
  invite: BackendInvitation;
}

/** The first line to the socket of a running telex: joins it, or asks which programs have joined. */
export type JoinLine = JoinRequest | AttachedRequest;

export interface JoinRequest {
  /** The version of the protocol. */
  protocol: number;
  /** The views to show from now on. */
  subscribe: Array<ViewName>;
  /** Resumes the inbox after this `cursor`. `start`: from the first message. Default: new ones only. */
  after?: string | null;
  /** How a changed view is sent: `whole` or `patch`. */
  updates: Updates;
  /** Whether a program that has fallen behind gets only the newest model of each view. */
  coalesces: boolean;
  /** How long requests may take once the input has ended. */
  drainMilliseconds: number;
  /** Whether lines can only look; missing if they can act. */
  isReadOnly?: boolean | null;
  /** Whether messages are marked as read as soon as the main window shows them. */
  marksRead?: boolean | null;
  /** Whether lines report how far output is stored. For programs of Telex itself. */
  isPaced?: boolean | null;
  /** The command that a program runs, such as `pipe`. */
  command?: string | null;
  /**
   * The program that sent our message, by the name that it gave itself: 1 to 32 characters. It stays on this device:
   * the server and other people do not get it, and what they say of it is ignored. Missing if a person sent the
   * message, or another device.
   */
  program?: string | null;
  /** Whether the owner notes, on the socket, what the next owner needs to go on. */
  takesNotes?: boolean | null;
  /** Where a program that had joined another owner goes on. */
  resume?: Resumption | null;
}

/** Keep older messages on the server, under the token of the gap that they fill. */
export interface KeepCommand {
  keep: BackendPage;
}

export interface KnownEntry {
  /** A message; unique in its chat. */
  messageId: string;
  /**
   * A position in this store's order: of a message in its chat, of the first message after a gap, or of an invitation
   * in the list of chats.
   */
  position: number;
  /** How many messages after this one are unread. */
  unreadAfterCount: number;
  /** Whether a message is ours, or a member is us. */
  isOwn?: boolean | null;
  /** How many messages after this one mention us. */
  mentionsAfterCount?: number | null;
  /** The content of a stored message. */
  content?: MessageContent | null;
}

export interface LineError {
  /** The kind of an error, for programs. */
  code: ErrorCode;
  /** A sentence that says why something failed, was refused, or waits although there is a connection. */
  reason: string;
  /** The number of an input line, from 1. */
  line: number | null;
}

export type LineEventName = "chat.loading" | "chat.synced" | "chat.listing" | "chat.drafting" | "chat.creating" | "chat.created" | "chat.createFailed" | "chat.knocking" | "chat.knocked" | "chat.retitling" | "chat.settingTopic" | "chat.leaving" | "chat.changeFailed" | "chat.pinning" | "chat.unpinning" | "chat.muting" | "chat.unmuting" | "chat.archiving" | "chat.unarchiving" | "chat.markingUnread" | "chat.hidingReceipts" | "chat.sendingReceipts" | "chat.configured" | "chat.configureFailed" | "activity.counted" | "invitation.received" | "invitation.requested" | "invitation.accepting" | "invitation.declining" | "invitation.accepted" | "invitation.declined" | "invitation.failed" | "member.synced" | "member.listing" | "member.inviting" | "member.removing" | "member.ignoring" | "member.unignoring" | "member.ignoredSynced" | "member.ignoreFailed" | "member.assigning" | "message.sending" | "message.sent" | "message.sendFailed" | "message.delivered" | "message.received" | "message.reading" | "message.showing" | "message.read" | "message.readByOther" | "message.reporting" | "message.reported" | "message.reportFailed" | "history.loading" | "history.seeking" | "history.loadFailed" | "history.synced" | "history.fetched" | "outbox.queued" | "outbox.retrying" | "file.fetching" | "file.fetchingThumbnail" | "file.saving" | "file.cancelling" | "revision.editing" | "revision.deleting" | "revision.keeping" | "revision.edited" | "revision.deleted" | "revision.failed" | "revision.postponed" | "reaction.adding" | "reaction.removing" | "reaction.added" | "reaction.removed" | "reaction.listed" | "reaction.failed" | "presence.typingStarted" | "presence.typingStopped" | "presence.typing" | "presence.focusing" | "presence.unfocusing" | "search.searching" | "search.found" | "search.opening" | "messageSearch.searching" | "messageSearch.listing" | "messageSearch.opening" | "messageSearch.searchingServer" | "messageSearch.serverFound" | "messageSearch.serverFailed" | "screen.opening" | "screen.closing" | "contact.listing" | "contact.adding" | "contact.renaming" | "contact.deleting" | "contact.restoring" | "contact.reverting" | "contact.opening" | "contact.importing" | "reminder.listing" | "reminder.typing" | "reminder.adding" | "reminder.completing" | "reminder.reopening" | "reminder.removing" | "reminder.reverting" | "reminder.importing" | "reminder.opening" | "notification.openingReminder" | "notification.dismissingReminder" | "notification.listing" | "notification.opening" | "notification.dismissing" | "notification.snoozing" | "connection.connected" | "connection.progressed" | "connection.disconnected" | "connection.retrying" | "connection.socketOpened" | "connection.socketClosed";

/** A line that Telex reads. */
export type LineIn = EventLine | SubscribeLine | UnsubscribeLine | CloseWindowLine | AdvanceLine | BackendLine;

/** A line that Telex writes. */
export type LineOut = ViewLine | PatchLine | HelloLine | ClosedLine | ErrorLine | SettledLine | OutcomeLine | GapLine | ByeLine;

/** Give a member of a chat another role. */
export interface MemberAssigning {
  /** The name of an event: `<subject>.<case>`. */
  event: "member.assigning";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A user of the server, as in `senderId`. In `hello`, our own id; missing without a login. */
  userId: string;
  /** The role to give a member: `admin`, `moderator` (on Matrix) or `member`. */
  roleText: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Give a member of a chat another role. */
export interface MemberAssigningAction {
  /** The name of an event: `<subject>.<case>`. */
  event: "member.assigning";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A user of the server, as in `senderId`. In `hello`, our own id; missing without a login. */
  userId: string;
  /** The role to give a member: `admin`, `moderator` (on Matrix) or `member`. */
  roleText: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

/**
 * The server refused to update the list of ignored users. The change applies on this device, and Telex retries after it
 * reconnects.
 */
export interface MemberIgnoreFailed {
  /** The name of an event: `<subject>.<case>`. */
  event: "member.ignoreFailed";
  /** A sentence that says why something failed, was refused, or waits although there is a connection. */
  reason: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** The server lists the people we ignore. With `isComplete`, we ignore nobody else. */
export interface MemberIgnoredSynced {
  /** The name of an event: `<subject>.<case>`. */
  event: "member.ignoredSynced";
  /** Ignored people, and people no longer ignored. */
  ignored: Array<IgnoredPerson>;
  /** Whether all members, all ignored people or all settings of a chat are given. */
  isComplete?: boolean | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Ignore somebody in all chats: what they write is stored, but is not unread and does not notify. */
export interface MemberIgnoring {
  /** The name of an event: `<subject>.<case>`. */
  event: "member.ignoring";
  /** A user of the server, as in `senderId`. In `hello`, our own id; missing without a login. */
  userId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Invite somebody to a chat. */
export interface MemberInviting {
  /** The name of an event: `<subject>.<case>`. */
  event: "member.inviting";
  /** A chat; unique in a profile. */
  chatId: string;
  /** The person to start a chat with, or to invite: a name, a user name or an address. */
  recipient: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Invite somebody to a chat. */
export interface MemberInvitingAction {
  /** The name of an event: `<subject>.<case>`. */
  event: "member.inviting";
  /** A chat; unique in a profile. */
  chatId: string;
  /** The person to start a chat with, or to invite: a name, a user name or an address. */
  recipient: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

/** Show this many members. */
export interface MemberListing {
  /** The name of an event: `<subject>.<case>`. */
  event: "member.listing";
  /** The most rows that a list shows. */
  rowLimit: number;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Remove a member from a chat, or take an invitation back. */
export interface MemberRemoving {
  /** The name of an event: `<subject>.<case>`. */
  event: "member.removing";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A user of the server, as in `senderId`. In `hello`, our own id; missing without a login. */
  userId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** The names and memberships of these members have changed. With `isComplete`, all other members have left. */
export interface MemberSynced {
  /** The name of an event: `<subject>.<case>`. */
  event: "member.synced";
  /** A chat; unique in a profile. */
  chatId: string;
  /** The known members of a chat. */
  members: Array<ChatMember>;
  /** Whether all members, all ignored people or all settings of a chat are given. */
  isComplete?: boolean | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Stop ignoring somebody. */
export interface MemberUnignoring {
  /** The name of an event: `<subject>.<case>`. */
  event: "member.unignoring";
  /** A user of the server, as in `senderId`. In `hello`, our own id; missing without a login. */
  userId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

export interface MembersActions {
  /** Show more rows. */
  loadMore?: MemberListing;
  /** Give the chat another title, for all its members. */
  retitle?: (ChatRetitlingAction) & { title: null; };
  /** Set the topic of the chat for all its members. An empty topic removes it. */
  setTopic?: (ChatSettingTopicAction) & { topic: null; };
  /** Invite somebody to the chat. */
  invite?: (MemberInvitingAction) & { recipient: null; };
  /** Leave the chat. */
  leave?: ChatLeaving;
  /** Close the view. */
  close?: ScreenClosing;
}

/** The known members of a chat. */
export interface MembersLine {
  /** The number of an output line, from 0. */
  seq: number;
  /** The name of a view. */
  view: "members";
  /** The `id` of the line that caused this one. */
  cause: string | null;
  /** The ids of the rows that were added, changed and removed since the last model of this view. */
  changes: RowChanges;
  /** The whole view model. */
  model: MembersViewModel;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

export interface MembersRow {
  /** A user of the server, as in `senderId`. In `hello`, our own id; missing without a login. */
  userId: string;
  /** A user's name in a chat. Anybody can choose any name. */
  name?: string;
  /** The membership: `joined`, `invited`, `requested` (to join) or `left`; missing if unknown. */
  standing?: ChatMemberStanding;
  /** The power of a member: `admin`, `moderator` or, if missing, that of any `member`. */
  role?: ChatMemberRole;
  /** Whether a message is ours, or a member is us. */
  isOwn: boolean;
  /** Whether a name could be mistaken for somebody else's. It is then shown with the id. */
  isMisleading: boolean;
  /** Whether we ignore the person, or the sender of the message. */
  isIgnored: boolean;
  /** The events that can be sent from here, by name. A `null` in one is for you to fill in. */
  actions?: MembersRowActions;
}

export interface MembersRowActions {
  /** Remove the member from the chat, or take the invitation back. */
  remove?: MemberRemoving;
  /** Ignore the person in all chats. */
  ignore?: MemberIgnoring;
  /** Stop ignoring the person. */
  unignore?: MemberUnignoring;
  /** Give the member another role. */
  setRole?: (MemberAssigningAction) & { roleText: null; };
}

/** The known members of a chat. */
export interface MembersViewModel {
  /** A chat; unique in a profile. */
  chatId: string;
  /** The display name of a chat. */
  title: string;
  /** What a chat is about, in views on one line; missing or empty for nothing. */
  topic?: string;
  /** How many items there are, shown or not. */
  totalCount: number;
  /** The known members of a chat. */
  members: Array<MembersRow>;
  /** Whom we ignore, in any chat; missing for nobody. */
  ignoredIds?: Array<string>;
  /** The events that can be sent from here, by name. A `null` in one is for you to fill in. */
  actions?: MembersActions;
}

export interface Message {
  /** A message; unique in its chat. */
  messageId: string;
  /** A chat; unique in a profile. */
  chatId: string;
  /**
   * A position in this store's order: of a message in its chat, of the first message after a gap, or of an invitation
   * in the list of chats.
   */
  position: number;
  /** Whether a message is ours, or a member is us. */
  isOwn: boolean;
  /**
   * The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
   * placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
   */
  text: string;
  /**
   * In views, the sender's name in the chat; `You` for us. The `senderId` follows a name that could be mistaken for
   * another. The `program` that sent a message follows in brackets. In events, the sender's name on the network.
   */
  senderName?: string | null;
  /** The sender of a message; missing if the server does not say. */
  senderId?: string | null;
  /**
   * The program that sent our message, by the name that it gave itself: 1 to 32 characters. It stays on this device:
   * the server and other people do not get it, and what they say of it is ignored. Missing if a person sent the
   * message, or another device.
   */
  program?: string | null;
  /** The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`. */
  kind?: MessageKind | null;
  /** Whether a message was edited. */
  isEdited?: boolean | null;
  /** How a message notifies: `silent` (never, and it is never unread), `normal` or `mention`. */
  attention?: Attention | null;
  /** What the sender of a `system` message changed in the chat. */
  change?: ChatChange | null;
  /** The message that a message answers. In a thread, the root if it answers no message in particular. */
  replyToId?: string | null;
  /** Whether a message belongs to a thread. */
  isThreaded?: boolean | null;
  /** Reactions to a message. */
  reactions?: Array<Reaction> | null;
  /** The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap. */
  spans?: Array<TextSpan> | null;
  /** The file of a message of the kind `file`. */
  file?: MessageFile | null;
  /** The position of a message in its chat, in the server's order. */
  serverOrder?: number | null;
  /** When a message was sent; in a recording, when an event was read. */
  date: string;
  /** The delivery state of a stored message: `received`, `sending`, `waiting`, `sent`, `failed` or `deleting`. */
  delivery: Delivery;
  /** A sentence that says why something failed, was refused, or waits although there is a connection. */
  reason?: string | null;
  /** When a reminder is due, or a message is to be deleted. */
  dueDate?: string | null;
  /** The new text of a message whose edit the server does not have yet. */
  pendingText?: string | null;
  /** The spans of `pendingText`. */
  pendingSpans?: Array<TextSpan> | null;
}

export interface MessageContent {
  /**
   * The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
   * placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
   */
  text: string;
  /**
   * In views, the sender's name in the chat; `You` for us. The `senderId` follows a name that could be mistaken for
   * another. The `program` that sent a message follows in brackets. In events, the sender's name on the network.
   */
  senderName?: string | null;
  /** The sender of a message; missing if the server does not say. */
  senderId?: string | null;
  /**
   * The program that sent our message, by the name that it gave itself: 1 to 32 characters. It stays on this device:
   * the server and other people do not get it, and what they say of it is ignored. Missing if a person sent the
   * message, or another device.
   */
  program?: string | null;
  /** The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`. */
  kind?: MessageKind | null;
  /** Whether a message was edited. */
  isEdited?: boolean | null;
  /** How a message notifies: `silent` (never, and it is never unread), `normal` or `mention`. */
  attention?: Attention | null;
  /** What the sender of a `system` message changed in the chat. */
  change?: ChatChange | null;
  /** The message that a message answers. In a thread, the root if it answers no message in particular. */
  replyToId?: string | null;
  /** Whether a message belongs to a thread. */
  isThreaded?: boolean | null;
  /** Reactions to a message. */
  reactions?: Array<Reaction> | null;
  /** The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap. */
  spans?: Array<TextSpan> | null;
  /** The file of a message of the kind `file`. */
  file?: MessageFile | null;
}

/** The other person's device has received our messages up to this one. */
export interface MessageDelivered {
  /** The name of an event: `<subject>.<case>`. */
  event: "message.delivered";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

export interface MessageFile {
  /**
   * The content of a file on this device: 64 hexadecimal digits, the SHA-256 of the content, or of what names it on its
   * server.
   */
  fileId: string;
  /** The address of an uploaded file, in the backend's own form; missing before the upload. */
  source?: string | null;
  /** The name of a file, safe to show and to save. */
  fileName: string;
  /** The media type of a file, as its sender told it (RFC 6838). */
  mediaType?: string | null;
  /** The length of a file in bytes, as its sender told it; missing if unknown. */
  byteCount?: number | null;
  /** The width of an image or video in pixels; missing if unknown. */
  width?: number | null;
  /** The height of an image or video in pixels; missing if unknown. */
  height?: number | null;
  /** How long a sound or video plays, in milliseconds; missing if unknown. */
  durationMs?: number | null;
  /** The SHA-256 of the content of a file in hexadecimal digits; missing if the server does not tell it. */
  sha256?: string | null;
  /** Where the server has a small version of an image, or a still of a video; missing if there is none. */
  thumbnail?: MessageFileThumbnail | null;
}

export interface MessageFileThumbnail {
  /**
   * The content of a file on this device: 64 hexadecimal digits, the SHA-256 of the content, or of what names it on its
   * server.
   */
  fileId: string;
  /** The address of an uploaded file, in the backend's own form; missing before the upload. */
  source: string;
}

export interface MessageKey {
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
}

export type MessageKind = "text" | "emote" | "notice" | "file" | "unshowable" | "deleted" | "system";

/** The server knows that we have read up to this message, here or on another device. */
export interface MessageRead {
  /** The name of an event: `<subject>.<case>`. */
  event: "message.read";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** The other person has read our messages up to this one. */
export interface MessageReadByOther {
  /** The name of an event: `<subject>.<case>`. */
  event: "message.readByOther";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Mark all messages of a chat as read. */
export interface MessageReading {
  /** The name of an event: `<subject>.<case>`. */
  event: "message.reading";
  /** A chat; unique in a profile. */
  chatId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** A message has arrived. With `isOwn`, it is ours, from another device. */
export interface MessageReceived {
  /** The name of an event: `<subject>.<case>`. */
  event: "message.received";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId?: string | null;
  /** The display name of a chat. */
  title?: string | null;
  /**
   * The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
   * placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
   */
  text: string;
  /**
   * In views, the sender's name in the chat; `You` for us. The `senderId` follows a name that could be mistaken for
   * another. The `program` that sent a message follows in brackets. In events, the sender's name on the network.
   */
  senderName?: string | null;
  /** The sender of a message; missing if the server does not say. */
  senderId?: string | null;
  /**
   * The program that sent our message, by the name that it gave itself: 1 to 32 characters. It stays on this device:
   * the server and other people do not get it, and what they say of it is ignored. Missing if a person sent the
   * message, or another device.
   */
  program?: string | null;
  /** The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`. */
  kind?: MessageKind | null;
  /** Whether a message was edited. */
  isEdited?: boolean | null;
  /** How a message notifies: `silent` (never, and it is never unread), `normal` or `mention`. */
  attention?: Attention | null;
  /** What the sender of a `system` message changed in the chat. */
  change?: ChatChange | null;
  /** The message that a message answers. In a thread, the root if it answers no message in particular. */
  replyToId?: string | null;
  /** Whether a message belongs to a thread. */
  isThreaded?: boolean | null;
  /** Reactions to a message. */
  reactions?: Array<Reaction> | null;
  /** The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap. */
  spans?: Array<TextSpan> | null;
  /** The file of a message of the kind `file`. */
  file?: MessageFile | null;
  /** The position of a message in its chat, in the server's order. */
  serverOrder?: number | null;
  /** When a message was sent; in a recording, when an event was read. */
  date?: string | null;
  /** Whether a message is ours, or a member is us. */
  isOwn?: boolean | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** The server did not take our report of a message. */
export interface MessageReportFailed {
  /** The name of an event: `<subject>.<case>`. */
  event: "message.reportFailed";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** A sentence that says why something failed, was refused, or waits although there is a connection. */
  reason: string;
  /**
   * What was wrong with a file: `missing` (or unreadable), `notCreated` (or there already), `inputOutput` (as on a full
   * disk), `unavailable` (the server), `damaged` (not what its message promises) or `stopped` (by a person); missing if
   * it was something else.
   */
  fileProblem?: FileProblem | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** The server has our report of a message. */
export interface MessageReported {
  /** The name of an event: `<subject>.<case>`. */
  event: "message.reported";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Report a message of somebody else to the operators of the server. */
export interface MessageReporting {
  /** The name of an event: `<subject>.<case>`. */
  event: "message.reporting";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** What is wrong with a message that we report, for the operators of the server; may be empty. */
  reasonText?: string | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Report a message of somebody else to the operators of the server. */
export interface MessageReportingAction {
  /** The name of an event: `<subject>.<case>`. */
  event: "message.reporting";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string | null;
  /** What is wrong with a message that we report, for the operators of the server; may be empty. */
  reasonText?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

/** The store has counted the messages found in a part of it. */
export interface MessageSearchCounted {
  /** The name of an event: `<subject>.<case>`. */
  event: "messageSearch.counted";
  /** A part of the count of the messages found. Only in recordings. */
  countedPart: FoundCount;
}

/** The store could not be searched. */
export interface MessageSearchFailed {
  /** The name of an event: `<subject>.<case>`. */
  event: "messageSearch.failed";
  /** A sentence that says why something failed, was refused, or waits although there is a connection. */
  reason: string;
}

/** The store has these messages. */
export interface MessageSearchFound {
  /** The name of an event: `<subject>.<case>`. */
  event: "messageSearch.found";
  /** Some of the messages that a search found. Only in recordings. */
  foundPage: FoundPage;
}

/** Show this many of the messages found. */
export interface MessageSearchListing {
  /** The name of an event: `<subject>.<case>`. */
  event: "messageSearch.listing";
  /** The most rows that a list shows. */
  rowLimit: number;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Open the chat of a message, around it. */
export interface MessageSearchOpening {
  /** The name of an event: `<subject>.<case>`. */
  event: "messageSearch.opening";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/**
 * Search for messages by words and by the filters `in:`, `from:`, `before:`, `after:` and `has:`. Telex searches here,
 * and then on the server if it can. An empty `query` ends the search.
 */
export interface MessageSearchSearching {
  /** The name of an event: `<subject>.<case>`. */
  event: "messageSearch.searching";
  /** The text to search for. */
  query: string;
  /** Whether a search is not sent to the server. */
  isLocal?: boolean | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/**
 * Search for messages by words and by the filters `in:`, `from:`, `before:`, `after:` and `has:`. Telex searches here,
 * and then on the server if it can. An empty `query` ends the search.
 */
export interface MessageSearchSearchingAction {
  /** The name of an event: `<subject>.<case>`. */
  event: "messageSearch.searching";
  /** The text to search for. */
  query: string | null;
  /** Whether a search is not sent to the server. */
  isLocal?: boolean | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

/** Have the server find older messages. */
export interface MessageSearchSearchingServer {
  /** The name of an event: `<subject>.<case>`. */
  event: "messageSearch.searchingServer";
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Of the messages that the server found, the store does not have these. */
export interface MessageSearchServerChecked {
  /** The name of an event: `<subject>.<case>`. */
  event: "messageSearch.serverChecked";
  /** The text to search for. */
  query: string;
  /** Messages, oldest first; in `found`, newest first. */
  messages: Array<ServerMessage>;
  /** The backend's token for still older messages. */
  nextToken?: string | null;
}

/** The server did not search. */
export interface MessageSearchServerFailed {
  /** The name of an event: `<subject>.<case>`. */
  event: "messageSearch.serverFailed";
  /** The text to search for. */
  query: string;
  /** A sentence that says why something failed, was refused, or waits although there is a connection. */
  reason: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** The server finds these messages, newest first. Stored ones are not shown again. */
export interface MessageSearchServerFound {
  /** The name of an event: `<subject>.<case>`. */
  event: "messageSearch.serverFound";
  /** The text to search for. */
  query: string;
  /** Messages, oldest first; in `found`, newest first. */
  messages: Array<ServerMessage>;
  /** The backend's token for still older messages. */
  nextToken?: string | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** The server has refused our message. */
export interface MessageSendFailed {
  /** The name of an event: `<subject>.<case>`. */
  event: "message.sendFailed";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** A sentence that says why something failed, was refused, or waits although there is a connection. */
  reason: string;
  /**
   * What was wrong with a file: `missing` (or unreadable), `notCreated` (or there already), `inputOutput` (as on a full
   * disk), `unavailable` (the server), `damaged` (not what its message promises) or `stopped` (by a person); missing if
   * it was something else.
   */
  fileProblem?: FileProblem | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/**
 * Send a message. With your own `messageId`, repeating the line does not send it twice. With `replyToId`, it answers
 * that message of the chat. `spans` format the text, and mention users. With `kind` `emote`, it is an action of ours,
 * shown after our name. With `filePath`, it brings that file of this device, and the text is its caption, which may be
 * empty. With `draftText`, the message was the draft of the chat, and removes it. If the chat has no draft, the request
 * is refused.
 */
export interface MessageSending {
  /** The name of an event: `<subject>.<case>`. */
  event: "message.sending";
  /** A chat; unique in a profile. */
  chatId: string;
  /**
   * The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
   * placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
   */
  text: string;
  /** The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`. */
  kind?: MessageKind | null;
  /** A message; unique in its chat. */
  messageId?: string | null;
  /**
   * The path of a file on this device; missing if it is not here. The telex that reads the line opens it, and a
   * relative path begins at its working directory.
   */
  filePath?: string | null;
  /** The message that a message answers. In a thread, the root if it answers no message in particular. */
  replyToId?: string | null;
  /** The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap. */
  spans?: Array<TextSpan> | null;
  /**
   * The program that sent our message, by the name that it gave itself: 1 to 32 characters. It stays on this device:
   * the server and other people do not get it, and what they say of it is ignored. Missing if a person sent the
   * message, or another device.
   */
  program?: string | null;
  /** What we have typed and not sent; in a list, as one line. */
  draftText?: string | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/**
 * Send a message. With your own `messageId`, repeating the line does not send it twice. With `replyToId`, it answers
 * that message of the chat. `spans` format the text, and mention users. With `kind` `emote`, it is an action of ours,
 * shown after our name. With `filePath`, it brings that file of this device, and the text is its caption, which may be
 * empty. With `draftText`, the message was the draft of the chat, and removes it. If the chat has no draft, the request
 * is refused.
 */
export interface MessageSendingAction {
  /** The name of an event: `<subject>.<case>`. */
  event: "message.sending";
  /** A chat; unique in a profile. */
  chatId: string;
  /**
   * The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
   * placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
   */
  text: string | null;
  /** The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`. */
  kind?: MessageKind | null;
  /** A message; unique in its chat. */
  messageId?: string | null;
  /**
   * The path of a file on this device; missing if it is not here. The telex that reads the line opens it, and a
   * relative path begins at its working directory.
   */
  filePath?: string | null;
  /** The message that a message answers. In a thread, the root if it answers no message in particular. */
  replyToId?: string | null;
  /** The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap. */
  spans?: Array<TextSpan> | null;
  /**
   * The program that sent our message, by the name that it gave itself: 1 to 32 characters. It stays on this device:
   * the server and other people do not get it, and what they say of it is ignored. Missing if a person sent the
   * message, or another device.
   */
  program?: string | null;
  /** What we have typed and not sent; in a list, as one line. */
  draftText?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

/** The server has our message. */
export interface MessageSent {
  /** The name of an event: `<subject>.<case>`. */
  event: "message.sent";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/**
 * The user has seen these messages and all between them. Those up to the last of them are read, unless there are unread
 * ones before the first.
 */
export interface MessageShowing {
  /** The name of an event: `<subject>.<case>`. */
  event: "message.showing";
  /** A chat; unique in a profile. */
  chatId: string;
  /** The first of some consecutive messages of a chat. */
  firstId: string;
  /** The last of some consecutive messages of a chat. */
  lastId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/**
 * The user has seen these messages and all between them. Those up to the last of them are read, unless there are unread
 * ones before the first.
 */
export interface MessageShowingAction {
  /** The name of an event: `<subject>.<case>`. */
  event: "message.showing";
  /** A chat; unique in a profile. */
  chatId: string;
  /** The first of some consecutive messages of a chat. */
  firstId: string | null;
  /** The last of some consecutive messages of a chat. */
  lastId: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

export interface MessagesActions {
  /** Send a message. */
  send?: (MessageSendingAction) & { text: null; };
  /** Send a message that answers another. */
  reply?: (MessageSendingAction) & { text: null; replyToId: null; };
  /** Send a file, with a text about it, which may be empty. */
  sendFile?: (MessageSendingAction) & { text: null; filePath: null; };
  /** React to a message, with an emoji or another text of up to 64 bytes. */
  react?: (ReactionAddingAction) & { messageId: null; key: null; };
  /** Report a message of somebody else to the operators of the server. */
  report?: (MessageReportingAction) & { messageId: null; reasonText: null; };
  /** Keep what is typed and not sent; an empty text removes it. */
  draft?: (ChatDraftingAction) & { text: null; };
  /** In a chat, tell the others that we are typing. In the form for a reminder, check what has been typed so far. */
  typing?: PresenceTyping;
  /** Mark all messages of the chat as read. */
  markRead?: MessageReading;
  /** Mark the messages that the user has seen as read, with the ids of the first and the last of them. */
  seen?: (MessageShowingAction) & { firstId: null; lastId: null; };
  /** Show older messages of the chat. */
  older?: HistoryLoading;
  /** Show newer messages of the chat. */
  newer?: HistoryLoading;
  /** Show the latest messages of the chat. */
  latest?: HistoryLoading;
  /** Show the beginning of the chat, as far as it is stored here. */
  first?: HistoryLoading;
  /** Show the first message that was unread when the chat was opened. */
  firstUnread?: HistoryLoading;
  /** Open the list of members. */
  openMembers?: ScreenOpening;
  /** Open the chat that replaced this one; join it first if necessary. */
  openSuccessor?: ChatCreatingAction | InvitationAccepting | ScreenOpening;
  /** Open the form for a reminder in this chat. */
  addReminder?: ScreenOpening;
  /** Close the view. */
  close?: ScreenClosing;
}

export interface MessagesFile {
  /** The name of a file, safe to show and to save. */
  fileName: string;
  /** The media type of a file, as its sender told it (RFC 6838). */
  mediaType: string;
  /** The length of a file in bytes, as its sender told it; missing if unknown. */
  byteCount?: number;
  /** The width of an image or video in pixels; missing if unknown. */
  width?: number;
  /** The height of an image or video in pixels; missing if unknown. */
  height?: number;
  /** How long a sound or video plays, in milliseconds; missing if unknown. */
  durationMs?: number;
  /** The type, length and size of a file. */
  fileText: string;
  /** Where a file is: `remote` (on the server), `fetching`, `here` or `failed`. */
  fileState: FileState;
  /**
   * The path of a file on this device; missing if it is not here. The telex that reads the line opens it, and a
   * relative path begins at its working directory.
   */
  filePath?: string;
  /** The path of the thumbnail of a file on this device; missing if it is not here. */
  thumbnailPath?: string;
  /** The events that can be sent from here, by name. A `null` in one is for you to fill in. */
  actions?: MessagesFileActions;
}

export interface MessagesFileActions {
  /** Download a file. */
  fetch?: FileFetching;
  /** Download the thumbnail of an image or a video; missing if there is none, or it is here. */
  fetchThumbnail?: FileFetchingThumbnail;
  /** Save the form. In a message, copy its file to a path of yours; download it first if necessary. */
  save?: (FileSavingAction) & { filePath: null; };
}

/** The messages of the open chat. */
export interface MessagesLine {
  /** The number of an output line, from 0. */
  seq: number;
  /** The name of a view. */
  view: "messages";
  /** The `id` of the line that caused this one. */
  cause: string | null;
  /** The ids of the rows that were added, changed and removed since the last model of this view. */
  changes: RowChanges;
  /** The whole view model. */
  model: MessagesViewModel;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

export interface MessagesReactions {
  /** What somebody reacted with: usually an emoji, but networks allow any text. */
  key: string;
  /** How many people reacted with the key. */
  reactionCount: number;
  /** Whether a message is ours, or a member is us. */
  isOwn: boolean;
  /** Those who reacted, the first one first, 20 at most. */
  people: Array<MessagesReactionsPerson>;
  /** The events that can be sent from here, by name. A `null` in one is for you to fill in. */
  actions?: MessagesReactionsActions;
}

export interface MessagesReactionsActions {
  /** Add our reaction with this key, or remove it. */
  toggle?: ReactionAddingAction | ReactionRemoving;
}

export interface MessagesReactionsPerson {
  /** A user of the server, as in `senderId`. In `hello`, our own id; missing without a login. */
  userId?: string;
  /** A user's name in a chat. Anybody can choose any name. */
  name: string;
}

export interface MessagesReply {
  /** A message; unique in its chat. */
  messageId: string;
  /**
   * Where an answered message is: `here` (in the same chat), `elsewhere` (in another chat), `deleted` or `unknown` (not
   * stored here).
   */
  place: MessagesReplyPlace;
  /** The sender of a message; missing if the server does not say. */
  senderId?: string;
  /**
   * In views, the sender's name in the chat; `You` for us. The `senderId` follows a name that could be mistaken for
   * another. The `program` that sent a message follows in brackets. In events, the sender's name on the network.
   */
  senderName?: string;
  /** The first 120 characters of a message on one line, then `…` if there is more. */
  excerpt: string;
  /** Whether a message belongs to a thread. */
  isThreaded: boolean;
  /** The events that can be sent from here, by name. A `null` in one is for you to fill in. */
  actions?: MessagesReplyActions;
}

export interface MessagesReplyActions {
  /** Open the chat or list that the row is about. */
  open?: HistorySeeking | ScreenOpening;
}

export type MessagesReplyPlace = "here" | "elsewhere" | "deleted" | "ignored" | "unknown";

export interface MessagesRow {
  /** A message; unique in its chat. */
  messageId: string;
  /** Whether a message is ours, or a member is us. */
  isOwn: boolean;
  /** The sender of a message; missing if the server does not say. */
  senderId?: string;
  /**
   * In views, the sender's name in the chat; `You` for us. The `senderId` follows a name that could be mistaken for
   * another. The `program` that sent a message follows in brackets. In events, the sender's name on the network.
   */
  senderName: string;
  /**
   * The program that sent our message, by the name that it gave itself: 1 to 32 characters. It stays on this device:
   * the server and other people do not get it, and what they say of it is ignored. Missing if a person sent the
   * message, or another device.
   */
  program?: string;
  /** The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`. */
  kind: MessageKind;
  /**
   * The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
   * placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
   */
  text: string;
  /** The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap. */
  spans?: Array<TextSpan>;
  /** The file of a message of the kind `file`. */
  file?: MessagesFile;
  /** What the sender of a `system` message changed in the chat. */
  change?: ChatChange;
  /** Whether a message was edited. */
  isEdited: boolean;
  /** Whether a message mentions us. */
  isMention: boolean;
  /** Whether we ignore the person, or the sender of the message. */
  isIgnored: boolean;
  /** When a message was sent; in a recording, when an event was read. */
  date: string;
  /** The day of a message. */
  dayText: string;
  /** The state of a connection, or the time or state of a message. */
  statusText: string;
  /** The state of a message: `received`, `sending`, `waiting`, `failed`, `sent`, `delivered`, `read` or `deleting`. */
  state: MessagesState;
  /** What a message answers; missing if it answers nothing in particular. */
  replyTo?: MessagesReply;
  /** Reactions to a message. */
  reactions?: Array<MessagesReactions>;
  /** A sentence that says why something failed, was refused, or waits although there is a connection. */
  reason?: string;
  /** When a message that waits despite a connection is sent again. */
  retryDate?: string;
  /** The events that can be sent from here, by name. A `null` in one is for you to fill in. */
  actions?: MessagesRowActions;
}

export interface MessagesRowActions {
  /** Try again. */
  retry?: OutboxRetrying;
  /** Edit it. */
  edit?: (RevisionEditingAction) & { text: null; };
  /** Delete it. */
  delete?: RevisionDeleting;
  /** Undo the deletion of our message. Possible until the server has been asked. */
  keep?: RevisionKeeping;
}

export type MessagesState = "received" | "sending" | "waiting" | "failed" | "sent" | "delivered" | "read" | "deleting";

/** The messages of the open chat. */
export interface MessagesViewModel {
  /** A chat; unique in a profile. */
  chatId: string;
  /** The display name of a chat. */
  title: string;
  /** What a chat is about, in views on one line; missing or empty for nothing. */
  topic?: string;
  /** Whether to show that something is loading. */
  shouldShowBusy: boolean;
  /** Whether to show that the list is empty. */
  shouldShowEmpty: boolean;
  /** Whether to show `errorText`. */
  shouldShowError: boolean;
  /** What went wrong, and what to do. */
  errorText: string | null;
  /** Increases each time the input field should be cleared. */
  inputRevision: number;
  /** Who is typing. */
  typingText: string | null;
  /** How many items there are, shown or not. */
  totalCount: number;
  /** Messages, oldest first; in `found`, newest first. */
  messages: Array<MessagesRow>;
  /** Whether the chat is end-to-end encrypted. */
  isEncrypted: boolean;
  /** The members of a chat and their ids, until we have read something in it. */
  membersText?: string;
  /** The first message that was unread when the chat was opened, or that was not seen since, until we answer. */
  firstNewId?: string;
  /** How many messages were unread when the chat was opened, or were not seen since, until we answer. */
  newCount?: number;
  /** What we have typed and not sent; in a list, as one line. */
  draftText?: string;
  /**
   * The result of an import, that nothing is due, or a change in a chat that we asked for and is not shown elsewhere.
   */
  noticeText?: string;
  /** Counts the notices, as `errorRevision` does errors. */
  noticeRevision?: number;
  /** Says that messages are missing before the oldest one shown; otherwise missing. */
  gapText?: string;
  /** Counts refusals, so that a repeated `errorText` can be noticed. */
  errorRevision?: number;
  /** The events that can be sent from here, by name. A `null` in one is for you to fill in. */
  actions?: MessagesActions;
}

/** The store does not know the cursor to resume the inbox from. The inbox continues from now. */
export interface MissingArrivals {
  /** The name of a view. */
  view: "inbox";
}

/** Lines dropped because the reader was too slow. */
export interface MissingLines {
  /** How many lines could not be delivered. */
  lineCount: number;
}

/** The server has messages between the stored ones and the new ones of a chat. */
export interface MissingMessages {
  /** A chat; unique in a profile. */
  chatId: string;
}

export interface MoveOperation {
  /** The operation of a patch (RFC 6902). */
  op: "move";
  /** What an operation changes (RFC 6901). */
  path: string;
  /** The old path of a moved value (RFC 6902). */
  from: string;
}

export interface NotificationActions {
  /** Show more rows. */
  loadMore?: NotificationListing;
}

/** A snoozed notification comes back. */
export interface NotificationCameDue {
  /** The name of an event: `<subject>.<case>`. */
  event: "notification.cameDue";
}

/** Dismiss the notification of a chat. */
export interface NotificationDismissing {
  /** The name of an event: `<subject>.<case>`. */
  event: "notification.dismissing";
  /** A chat; unique in a profile. */
  chatId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Dismiss the notification of a reminder. */
export interface NotificationDismissingReminder {
  /** The name of an event: `<subject>.<case>`. */
  event: "notification.dismissingReminder";
  /** A reminder. */
  reminderId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** The notifications that nobody has opened or dismissed, the newest first. */
export interface NotificationLine {
  /** The number of an output line, from 0. */
  seq: number;
  /** The name of a view. */
  view: "notification";
  /** The `id` of the line that caused this one. */
  cause: string | null;
  /** The ids of the rows that were added, changed and removed since the last model of this view. */
  changes: RowChanges;
  /** The whole view model. */
  model: NotificationViewModel;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

/** Show this many notifications. */
export interface NotificationListing {
  /** The name of an event: `<subject>.<case>`. */
  event: "notification.listing";
  /** The most rows that a list shows. */
  rowLimit: number;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Open the chat that a notification is about. */
export interface NotificationOpening {
  /** The name of an event: `<subject>.<case>`. */
  event: "notification.opening";
  /** A chat; unique in a profile. */
  chatId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Open the chat of a due reminder, or the list of reminders if it has none. */
export interface NotificationOpeningReminder {
  /** The name of an event: `<subject>.<case>`. */
  event: "notification.openingReminder";
  /** A reminder. */
  reminderId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

export interface NotificationRow {
  /** A notification: `chat:` or `reminder:`, then the id of the chat or reminder. */
  notificationId: string;
  /** A chat; unique in a profile. */
  chatId?: string;
  /** A reminder. */
  reminderId?: string;
  /** A message; unique in its chat. */
  messageId?: string;
  /** The sender of a message; missing if the server does not say. */
  senderId?: string;
  /** What somebody reacted with: usually an emoji, but networks allow any text. */
  key?: string;
  /** The heading of a section of reminders, or of a notification. */
  heading: string;
  /** A message or a reminder on one line, with its sender's name where needed. */
  previewText: string;
  /** When a message was sent, or a reminder was due. */
  dateText: string;
  /** How many messages are unread; in a notification, how many it covers (1 for a reminder, 0 for a reaction). */
  unreadCount: number;
  /** The events that can be sent from here, by name. A `null` in one is for you to fill in. */
  actions?: NotificationRowActions;
}

export interface NotificationRowActions {
  /** Open the chat or list that the row is about. */
  open?: NotificationOpening | NotificationOpeningReminder;
  /** Dismiss the notification. */
  dismiss?: NotificationDismissing | NotificationDismissingReminder;
  /** Dismiss the notification until a time. */
  snooze?: (NotificationSnoozingAction) & { dueText: null; };
}

/**
 * Dismiss a notification until a time, such as `10m` or `tomorrow 9:00`. It comes back then, unless all was read or
 * done meanwhile.
 */
export interface NotificationSnoozing {
  /** The name of an event: `<subject>.<case>`. */
  event: "notification.snoozing";
  /** A notification: `chat:` or `reminder:`, then the id of the chat or reminder. */
  notificationId: string;
  /** When a reminder is due, a notification comes back or a mute ends, as typed; for a mute, empty for never. */
  dueText: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/**
 * Dismiss a notification until a time, such as `10m` or `tomorrow 9:00`. It comes back then, unless all was read or
 * done meanwhile.
 */
export interface NotificationSnoozingAction {
  /** The name of an event: `<subject>.<case>`. */
  event: "notification.snoozing";
  /** A notification: `chat:` or `reminder:`, then the id of the chat or reminder. */
  notificationId: string;
  /** When a reminder is due, a notification comes back or a mute ends, as typed; for a mute, empty for never. */
  dueText: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

/** The notifications that nobody has opened or dismissed, the newest first. */
export interface NotificationViewModel {
  /** Whether there is anything to show. */
  shouldShow: boolean;
  /** How many items there are, shown or not. */
  totalCount: number;
  /** Notifications, newest first. */
  notifications: Array<NotificationRow>;
  /** The events that can be sent from here, by name. A `null` in one is for you to fill in. */
  actions?: NotificationActions;
}

/** Go offline, with this reason. */
export interface OfflineCommand {
  offline: true | string;
  reason?: string;
}

export type OfflineReason = "unreachable" | "loggedOut" | "revoked" | "rateLimited" | "certificate";

/** Go online again. */
export interface OnlineCommand {
  online: true;
}

export interface OtherChats {
  /** How many items there are, shown or not. */
  totalCount: number;
  /** The counts of their unread messages. */
  unread: UnreadCount;
  /** How many more messages are unread in muted chats; missing for none. */
  mutedCount?: number | null;
}

/** The store has these unsent messages. */
export interface OutboxLoaded {
  /** The name of an event: `<subject>.<case>`. */
  event: "outbox.loaded";
  /** Messages, oldest first; in `found`, newest first. */
  messages: Array<Message>;
}

/**
 * The message is stored, and will be sent later: there is no connection, or `hold` gives the reason. With
 * `isAttempted`, the server may already have the message.
 */
export interface OutboxQueued {
  /** The name of an event: `<subject>.<case>`. */
  event: "outbox.queued";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** Whether the server may have a message, because an attempt to send it began. */
  isAttempted?: boolean | null;
  /** Why a message waits although there is a connection, and until when. */
  hold?: Hold;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Send a refused message again. */
export interface OutboxRetrying {
  /** The name of an event: `<subject>.<case>`. */
  event: "outbox.retrying";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

export type OutcomeKind = "done" | "sent" | "waiting" | "ignored" | "refused" | "failed";

/** The result of a request that settled as `waiting`. */
export interface OutcomeLine {
  /** The number of an output line, from 0. */
  seq: number;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id: string;
  /** The outcome of a request: `done`, `sent`, `waiting`, `ignored`, `refused` or `failed`. */
  outcome: OutcomeKind;
  /** A sentence that says why something failed, was refused, or waits although there is a connection. */
  reason?: string | null;
  /** A chat; unique in a profile. */
  chatId?: string | null;
  /** A message; unique in its chat. */
  messageId?: string | null;
  /** A contact in the address book. */
  contactId?: string | null;
  /** A reminder. */
  reminderId?: string | null;
  /**
   * The path of a file on this device; missing if it is not here. The telex that reads the line opens it, and a
   * relative path begins at its working directory.
   */
  filePath?: string | null;
  /**
   * What was wrong with a file: `missing` (or unreadable), `notCreated` (or there already), `inputOutput` (as on a full
   * disk), `unavailable` (the server), `damaged` (not what its message promises) or `stopped` (by a person); missing if
   * it was something else.
   */
  fileProblem?: FileProblem | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

/**
 * The telex that owned the profile has ended, and another one owns it now. Lines may be missing. Whole view models
 * follow.
 */
export interface OwnerLeft {
  /** The telex that owned the profile has ended, and another one owns it now. */
  ownerLeft: true;
}

/** How a view changed, under `--updates patch`. */
export interface PatchLine {
  /** The number of an output line, from 0. */
  seq: number;
  /** The name of a view. */
  view: ViewName;
  /** The `id` of the line that caused this one. */
  cause: string | null;
  /** The `seq` of the line with the model that the patch applies to. */
  base: number;
  /** The operations that turn the model of line `base` into the new one (RFC 6902). */
  patch: Array<AddOperation | ReplaceOperation | RemoveOperation | MoveOperation>;
  /** The CRC-32 (that of gzip and zlib) of the model in canonical form (RFC 8785). */
  crc32?: number;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

/** The user looks at this window again. */
export interface PresenceFocusing {
  /** The name of an event: `<subject>.<case>`. */
  event: "presence.focusing";
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Tell the others that we are typing, in the open chat. Repeat it every few seconds. */
export interface PresenceTyping {
  /** The name of an event: `<subject>.<case>`. */
  event: "presence.typing";
  /** A chat; unique in a profile. */
  chatId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** A person has started to type. */
export interface PresenceTypingStarted {
  /** The name of an event: `<subject>.<case>`. */
  event: "presence.typingStarted";
  /** A chat; unique in a profile. */
  chatId: string;
  /** The sender of a message; missing if the server does not say. */
  senderId?: string | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** A person has stopped typing. */
export interface PresenceTypingStopped {
  /** The name of an event: `<subject>.<case>`. */
  event: "presence.typingStopped";
  /** A chat; unique in a profile. */
  chatId: string;
  /** The sender of a message; missing if the server does not say. */
  senderId?: string | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** The user does not look at this window. Messages of its open chat notify in it until `presence.focusing`. */
export interface PresenceUnfocusing {
  /** The name of an event: `<subject>.<case>`. */
  event: "presence.unfocusing";
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

export interface Reaction {
  /** What somebody reacted with: usually an emoji, but networks allow any text. */
  key: string;
  /** The sender of a message; missing if the server does not say. */
  senderId?: string | null;
  /** Whether a message is ours, or a member is us. */
  isOwn?: boolean | null;
}

/** Somebody reacted to a message, which may not have arrived yet. With `isOwn`, it was us, on any device. */
export interface ReactionAdded {
  /** The name of an event: `<subject>.<case>`. */
  event: "reaction.added";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** What somebody reacted with: usually an emoji, but networks allow any text. */
  key: string;
  /** The sender of a message; missing if the server does not say. */
  senderId?: string | null;
  /** Whether a message is ours, or a member is us. */
  isOwn?: boolean | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** React to a message with an emoji, or with another text of up to 64 bytes. */
export interface ReactionAdding {
  /** The name of an event: `<subject>.<case>`. */
  event: "reaction.adding";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** What somebody reacted with: usually an emoji, but networks allow any text. */
  key: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** React to a message with an emoji, or with another text of up to 64 bytes. */
export interface ReactionAddingAction {
  /** The name of an event: `<subject>.<case>`. */
  event: "reaction.adding";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string | null;
  /** What somebody reacted with: usually an emoji, but networks allow any text. */
  key: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

/** The server has not added or removed our reaction. */
export interface ReactionFailed {
  /** The name of an event: `<subject>.<case>`. */
  event: "reaction.failed";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** A sentence that says why something failed, was refused, or waits although there is a connection. */
  reason: string;
  /**
   * What was wrong with a file: `missing` (or unreadable), `notCreated` (or there already), `inputOutput` (as on a full
   * disk), `unavailable` (the server), `damaged` (not what its message promises) or `stopped` (by a person); missing if
   * it was something else.
   */
  fileProblem?: FileProblem | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** These are all reactions to a message. */
export interface ReactionListed {
  /** The name of an event: `<subject>.<case>`. */
  event: "reaction.listed";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** Reactions to a message. */
  reactions: Array<Reaction>;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Somebody took a reaction back. With `isOwn`, it was us, on any device. */
export interface ReactionRemoved {
  /** The name of an event: `<subject>.<case>`. */
  event: "reaction.removed";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** What somebody reacted with: usually an emoji, but networks allow any text. */
  key: string;
  /** The sender of a message; missing if the server does not say. */
  senderId?: string | null;
  /** Whether a message is ours, or a member is us. */
  isOwn?: boolean | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Take our reaction back. */
export interface ReactionRemoving {
  /** The name of an event: `<subject>.<case>`. */
  event: "reaction.removing";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** What somebody reacted with: usually an emoji, but networks allow any text. */
  key: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

export interface RecipientsCandidate {
  /** The person to start a chat with, or to invite: a name, a user name or an address. */
  recipient: string;
  /** A chat; unique in a profile. */
  chatId?: string;
  /** The events that can be sent from here, by name. A `null` in one is for you to fill in. */
  actions?: RecipientsCandidateActions;
}

export interface RecipientsCandidateActions {
  /** Open the chat or list that the row is about. */
  open?: SearchOpening;
  /** Start the chat. */
  create?: ChatCreatingAction;
}

/** The chats and people that match the text typed for a recipient. */
export interface RecipientsLine {
  /** The number of an output line, from 0. */
  seq: number;
  /** The name of a view. */
  view: "recipients";
  /** The `id` of the line that caused this one. */
  cause: string | null;
  /** The whole view model. */
  model: RecipientsViewModel;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

/** The chats and people that match the text typed for a recipient. */
export interface RecipientsViewModel {
  /** The text to search for. */
  query: string;
  /** Whether to show that something is loading. */
  shouldShowBusy: boolean;
  /** Whether to show that the list is empty. */
  shouldShowEmpty: boolean;
  /** Chats and people that match. */
  candidates: Array<RecipientsCandidate>;
}

export interface RecordedBye {
  /** Why the stream ends; the last line. */
  bye: ByeReason;
}

export interface RecordedClosedWindow {
  /** The window that was closed. Only in recordings. */
  closedWindow: string;
}

export interface RecordedEffectEnd {
  /** An effect that ended. Only in recordings. */
  ended: number;
}

export interface RecordedError {
  /** Why a line was rejected or did not finish. */
  error: RecordedRefusal;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

export interface RecordedEvent {
  /** When a message was sent; in a recording, when an event was read. */
  date: string;
  /** The number of an event, from the start of the recording. Only in recordings. */
  order: number;
  /** The id for a record that an event creates without naming one. Only in recordings. */
  freshId: string;
  /** The line that caused an event. */
  request?: RequestLine | null;
  /** The stored messages that an event refers to. Only in recordings. */
  known: Array<KnownEntry>;
  /** Stored messages that others answer. Only in recordings. */
  answeredMessages?: Array<AnsweredMessage> | null;
  /** Reactions that came before their message. Only in recordings. */
  earlyReactions?: Array<EarlyEntry> | null;
  /** The effect that an event answers. Only in recordings. */
  effect?: number | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
  /** The event. Only in recordings. */
  routed: Event;
}

export interface RecordedHeader {
  /** What a replay needs to know; the first line of a recording. */
  recording: RecordingHeader;
}

export interface RecordedRefusal {
  /** The kind of an error, for programs. */
  code: string;
  /** A sentence that says why something failed, was refused, or waits although there is a connection. */
  reason: string;
  /** The number of an input line, from 1. */
  line?: number | null;
  /** The `id` of the line that caused this one. */
  cause?: string | null;
}

export interface RecordedSettled {
  /** The `id` of a request that has ended. */
  settled: string;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

export interface RecordedSubscribe {
  /** The views to show from now on. */
  subscribe: Array<ViewName>;
  /** The line that caused an event. */
  request?: RequestLine | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

export interface RecordedUnsubscribe {
  /** The views to stop showing. */
  unsubscribe: Array<ViewName>;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

export interface RecordingHeader {
  /** The version of the protocol. */
  protocol: number;
  /** The control lines that this session accepts. */
  controls: Array<ControlName>;
  /** A user of the server, as in `senderId`. In `hello`, our own id; missing without a login. */
  userId?: string | null;
  /** Whether lines can send what a server sends. */
  playsNetwork: boolean;
  /** Whether lines can only look; missing if they can act. */
  isReadOnly?: boolean | null;
  /** The time zone of a recording. */
  zone: string;
  /** The locale of a recording. */
  locale: string;
  /** How times are shown: a format of strftime(3) with `%H`, `%I`, `%M`, `%S`, `%p` and `%%`. */
  timeFormat?: string | null;
  /** The views to show from now on. */
  subscribe: Array<ViewName>;
  /** The arguments of the recorded run. */
  arguments: Array<string>;
  /** How a changed view is sent: `whole` or `patch`. */
  updates?: Updates | null;
}

/** A line of a recording. */
export type RecordingLine = RecordedHeader | RecordedEvent | RecordedEffectEnd | RecordedSubscribe | RecordedUnsubscribe | RecordedClosedWindow | RecordedSettled | RecordedError | RecordedBye;

/** Refuse the next request of this kind. */
export interface RefuseCommand {
  refuse: "send" | "create" | "edit" | "delete" | "react" | "join" | "leave" | "change" | "fetch";
  reason?: string;
}

export interface Reminder {
  /** A reminder. */
  reminderId: string;
  /** The text of a reminder (`SUMMARY` in RFC 5545). */
  summary: string;
  /** When a reminder is due, or a message is to be deleted. */
  dueDate: string;
  /** Whether a reminder is done. */
  isDone: boolean;
  /** Whether a due reminder has notified us, or the server knows whether we ignore somebody. */
  isTold: boolean;
  /** A chat; unique in a profile. */
  chatId?: string | null;
  /**
   * How a reminder repeats, as the content lines `DTSTART`, `RRULE` and `EXDATE` of iCalendar (RFC 5545); `null` if it
   * does not.
   */
  recurrence?: string | null;
}

/** Save a reminder. */
export interface ReminderAdding {
  /** The name of an event: `<subject>.<case>`. */
  event: "reminder.adding";
  /** The text of a reminder (`SUMMARY` in RFC 5545). */
  summary: string;
  /** When a reminder is due, a notification comes back or a mute ends, as typed; for a mute, empty for never. */
  dueText: string;
  /** A chat; unique in a profile. */
  chatId?: string | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Save a reminder. */
export interface ReminderAddingAction {
  /** The name of an event: `<subject>.<case>`. */
  event: "reminder.adding";
  /** The text of a reminder (`SUMMARY` in RFC 5545). */
  summary: string | null;
  /** When a reminder is due, a notification comes back or a mute ends, as typed; for a mute, empty for never. */
  dueText: string | null;
  /** A chat; unique in a profile. */
  chatId?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

/** A reminder is due. */
export interface ReminderCameDue {
  /** The name of an event: `<subject>.<case>`. */
  event: "reminder.cameDue";
}

/** Mark a reminder as done. */
export interface ReminderCompleting {
  /** The name of an event: `<subject>.<case>`. */
  event: "reminder.completing";
  /** A reminder. */
  reminderId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

export interface ReminderExportActions {
  /** Close the view. */
  close?: ScreenClosing;
}

/** All reminders as an iCalendar file. */
export interface ReminderExportLine {
  /** The number of an output line, from 0. */
  seq: number;
  /** The name of a view. */
  view: "reminderExport";
  /** The `id` of the line that caused this one. */
  cause: string | null;
  /** The whole view model. */
  model: ReminderExportViewModel;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

/** All reminders as an iCalendar file. */
export interface ReminderExportViewModel {
  /** Whether to show that something is loading. */
  shouldShowBusy: boolean;
  /** What went wrong, and what to do. */
  errorText?: string;
  /** How many items there are, shown or not. */
  totalCount: number;
  /** Reminders as iCalendar (RFC 5545). */
  icalendar: string;
  /** The events that can be sent from here, by name. A `null` in one is for you to fill in. */
  actions?: ReminderExportActions;
}

export interface ReminderFormActions {
  /** In a chat, tell the others that we are typing. In the form for a reminder, check what has been typed so far. */
  typing?: (ReminderTypingAction) & { summary: null; dueText: null; };
  /** Save the form. In a message, copy its file to a path of yours; download it first if necessary. */
  save?: (ReminderAddingAction) & { summary: null; dueText: null; };
  /** Close the view. */
  close?: ScreenClosing;
}

/** The form for a reminder. */
export interface ReminderFormLine {
  /** The number of an output line, from 0. */
  seq: number;
  /** The name of a view. */
  view: "reminderForm";
  /** The `id` of the line that caused this one. */
  cause: string | null;
  /** The whole view model. */
  model: ReminderFormViewModel;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

/** The form for a reminder. */
export interface ReminderFormViewModel {
  /** Whether to show that something is loading. */
  shouldShowBusy: boolean;
  /** Whether to show `errorText`. */
  shouldShowError: boolean;
  /** What went wrong, and what to do. */
  errorText: string | null;
  /** The text of a reminder (`SUMMARY` in RFC 5545). */
  summary: string;
  /** When a reminder is due, a notification comes back or a mute ends, as typed; for a mute, empty for never. */
  dueText: string;
  /** When a reminder is due, or a message is to be deleted. */
  dueDate?: string;
  /** How `dueText` was understood. */
  understoodText: string | null;
  /** A chat; unique in a profile. */
  chatId: string | null;
  /** Counts refusals, so that a repeated `errorText` can be noticed. */
  errorRevision?: number;
  /** The events that can be sent from here, by name. A `null` in one is for you to fill in. */
  actions?: ReminderFormActions;
}

/** Import the tasks and events of an iCalendar file (RFC 5545). */
export interface ReminderImporting {
  /** The name of an event: `<subject>.<case>`. */
  event: "reminder.importing";
  /** Reminders as iCalendar (RFC 5545). */
  icalendar: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Import the tasks and events of an iCalendar file (RFC 5545). */
export interface ReminderImportingAction {
  /** The name of an event: `<subject>.<case>`. */
  event: "reminder.importing";
  /** Reminders as iCalendar (RFC 5545). */
  icalendar: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

/** Show this many reminders. */
export interface ReminderListing {
  /** The name of an event: `<subject>.<case>`. */
  event: "reminder.listing";
  /** The most rows that a list shows. */
  rowLimit: number;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** The store cannot be read. */
export interface ReminderLoadFailed {
  /** The name of an event: `<subject>.<case>`. */
  event: "reminder.loadFailed";
  /** A sentence that says why something failed, was refused, or waits although there is a connection. */
  reason: string;
}

/** The store has these reminders. */
export interface ReminderLoaded {
  /** The name of an event: `<subject>.<case>`. */
  event: "reminder.loaded";
  /** Reminders. */
  reminders: Array<Reminder>;
}

/** Open the chat that a reminder was made in. */
export interface ReminderOpening {
  /** The name of an event: `<subject>.<case>`. */
  event: "reminder.opening";
  /** A reminder. */
  reminderId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Remove a reminder. */
export interface ReminderRemoving {
  /** The name of an event: `<subject>.<case>`. */
  event: "reminder.removing";
  /** A reminder. */
  reminderId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Mark a reminder as not done. */
export interface ReminderReopening {
  /** The name of an event: `<subject>.<case>`. */
  event: "reminder.reopening";
  /** A reminder. */
  reminderId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Take back the last import in this window. */
export interface ReminderReverting {
  /** The name of an event: `<subject>.<case>`. */
  event: "reminder.reverting";
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Check how a due date is understood; the `reminderForm` view shows it. */
export interface ReminderTyping {
  /** The name of an event: `<subject>.<case>`. */
  event: "reminder.typing";
  /** The text of a reminder (`SUMMARY` in RFC 5545). */
  summary: string;
  /** When a reminder is due, a notification comes back or a mute ends, as typed; for a mute, empty for never. */
  dueText: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Check how a due date is understood; the `reminderForm` view shows it. */
export interface ReminderTypingAction {
  /** The name of an event: `<subject>.<case>`. */
  event: "reminder.typing";
  /** The text of a reminder (`SUMMARY` in RFC 5545). */
  summary: string | null;
  /** When a reminder is due, a notification comes back or a mute ends, as typed; for a mute, empty for never. */
  dueText: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

export interface RemoveOperation {
  /** The operation of a patch (RFC 6902). */
  op: "remove";
  /** What an operation changes (RFC 6901). */
  path: string;
}

/** Deliver the next message after the one that follows it. */
export interface ReorderCommand {
  reorder: true;
}

export interface ReplaceOperation {
  /** The operation of a patch (RFC 6902). */
  op: "replace";
  /** What an operation changes (RFC 6901). */
  path: string;
  /** The new value (RFC 6902). */
  value: unknown;
}

export interface RequestLine {
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id: string;
  /** The number of an input line, from 1. */
  line: number;
}

/** Wait until the program is idle, stop it, and start it again. */
export interface RestartStep {
  restart: "kill" | "end";
}

export interface Resumption {
  /** The number of an output line, from 0. */
  seq: number;
  /** How many lines could not be delivered. */
  lineCount: number;
  /** The requests that have no answer yet. */
  requests: Array<ResumptionRequest>;
  /** The windows, each with what it shows. */
  windows: Array<ResumptionWindow>;
  /** The requests that have settled as `waiting`, and whose outcome is still to come. */
  waiting?: Array<ResumptionWaiting> | null;
}

export interface ResumptionRequest {
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id: string;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
  /** The number of an input line, from 1. */
  line?: number | null;
}

export interface ResumptionWaiting {
  /** The number of an input line, from 1. */
  line: number;
  /**
   * The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
   * placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
   */
  text?: string | null;
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
}

export interface ResumptionWindow {
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
  /** The views to show from now on. */
  subscribe: Array<ViewName>;
  /** Resumes the inbox after this `cursor`. `start`: from the first message. Default: new ones only. */
  after?: string | null;
  /** A chat; unique in a profile. */
  chatId?: string | null;
  /** The views that are shown. */
  shown: Array<ViewName>;
  /** Whether the user does not look at the window. */
  isUnfocused?: boolean | null;
}

/** Deletions are due. */
export interface RevisionCameDue {
  /** The name of an event: `<subject>.<case>`. */
  event: "revision.cameDue";
}

/** A message is deleted. */
export interface RevisionDeleted {
  /** The name of an event: `<subject>.<case>`. */
  event: "revision.deleted";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Delete a message of ours. With `delaySeconds`, `revision.keeping` can undo it for that long. */
export interface RevisionDeleting {
  /** The name of an event: `<subject>.<case>`. */
  event: "revision.deleting";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** How long a deletion can be undone, in seconds, up to a day. The default is 0. */
  delaySeconds?: number | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** A message was edited. Without `kind`, it keeps its kind. */
export interface RevisionEdited {
  /** The name of an event: `<subject>.<case>`. */
  event: "revision.edited";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /**
   * The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
   * placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
   */
  text: string;
  /** The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap. */
  spans?: Array<TextSpan> | null;
  /** The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`. */
  kind?: MessageKind | null;
  /** Whether a message was edited. */
  isEdited?: boolean | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Edit one of our messages. The text of one with a file is its caption; an empty one removes it. */
export interface RevisionEditing {
  /** The name of an event: `<subject>.<case>`. */
  event: "revision.editing";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /**
   * The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
   * placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
   */
  text: string;
  /** The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap. */
  spans?: Array<TextSpan> | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Edit one of our messages. The text of one with a file is its caption; an empty one removes it. */
export interface RevisionEditingAction {
  /** The name of an event: `<subject>.<case>`. */
  event: "revision.editing";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /**
   * The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
   * placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
   */
  text: string | null;
  /** The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap. */
  spans?: Array<TextSpan> | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

/** The server refused to edit or delete our message. */
export interface RevisionFailed {
  /** The name of an event: `<subject>.<case>`. */
  event: "revision.failed";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** A sentence that says why something failed, was refused, or waits although there is a connection. */
  reason: string;
  /**
   * What was wrong with a file: `missing` (or unreadable), `notCreated` (or there already), `inputOutput` (as on a full
   * disk), `unavailable` (the server), `damaged` (not what its message promises) or `stopped` (by a person); missing if
   * it was something else.
   */
  fileProblem?: FileProblem | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Make all deletions now, without waiting any longer. */
export interface RevisionFlushing {
  /** The name of an event: `<subject>.<case>`. */
  event: "revision.flushing";
}

/** Undo the deletion of a message that the server has not been asked to delete. */
export interface RevisionKeeping {
  /** The name of an event: `<subject>.<case>`. */
  event: "revision.keeping";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Without a connection, our message will be deleted later. */
export interface RevisionPostponed {
  /** The name of an event: `<subject>.<case>`. */
  event: "revision.postponed";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

export interface RowChanges {
  /** The ids of added rows. */
  came: Array<string>;
  /** The ids of rows whose content changed. Rows that only moved are not included. */
  changed: Array<string>;
  /** The ids of removed rows. */
  went: Array<string>;
}

/** Deliver a message now. */
export interface SayCommand {
  say: IncomingMessage;
}

/** A line of a scenario of `telex try`. */
export type ScenarioLine = LineIn | FilledLineStep | TitleStep | StartStep | ExpectStep | ExpectNothingStep | ExpectOutcomeStep | ExpectViewStep | RestartStep | ExpectExitStep;

/** Close a screen, with all that were opened from it. */
export interface ScreenClosing {
  /** The name of an event: `<subject>.<case>`. */
  event: "screen.closing";
  /** A screen to open or close. */
  screen: ScreenName;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

export type ScreenName = "chatList" | "chatForm" | "messages" | "members" | "contactList" | "contactForm" | "contactExport" | "upcoming" | "reminderForm" | "reminderExport";

/**
 * Open a screen. `messages` and `members` need a `chatId`; `reminderForm` can have one, and `contactForm` a
 * `contactId`.
 */
export interface ScreenOpeningMessagesOrMembers {
  /** The name of an event: `<subject>.<case>`. */
  event: "screen.opening";
  /** A screen to open or close. */
  screen: "messages" | "members";
  /** A chat; unique in a profile. */
  chatId: string;
  /** A contact in the address book. */
  contactId?: string | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/**
 * Open a screen. `messages` and `members` need a `chatId`; `reminderForm` can have one, and `contactForm` a
 * `contactId`.
 */
export interface ScreenOpeningOther {
  /** The name of an event: `<subject>.<case>`. */
  event: "screen.opening";
  /** A screen to open or close. */
  screen: "chatList" | "chatForm" | "contactList" | "contactForm" | "contactExport" | "upcoming" | "reminderForm" | "reminderExport";
  /** A chat; unique in a profile. */
  chatId?: string | null;
  /** A contact in the address book. */
  contactId?: string | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/**
 * Open a screen. `messages` and `members` need a `chatId`; `reminderForm` can have one, and `contactForm` a
 * `contactId`.
 */
export type ScreenOpening = ScreenOpeningMessagesOrMembers | ScreenOpeningOther;

/** These chats and people match. */
export interface SearchFound {
  /** The name of an event: `<subject>.<case>`. */
  event: "search.found";
  /** The text to search for. */
  query: string;
  /** Chats. In a list, the chat with the latest message comes first. */
  chats?: Array<TitledChat> | null;
  /** The people found by a search, or matched by a name. */
  recipients: Array<string>;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Open a chat that a search found. Closes the form that starts a chat. */
export interface SearchOpening {
  /** The name of an event: `<subject>.<case>`. */
  event: "search.opening";
  /** A chat; unique in a profile. */
  chatId: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Look for people by the beginning of a name. An empty `query` ends the search. */
export interface SearchSearching {
  /** The name of an event: `<subject>.<case>`. */
  event: "search.searching";
  /** The text to search for. */
  query: string;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

/** Look for people by the beginning of a name. An empty `query` ends the search. */
export interface SearchSearchingAction {
  /** The name of an event: `<subject>.<case>`. */
  event: "search.searching";
  /** The text to search for. */
  query: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

export type SentEventName = "chat.loading" | "chat.listing" | "chat.drafting" | "chat.creating" | "chat.knocking" | "chat.retitling" | "chat.settingTopic" | "chat.leaving" | "chat.pinning" | "chat.unpinning" | "chat.muting" | "chat.unmuting" | "chat.archiving" | "chat.unarchiving" | "chat.markingUnread" | "chat.hidingReceipts" | "chat.sendingReceipts" | "invitation.accepting" | "invitation.declining" | "member.listing" | "member.inviting" | "member.removing" | "member.ignoring" | "member.unignoring" | "member.assigning" | "message.sending" | "message.reading" | "message.showing" | "message.reporting" | "history.loading" | "history.seeking" | "outbox.retrying" | "file.fetching" | "file.fetchingThumbnail" | "file.saving" | "file.cancelling" | "revision.editing" | "revision.deleting" | "revision.keeping" | "reaction.adding" | "reaction.removing" | "presence.typing" | "presence.focusing" | "presence.unfocusing" | "search.searching" | "search.opening" | "messageSearch.searching" | "messageSearch.listing" | "messageSearch.opening" | "messageSearch.searchingServer" | "screen.opening" | "screen.closing" | "contact.listing" | "contact.adding" | "contact.renaming" | "contact.deleting" | "contact.restoring" | "contact.reverting" | "contact.opening" | "contact.importing" | "reminder.listing" | "reminder.typing" | "reminder.adding" | "reminder.completing" | "reminder.reopening" | "reminder.removing" | "reminder.reverting" | "reminder.importing" | "reminder.opening" | "notification.openingReminder" | "notification.dismissingReminder" | "notification.listing" | "notification.opening" | "notification.dismissing" | "notification.snoozing" | "connection.retrying";

export interface ServerChat {
  /** A chat; unique in a profile. */
  chatId: string;
  /** The display name of a chat. */
  title?: string | null;
  /** Whether the chat is end-to-end encrypted. */
  isEncrypted?: boolean | null;
  /** The chat that replaced this one. Nothing more can be sent to this one. */
  successorId?: string | null;
  /** How many members the server counts, known or not, including us. */
  memberCount?: number | null;
  /**
   * What the server lets us do in a chat (`retitle`, `setTopic`, `invite`, `leave`, `report` for messages) or with a
   * member (`remove`, `setRole`). Missing for a chat if it does not say, and for a member if nothing.
   */
  rights?: Array<ChatRight> | null;
  /** What a chat is about, in views on one line; missing or empty for nothing. */
  topic?: string | null;
}

export interface ServerMessage {
  /** A chat; unique in a profile. */
  chatId: string;
  /** A message; unique in its chat. */
  messageId?: string | null;
  /** The display name of a chat. */
  title?: string | null;
  /**
   * The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
   * placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
   */
  text: string;
  /**
   * In views, the sender's name in the chat; `You` for us. The `senderId` follows a name that could be mistaken for
   * another. The `program` that sent a message follows in brackets. In events, the sender's name on the network.
   */
  senderName?: string | null;
  /** The sender of a message; missing if the server does not say. */
  senderId?: string | null;
  /**
   * The program that sent our message, by the name that it gave itself: 1 to 32 characters. It stays on this device:
   * the server and other people do not get it, and what they say of it is ignored. Missing if a person sent the
   * message, or another device.
   */
  program?: string | null;
  /** The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`. */
  kind?: MessageKind | null;
  /** Whether a message was edited. */
  isEdited?: boolean | null;
  /** How a message notifies: `silent` (never, and it is never unread), `normal` or `mention`. */
  attention?: Attention | null;
  /** What the sender of a `system` message changed in the chat. */
  change?: ChatChange | null;
  /** The message that a message answers. In a thread, the root if it answers no message in particular. */
  replyToId?: string | null;
  /** Whether a message belongs to a thread. */
  isThreaded?: boolean | null;
  /** Reactions to a message. */
  reactions?: Array<Reaction> | null;
  /** The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap. */
  spans?: Array<TextSpan> | null;
  /** The file of a message of the kind `file`. */
  file?: MessageFile | null;
  /** The position of a message in its chat, in the server's order. */
  serverOrder?: number | null;
  /** When a message was sent; in a recording, when an event was read. */
  date?: string | null;
  /** Whether a message is ours, or a member is us. */
  isOwn?: boolean | null;
  /** The stored message before which a message is missing. Only in recordings. */
  followerId?: string | null;
}

/** A request has ended. */
export interface SettledLine {
  /** The number of an output line, from 0. */
  seq: number;
  /** The `id` of a request that has ended. */
  settled: string;
  /** The outcome of a request: `done`, `sent`, `waiting`, `ignored`, `refused` or `failed`. */
  outcome: OutcomeKind;
  /** A sentence that says why something failed, was refused, or waits although there is a connection. */
  reason?: string | null;
  /** A chat; unique in a profile. */
  chatId?: string | null;
  /** A message; unique in its chat. */
  messageId?: string | null;
  /** A contact in the address book. */
  contactId?: string | null;
  /** A reminder. */
  reminderId?: string | null;
  /**
   * The path of a file on this device; missing if it is not here. The telex that reads the line opens it, and a
   * relative path begins at its working directory.
   */
  filePath?: string | null;
  /**
   * What was wrong with a file: `missing` (or unreadable), `notCreated` (or there already), `inputOutput` (as on a full
   * disk), `unavailable` (the server), `damaged` (not what its message promises) or `stopped` (by a person); missing if
   * it was something else.
   */
  fileProblem?: FileProblem | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

export type SpanStyle = "bold" | "italic" | "strikethrough" | "code" | "link" | "codeBlock" | "quote" | "spoiler" | "mention" | "roomMention";

/** Start the program here, rather than before the first line. */
export interface StartStep {
  start: true;
}

export interface StoredChat {
  /** A chat; unique in a profile. */
  chatId: string;
  /** The display name of a chat. */
  title: string;
  /** The position up to which we have read. */
  readUpTo: number;
  /** The position up to which the other person's devices have received our messages. */
  deliveredUpTo: number;
  /** The position up to which the other person has read. */
  otherReadUpTo: number;
  /** The last message that we read, kept until the server confirms it. */
  untoldReadId?: string | null;
  /** The counts of unread messages that only the server has. */
  unloaded?: UnreadCount | null;
  /** Whether the chat is end-to-end encrypted. */
  isEncrypted?: boolean | null;
  /** The chat that replaced this one. Nothing more can be sent to this one. */
  successorId?: string | null;
  /** The known members of a chat. */
  members?: Array<ChatMember> | null;
  /** The invitation to a chat that we have not joined. */
  invitation?: Invitation | null;
  /** What we have typed and not sent; in a list, as one line. */
  draftText?: string | null;
  /** How many members the server counts, known or not, including us. */
  memberCount?: number | null;
  /** How we have arranged a chat; other members do not see it. */
  settings?: ChatSettings | null;
  /** What the server has instead of our `settings` of a chat; missing if it has these. */
  serverSettings?: ChatSettings | null;
  /**
   * The sort key of the chat in the list if only ignored people have written since. Otherwise missing: `lastOrder` is
   * the sort key.
   */
  heldOrder?: number | null;
  /**
   * What the server lets us do in a chat (`retitle`, `setTopic`, `invite`, `leave`, `report` for messages) or with a
   * member (`remove`, `setRole`). Missing for a chat if it does not say, and for a member if nothing.
   */
  rights?: Array<ChatRight> | null;
  /** What a chat is about, in views on one line; missing or empty for nothing. */
  topic?: string | null;
}

export interface StoredGap {
  /** A chat; unique in a profile. */
  chatId: string;
  /**
   * A position in this store's order: of a message in its chat, of the first message after a gap, or of an invitation
   * in the list of chats.
   */
  position: number;
  /** The backend's token for a position in its history. */
  token: string;
}

/** Subscribe to these views. */
export interface SubscribeLine {
  /** The views to show from now on. */
  subscribe: Array<ViewName>;
  /** Resumes the inbox after this `cursor`. `start`: from the first message. Default: new ones only. */
  after?: string | null;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

export interface TextRange {
  /** Where a span begins, in Unicode code points from the start of the text. */
  start: number;
  /** The length of a span, in Unicode code points. */
  length: number;
}

export interface TextSpan {
  /** Where a span begins, in Unicode code points from the start of the text. */
  start: number;
  /** The length of a span, in Unicode code points. */
  length: number;
  /**
   * The style or meaning of a span: `bold`, `italic`, `strikethrough`, `code`, `link` (to `url`), `codeBlock`, `quote`,
   * `spoiler` (hidden until a reader asks for it), `mention` (of `userId`) or `roomMention` (of all).
   */
  style: SpanStyle;
  /** The address of a link. */
  url?: string | null;
  /** A user of the server, as in `senderId`. In `hello`, our own id; missing without a login. */
  userId?: string | null;
  /** The language of a code block, if it is known. */
  language?: string | null;
  /** A sentence that says why something failed, was refused, or waits although there is a connection. */
  reason?: string | null;
}

/** What the scenario is about. */
export interface TitleStep {
  title: string;
}

export interface TitledChat {
  /** A chat; unique in a profile. */
  chatId: string;
  /** The display name of a chat. */
  title: string;
}

/** The files that are being transferred, in the order in which that began. */
export interface TransfersLine {
  /** The number of an output line, from 0. */
  seq: number;
  /** The name of a view. */
  view: "transfers";
  /** The `id` of the line that caused this one. */
  cause: string | null;
  /** The whole view model. */
  model: TransfersViewModel;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

export interface TransfersRow {
  /** A chat; unique in a profile. */
  chatId: string;
  /** The display name of a chat. */
  title: string;
  /** A message; unique in its chat. */
  messageId: string;
  /** The name of a file, safe to show and to save. */
  fileName: string;
  /** Whether a file goes to the server, and not from there. */
  isUpload: boolean;
  /** Whether our file is still being read here; its message is in the chat after that. */
  isBeingRead: boolean;
  /** How many of `totalCount` are done; of a file, how many bytes of `byteCount`. */
  doneCount: number;
  /** The length of a file in bytes, as its sender told it; missing if unknown. */
  byteCount?: number;
  /** The progress of connecting, or of the transfer of a file: how much, how fast, and how long the rest takes. */
  progressText: string;
  /** The events that can be sent from here, by name. A `null` in one is for you to fill in. */
  actions?: TransfersRowActions;
}

export interface TransfersRowActions {
  /** Stop the transfer of a file. */
  cancel?: FileCancelling;
}

/** The files that are being transferred, in the order in which that began. */
export interface TransfersViewModel {
  /**
   * The files being transferred, in the order in which they began; then the uploads that wait; then the files still
   * being read here.
   */
  transfers: Array<TransfersRow>;
}

export interface TrialResult {
  /** The file of a scenario. */
  scenario: string;
  /** What a scenario is about. */
  titleText?: string | null;
  /** Whether everything was as the scenario expects. */
  hasPassed: boolean;
  /** A sentence that says why something failed, was refused, or waits although there is a connection. */
  reason?: string | null;
  /** The number of an input line, from 1. */
  line?: number | null;
  /** What a scenario expects: an event, an outcome, a view, or a part of one. */
  expected?: unknown | null;
  /** The event that comes closest to what was expected, the outcome or the view. */
  nearest?: unknown | null;
  /** How the nearest event, the outcome or the view differs from what was expected. */
  differences?: Array<TrialResultDifference> | null;
  /** What the names that `as` gave stand for. */
  names?: unknown | null;
  /** How the program ended, or whether it runs. */
  endingText?: string | null;
  /** What the program printed last. */
  outputText?: string | null;
  /** What happened, in order. */
  history?: Array<TrialResultDeed> | null;
  /** How many entries are left out before the first. */
  leftOutCount?: number | null;
  /** After how many lines, written to the program or read from it, something was killed. */
  killedAfter?: number | null;
  /** The line after which something was killed; a string if it is not JSON. */
  killedLine?: unknown | null;
  /** What was killed: `command` or `telex`. */
  killed?: string | null;
  /** The seed with which `--chaos` plays the same order again. */
  seed?: number | null;
}

export interface TrialResultDeed {
  /** When a message was sent; in a recording, when an event was read. */
  date: string;
  /** The number of an input line, from 1. */
  line?: number | null;
  /**
   * The text of a message. For `file`, its caption, which may be empty; for `unshowable`, what it is. Rows have a
   * placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.
   */
  text: string;
}

export interface TrialResultDifference {
  /** The members that lead to a difference, such as `messages[0].text`. */
  memberPath: string;
  /** What a scenario expects: an event, an outcome, a view, or a part of one. */
  expected: unknown;
  /** The value that there is; missing if there is none. */
  actual?: unknown | null;
}

export interface UnreadCount {
  /** How many messages are unread; in a notification, how many it covers (1 for a reminder, 0 for a reaction). */
  unreadCount: number;
  /** How many unread messages mention us. */
  mentionCount: number;
}

export type UnseenReason = "notFetched" | "encrypted";

/** Unsubscribe from these views. */
export interface UnsubscribeLine {
  /** The views to stop showing. */
  unsubscribe: Array<ViewName>;
  /** The id of a request, chosen by its sender; at most 128 characters. */
  id?: string | null;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string | null;
}

export interface UpcomingActions {
  /** Show more rows. */
  loadMore?: ReminderListing;
  /**
   * Undo the last change: remove the added reminder, reopen the completed one, restore the deleted contact, or revert
   * an import.
   */
  undo?: ReminderRemoving | ReminderReopening | ReminderReverting;
  /** Open the form that adds a contact or a reminder. */
  add?: ScreenOpening;
  /** Add the reminders of an iCalendar file. */
  importReminders?: (ReminderImportingAction) & { icalendar: null; };
  /** Open the export of all reminders. */
  exportReminders?: ScreenOpening;
  /** Close the view. */
  close?: ScreenClosing;
}

/** Overdue reminders, and those due up to the end of next week. */
export interface UpcomingLine {
  /** The number of an output line, from 0. */
  seq: number;
  /** The name of a view. */
  view: "upcoming";
  /** The `id` of the line that caused this one. */
  cause: string | null;
  /** The ids of the rows that were added, changed and removed since the last model of this view. */
  changes: RowChanges;
  /** The whole view model. */
  model: UpcomingViewModel;
  /**
   * A window, with its own screens, forms and subscriptions; missing for the main one. The first event or subscription
   * that names a window opens it.
   */
  window?: string;
}

export interface UpcomingRow {
  /** A reminder. */
  reminderId: string;
  /** The text of a reminder (`SUMMARY` in RFC 5545). */
  summary: string;
  /** When a reminder is due, or a message is to be deleted. */
  dueDate: string;
  /** The time of day of a reminder. */
  timeText: string;
  /** The weekday or date of a reminder. */
  weekdayText: string;
  /** A chat; unique in a profile. */
  chatId?: string;
  /** The display name of a chat. */
  title?: string;
  /** The date on which a reminder comes again once it is done; missing if it does not repeat. */
  nextText?: string;
  /** The events that can be sent from here, by name. A `null` in one is for you to fill in. */
  actions?: UpcomingRowActions;
}

export interface UpcomingRowActions {
  /** Open the chat or list that the row is about. */
  open?: ReminderOpening;
  /** Mark the reminder as done. */
  complete?: ReminderCompleting;
}

export interface UpcomingSection {
  /** The heading of a section of reminders, or of a notification. */
  heading: string;
  /** Reminders. */
  reminders: Array<UpcomingRow>;
}

/** Overdue reminders, and those due up to the end of next week. */
export interface UpcomingViewModel {
  /** Whether to show that something is loading. */
  shouldShowBusy: boolean;
  /** Whether to show that the list is empty. */
  shouldShowEmpty: boolean;
  /** Whether to show `errorText`. */
  shouldShowError: boolean;
  /** What went wrong, and what to do. */
  errorText: string | null;
  /**
   * The result of an import, that nothing is due, or a change in a chat that we asked for and is not shown elsewhere.
   */
  noticeText: string | null;
  /** Counts the notices, as `errorRevision` does errors. */
  noticeRevision?: number;
  /** How many items there are, shown or not. */
  totalCount: number;
  /** Reminders, grouped by when they are due. */
  sections: Array<UpcomingSection>;
  /** The events that can be sent from here, by name. A `null` in one is for you to fill in. */
  actions?: UpcomingActions;
}

export type Updates = "whole" | "patch";

/** A whole model of a view. */
export type ViewLine = ChatListLine | ChatFormLine | MembersLine | BadgeLine | TransfersLine | RecipientsLine | FoundLine | InboxLine | ContactListLine | ContactFormLine | ContactExportLine | UpcomingLine | ReminderFormLine | ReminderExportLine | MessagesLine | NotificationLine | ConnectionLine;

export type ViewName = "chatList" | "chatForm" | "members" | "badge" | "transfers" | "recipients" | "found" | "inbox" | "contactList" | "contactForm" | "contactExport" | "upcoming" | "reminderForm" | "reminderExport" | "messages" | "notification" | "connection";
