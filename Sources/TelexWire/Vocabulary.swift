/// The meaning of each member on the wire. A name means the same everywhere, so each is explained once.
enum Vocabulary {
    struct Section {
        let title: String
        /// The members by name, each with its meaning, in Markdown.
        let members: KeyValuePairs<String, String>
    }

    static func meaning(of member: String) -> String? { meanings[member] }

    private static let meanings = Dictionary(
        uniqueKeysWithValues: sections.flatMap { $0.members.map { ($0.key, $0.value) } })

    static let sections = [
        Section(
            title: "Ids and names",
            members: [
                "chatId": "A chat; unique in a profile.",
                "closedWindow": "The window that was closed. Only in recordings.",
                "contactId": "A contact in the address book.",
                "firstName": "A contact's first name.",
                "freshId": "The id for a record that an event creates without naming one. Only in recordings.",
                "fullName": "A contact's first and last name.",
                "heading": "The heading of a section of reminders, or of a notification.",
                "id": "The id of a request, chosen by its sender; at most 128 characters.",
                "initials": "A contact's initials.",
                "inviterName": "The person who invites us: the display name, followed by the id if it is known.",
                "lastName": "A contact's last name.",
                "window":
                    "A window, with its own screens, forms and subscriptions; missing for the main one. The first "
                    + "event or subscription that names a window opens it.",
                "liveChatId": "The chat with an open live channel.",
                "messageId": "A message; unique in its chat.",
                "name": "A user's name in a chat. Anybody can choose any name.",
                "notificationId": "A notification: `chat:` or `reminder:`, then the id of the chat or reminder.",
                "owner": "The account that an export belongs to.",
                "receivedId": "The last message of a chat from somebody else.",
                "recipient": "The person to start a chat with: a name, a user name or an address.",
                "reminderId": "A reminder.",
                "senderId": "The sender of a message; missing if the server does not say.",
                "senderName":
                    "In views, the sender's name in the chat, followed by the `senderId` if it could be mistaken for somebody "
                    + "else's, and `You` for us. In events, the sender's name on the network.",
                "successorId": "The chat that replaced this one. Nothing more can be sent to this one.",
                "summary": "The text of a reminder (`SUMMARY` in RFC 5545).",
                "title": "The display name of a chat.",
                "untoldReadId": "The last message that we read, kept until the server confirms it.",
                "userId": "A user of the server, as in `senderId`. In `hello`, our own id; missing without a login.",
            ]),
        Section(
            title: "Messages and chats",
            members: [
                "attention": "How a message notifies: `silent` (never, and it is never unread), `normal` or `mention`.",
                "beforeToken":
                    "The backend's token for a gap: in `history.synced`, messages are missing before the "
                    + "first; in `history.fetched`, these messages fill it.",
                "chat": "A chat. Only in exports.",
                "contact": "A contact. Only in exports.",
                "message": "A message. Only in exports.",
                "reminder": "A reminder. Only in exports.",
                "recipients": "The people found by a search, or matched by a name.",
                "change": "What the sender of a `system` message changed in the chat.",
                "changeKind":
                    "The change: `joined`, `left`, `removed` or `banned` (the user `userId`), `renamed` (the sender), "
                    + "`retitled` (the chat), `topicChanged`, `replaced` (by another chat) or `requested` (to join).",
                "answeredMessages": "Stored messages that others answer. Only in recordings.",
                "canKnock": "Whether the chat accepts requests to join.",
                "candidates": "People who match.",
                "chats": "Chats. In a list, the chat with the latest message comes first.",
                "connectionState": "`offline`, `connecting` or `online`.",
                "contacts": "Contacts.",
                "date": "When a message was sent; in a recording, when an event was read.",
                "delaySeconds": "How long a deletion can be undone, in seconds, up to a day. The default is 0.",
                "deliveredUpTo": "The position up to which the other person's devices have received our messages.",
                "delivery":
                    "The delivery state of a stored message: `received`, `sending`, `waiting`, `sent`, `failed` or "
                    + "`deleting`.",
                "direction": "Which messages of a chat to show: `older`, `newer` or `latest`.",
                "dueDate": "When a reminder is due, or a message is to be deleted.",
                "earlyReactions": "Reactions that came before their message. Only in recordings.",
                "excerpt": "The first 120 characters of a message on one line, then `…` if there is more.",
                "gapPosition": "The position before which messages are missing; 0 for none.",
                "hasMore": "Whether the store has more messages after these.",
                "hasNewer": "Whether the store has newer messages.",
                "hasOlder": "Whether the store has older messages.",
                "icalendar": "Reminders as iCalendar (RFC 5545).",
                "invitation": "The invitation to a chat that we have not joined.",
                "isAfterGap": "Whether the store does not know the cursor to resume from.",
                "isComplete": "Whether a list of members is complete.",
                "isDone": "Whether a reminder is done.",
                "isEdited": "Whether a message was edited.",
                "isEncrypted": "Whether the chat is end-to-end encrypted.",
                "isHole": "Whether the store also has messages before the gap.",
                "isMisleading":
                    "Whether a name could be mistaken for somebody else's. It is then shown with the id.",
                "isMention": "Whether a message mentions us.",
                "isOwn": "Whether a message is ours, or a member is us.",
                "isRequest": "Whether we asked to join and nobody has invited us yet.",
                "isThreaded": "Whether a message belongs to a thread.",
                "isTold": "Whether the notification of a due reminder has been raised.",
                "isWhole": "Whether an export has everything.",
                "key": "What somebody reacted with: usually an emoji, but networks allow any text.",
                "kind": "The kind of a message: `text`, `emote`, `notice`, `unshowable`, `deleted` or `system`.",
                "lastOrder":
                    "The highest position that a message of the chat has had, not counting `system` messages.",
                "lastMessage": "The last message of a chat; missing if there is none.",
                "members": "The known members of a chat.",
                "messages": "Messages, oldest first.",
                "newValue": "The name, title or topic after a change; missing for none.",
                "nextToken": "The backend's token for still older messages.",
                "notifications": "Notifications, newest first.",
                "oldValue": "The name before a change; missing for none.",
                "otherReadUpTo": "The position up to which the other person has read.",
                "others": "The chats that are stored and not loaded yet.",
                "page": "Messages of one chat, from the store.",
                "people": "Those who reacted, the first one first, 20 at most.",
                "place":
                    "Where an answered message is: `here` (in the same chat), `elsewhere` (in another chat), `deleted` or "
                    + "`unknown` (not stored here).",
                "position":
                    "A position in this store's order: of a message in its chat, of the first message after a "
                    + "gap, or of an invitation in the list of chats.",
                "query": "The text to search people for.",
                "readUpTo": "The position up to which we have read.",
                "reactions": "Reactions to a message.",
                "receivedUpTo": "The position of the last message from somebody else.",
                "reminders": "Reminders.",
                "reply":
                    "What a message answers; missing if it answers nothing in particular. Among `actions`: send a message "
                    + "that answers another.",
                "replyToId":
                    "The message that a message answers. In a thread, the root if it answers no message in particular.",
                "screen": "A screen to open or close.",
                "sections": "Reminders, grouped by when they are due.",
                "language": "The language of a code block, if it is known.",
                "length": "The length of a span, in Unicode code points.",
                "serverOrder": "The position of a message in its chat, in the server's order.",
                "sinceDate": "When the connection entered its state; missing before the first attempt to connect.",
                "spans":
                    "The formatted parts of a text, and those that mention somebody; missing if there are none. Spans may overlap.",
                "standing":
                    "The membership: `joined`, `invited`, `requested` (to join) or `left`; missing if unknown.",
                "start": "Where a span begins, in Unicode code points from the start of the text.",
                "state":
                    "The state of a message: `received`, `sending`, `waiting`, `failed`, `sent`, "
                    + "`delivered` or `read`.",
                "style":
                    "The style or meaning of a span: `bold`, `italic`, `strikethrough`, `code`, `link` (to `url`), `codeBlock`, "
                    + "`quote`, `spoiler` (hidden until a reader asks for it), `mention` (of `userId`) or `roomMention` (of all).",
                "text":
                    "The text of a message. For `unshowable`, what it is, such as `image`; rows have a "
                    + "placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.",
                "token": "The backend's token for a position in its history.",
                "unloaded": "The counts of unread messages that only the server has.",
                "unread": "The counts of their unread messages.",
                "url": "The address of a link.",
                "vcard": "Contacts as vCards (RFC 6350).",
                "vcardLines": "The content lines of a contact's vCard, without the name.",
            ]),
        Section(
            title: "Counts and revisions",
            members: [
                "doneCount": "How many of `totalCount` are done.",
                "errorRevision": "Counts refusals, so that a repeated `errorText` can be noticed.",
                "inputRevision": "Increases each time the input field should be cleared.",
                "lineCount": "How many lines could not be delivered.",
                "memberCount": "How many members the server counts, known or not, including us.",
                "mentionCount": "How many unread messages mention us.",
                "mentionsAfterCount": "How many messages after this one mention us.",
                "newestIndex": "The index of the contact added last, from 0 in the full list; `null` if there is none.",
                "noticeRevision": "Counts the notices, as `errorRevision` does errors.",
                "queuedCount": "How many messages are waiting to be sent.",
                "reactionCount": "How many people reacted with the key.",
                "rowLimit": "The most rows that a list shows.",
                "totalCount": "How many items there are, shown or not.",
                "unreadAfterCount": "How many messages after this one are unread.",
                "unreadCount":
                    "How many messages are unread; in a notification, how many it covers (1 for a "
                    + "reminder, 0 for a reaction).",
            ]),
        Section(
            title: "Text for people",
            members: [
                "dateText": "When a message was sent, or a reminder was due.",
                "dayText": "The day of a message.",
                "detailText": "A detail that distinguishes contacts with the same name.",
                "draftText": "What we have typed and not sent; in a list, as one line.",
                "dueText": "When a reminder is due, as typed.",
                "errorText": "What went wrong, and what to do.",
                "firstNewId": "The first message that was unread when the chat was opened, until we answer.",
                "gapText": "Says that messages are missing before the oldest one shown; otherwise missing.",
                "invitationText": "Who invites us, and the state of our answer.",
                "membersText": "The members of a chat and their ids, until we have read something in it.",
                "noticeText": "The result of an import, or that nothing is due.",
                "previewText": "A message or a reminder on one line, with its sender's name where needed.",
                "progressText": "The progress of connecting.",
                "reason": "A sentence that says why something failed or was refused.",
                "shouldShow": "Whether there is anything to show.",
                "shouldShowBusy": "Whether to show that something is loading.",
                "shouldShowEmpty": "Whether to show that the list is empty.",
                "shouldShowError": "Whether to show `errorText`.",
                "sinceText": "When the connection entered its state, as text.",
                "statusText": "The state of a connection, or the time or state of a message.",
                "timeText": "The time of day of a reminder.",
                "typingText": "Who is typing.",
                "understoodText": "How `dueText` was understood.",
                "weekdayText": "The weekday or date of a reminder.",
            ]),
        Section(
            title: "Lines",
            members: [
                "actions": "The events that can be sent from here, by name. A `null` in one is for you to fill in.",
                "after":
                    "Resumes the inbox after this `cursor`. `start`: from the first message. Default: new ones only.",
                "advance": "How far to advance the virtual clock, such as `2s`.",
                "arguments": "The arguments of the recorded run.",
                "backend": "A command for the built-in backend, such as `{\"offline\":true}`.",
                "base": "The `seq` of the line with the model that the patch applies to.",
                "bye": "Why the stream ends; the last line.",
                "came": "The ids of added rows.",
                "cause": "The `id` of the line that caused this one.",
                "changed": "The ids of rows whose content changed. Rows that only moved are not included.",
                "changes":
                    "The ids of the rows that were added, changed and removed since the last model of this view.",
                "closed": "The name of a view that is gone.",
                "code": "The kind of an error, for programs.",
                "content": "The content of a stored message.",
                "crc32": "The CRC-32 (that of gzip and zlib) of the model in canonical form (RFC 8785).",
                "cursor": "A position in the inbox: after the messages of its line, or after this message.",
                "controls": "The control lines that this session accepts.",
                "effect": "The effect that an event answers. Only in recordings.",
                "end": "The last line of an export.",
                "ended": "An effect that ended. Only in recordings.",
                "error": "Why a line was rejected or did not finish.",
                "event": "The name of an event: `<subject>.<case>`.",
                "export": "What an import needs to know; the first line of an export.",
                "from": "The old path of a moved value (RFC 6902).",
                "gap":
                    "What is missing: lines, messages of a chat, or messages of a `view` after an unknown cursor.",
                "isReadOnly": "Whether lines can only look; missing if they can act.",
                "historyGap": "A gap in a chat's history, with the token to fetch it.",
                "hello": "What this session supports; the first line.",
                "known": "The stored messages that an event refers to. Only in recordings.",
                "line": "The number of an input line, from 1.",
                "locale": "The locale of a recording.",
                "model": "The whole view model.",
                "op": "The operation of a patch (RFC 6902).",
                "order": "The number of an event, from the start of the recording. Only in recordings.",
                "outcome": "The outcome of a request: `done`, `sent`, `waiting`, `ignored`, `refused` or `failed`.",
                "ownerLeft": "That the telex that owned the profile has ended, and another one owns it now.",
                "patch": "The operations that turn the model of line `base` into the new one (RFC 6902).",
                "path": "What an operation changes (RFC 6901).",
                "playsNetwork": "Whether lines can send what a server sends.",
                "protocol": "The version of the protocol.",
                "recording": "What a replay needs to know; the first line of a recording.",
                "request": "The line that caused an event.",
                "routed": "The event. Only in recordings.",
                "seq": "The number of an output line, from 0.",
                "settled": "The `id` of a request that has ended.",
                "subscribe": "The views to show from now on.",
                "timeFormat":
                    "How times are shown: a format of strftime(3) with `%H`, `%I`, `%M`, `%S`, `%p` and `%%`.",
                "unsubscribe": "The views to stop showing.",
                "updates": "How a changed view is sent: `whole` or `patch`.",
                "value": "The new value (RFC 6902).",
                "version": "The version of the export format.",
                "view": "The name of a view.",
                "went": "The ids of removed rows.",
                "zone": "The time zone of a recording.",
            ]),
        Section(
            title: "Actions",
            members: [
                "accept": "Accept the invitation.",
                "add": "Open the form that adds a contact or a reminder.",
                "addReminder": "Open the form for a reminder in this chat.",
                "answer": "Send a message to the chat.",
                "close": "Close the view; on a line of its own, close the window that it names.",
                "complete": "Mark the reminder as done.",
                "create": "Start the chat.",
                "decline": "Decline the invitation.",
                "delete": "Delete it.",
                "dismiss": "Dismiss the notification.",
                "draft": "Keep what is typed and not sent; an empty text removes it.",
                "edit": "Edit it.",
                "exportContacts": "Open the export of all contacts.",
                "exportReminders": "Open the export of all reminders.",
                "importContacts": "Add the contacts of a vCard file.",
                "keep": "Undo the deletion of our message. Possible until the server has been asked.",
                "knock": "Ask to join the chat.",
                "loadMore": "Show more rows.",
                "latest": "Show the latest messages of the chat.",
                "markRead": "Mark all messages of the chat as read.",
                "newChat": "Open the form that starts a chat.",
                "newer": "Show newer messages of the chat.",
                "older": "Show older messages of the chat.",
                "open": "Open the chat or list that the row is about.",
                "openContacts": "Open the address book.",
                "react": "React to a message, with an emoji or another text of up to 64 bytes.",
                "openMembers": "Open the list of members.",
                "openReminders": "Open the reminders.",
                "openSuccessor": "Open the chat that replaced this one; join it first if necessary.",
                "retry": "Try again.",
                "toggle": "Add our reaction with this key, or take it back.",
                "save": "Save the form.",
                "search": "Search for people while a name is typed.",
                "send": "Send a message.",
                "typing":
                    "In a chat, tell the others that we are typing. In the form for a reminder, check what has been "
                    + "typed so far.",
                "undo": "Mark the last completed reminder as not done, or bring back the contact deleted last.",
            ]),
    ]
}
