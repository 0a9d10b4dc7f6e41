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
                "beforeId": "The pinned chat before which a chat is pinned; missing for after all of them.",
                "closedWindow": "The window that was closed. Only in recordings.",
                "contactId": "A contact in the address book.",
                "firstName": "A contact's first name.",
                "freshId": "The id for a record that an event creates without naming one. Only in recordings.",
                "fullName": "A contact's first and last name.",
                "heading": "The heading of a section of reminders, or of a notification.",
                "id": "The id of a request, chosen by its sender; at most 128 characters.",
                "initials": "A contact's initials.",
                "inviterId": "Who invites us; missing if the network does not say.",
                "inviterName": "The person who invites us: the display name, followed by the id if it is known.",
                "lastName": "A contact's last name.",
                "window":
                    "A window, with its own screens, forms and subscriptions; missing for the main one. The first "
                    + "event or subscription that names a window opens it.",
                "liveChatId": "The chat with an open live channel.",
                "messageId": "A message; unique in its chat.",
                "firstId": "The first of some consecutive messages of a chat.",
                "lastId": "The last of some consecutive messages of a chat.",
                "name": "A user's name in a chat. Anybody can choose any name.",
                "notificationId": "A notification: `chat:` or `reminder:`, then the id of the chat or reminder.",
                "owner": "The account that an export belongs to.",
                "program":
                    "The program that sent our message, by the name that it gave itself: 1 to 32 characters. It stays on "
                    + "this device: the server and other people do not get it, and what they say of it is ignored. Missing "
                    + "if a person sent the message, or another device.",
                "receivedId": "The last message of a chat from somebody else.",
                "recipient": "The person to start a chat with, or to invite: a name, a user name or an address.",
                "reminderId": "A reminder.",
                "senderId": "The sender of a message; missing if the server does not say.",
                "senderName":
                    "In views, the sender's name in the chat, followed by the `senderId` if it could be mistaken for somebody "
                    + "else's, and `You` for us, followed by the `program` in brackets if one sent it. In events, the sender's name on the network.",
                "successorId": "The chat that replaced this one. Nothing more can be sent to this one.",
                "summary": "The text of a reminder (`SUMMARY` in RFC 5545).",
                "title": "The display name of a chat.",
                "topic": "What a chat is about, in views on one line; missing or empty for nothing.",
                "untoldReadId": "The last message that we read, kept until the server confirms it.",
                "userId": "A user of the server, as in `senderId`. In `hello`, our own id; missing without a login.",
            ]),
        Section(
            title: "Messages and chats",
            members: [
                "archiveKeeper":
                    "Who moves an archived chat back into the list when a message comes: `device` (ours) or the `server`; "
                    + "missing if the chat is not archived.",
                "attention": "How a message notifies: `silent` (never, and it is never unread), `normal` or `mention`.",
                "beforeToken":
                    "The backend's token for a gap: in `history.synced`, messages are missing before the "
                    + "first; in `history.fetched`, these messages fill it.",
                "chat": "A chat. Only in exports.",
                "contact": "A contact. Only in exports.",
                "message": "A message. Only in exports.",
                "reminder": "A reminder. Only in exports.",
                "offlineReason":
                    "Why there is no connection: `unreachable`, `loggedOut` (the login has expired, or was ended here), "
                    + "`revoked` (the server no longer accepts the login), `rateLimited` or `certificate`.",
                "recipients": "The people found by a search, or matched by a name.",
                "change": "What the sender of a `system` message changed in the chat.",
                "changeKind":
                    "The change: `joined`, `left`, `removed` or `banned` (the user `userId`), `renamed` (the sender), "
                    + "`retitled` (the chat), `topicChanged`, `replaced` (by another chat) or `requested` (to join).",
                "answeredMessages": "Stored messages that others answer. Only in recordings.",
                "canKnock": "Whether the chat accepts requests to join.",
                "candidates": "Chats and people that match.",
                "chats": "Chats. In a list, the chat with the latest message comes first.",
                "connectionState": "`offline`, `connecting` or `online`.",
                "heldText":
                    "Which message holds up those after it in its chat, although there is a connection, and why; missing if none "
                    + "does.",
                "hold": "Why a message waits although there is a connection, and until when.",
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
                "countedPart": "A part of the count of the messages found. Only in recordings.",
                "foundMessages": "Messages that a search found, newest first. Only in recordings.",
                "foundPage": "Some of the messages that a search found. Only in recordings.",
                "followerId": "The stored message before which a message is missing. Only in recordings.",
                "followers": "Messages before which others are missing. Only in recordings.",
                "gapPosition": "The position before which messages are missing; 0 for none.",
                "serverSettings": "What the server has instead of our `settings` of a chat; missing if it has these.",
                "historyGaps": "The chats with messages that only the server has. Only in recordings.",
                "hasMore": "Whether the store has more messages after these.",
                "hasNewer": "Whether the store has newer messages.",
                "hasOlder": "Whether the store has older messages.",
                "icalendar": "Reminders as iCalendar (RFC 5545).",
                "invitation": "The invitation to a chat that we have not joined.",
                "isAnswer": "Whether the server has what was asked last.",
                "isAfterGap": "Whether the store does not know the cursor to resume from.",
                "isComplete": "Whether a list of members is complete.",
                "isAttempted": "Whether the server may have a message, because an attempt to send it began.",
                "isDone": "Whether a reminder is done.",
                "isEdited": "Whether a message was edited.",
                "isEncrypted": "Whether the chat is end-to-end encrypted.",
                "isHole": "Whether the store also has messages before the gap.",
                "isMarkedUnread": "Whether we have marked a chat as unread, and not read it since.",
                "sendsReceipts": "Whether others see what we read, and that we type.",
                "hideReceipts": "Tells others neither what we read in a chat, nor that we type.",
                "sendReceipts": "Tells others what we read in a chat, and that we type.",
                "isUnfocused": "Whether the user does not look at the window.",
                "isIgnored": "Whether we ignore the person, or the sender of the message.",
                "isMuted": "Whether a message does not notify because its chat is muted.",
                "isMisleading":
                    "Whether a name could be mistaken for somebody else's. It is then shown with the id.",
                "isMention": "Whether a message mentions us.",
                "isOwn": "Whether a message is ours, or a member is us.",
                "isRequest": "Whether we asked to join and nobody has invited us yet.",
                "isThreaded": "Whether a message belongs to a thread.",
                "isTold":
                    "Whether the notification of a due reminder has been raised, or the server has whether we ignore somebody.",
                "isWhole": "Whether an export has everything.",
                "keepsMentions": "Whether messages that mention us notify although the chat is muted.",
                "heldOrder":
                    "The number that orders the chat in the list, if messages of people whom we ignore have come since; otherwise "
                    + "missing, and `lastOrder` does.",
                "ignored": "People whom we ignore, or no longer do.",
                "ignoredPerson": "Somebody whom we ignore, or no longer do. Only in exports.",
                "ignoredIds": "Whom we ignore, in any chat; missing for nobody.",
                "ignoredReactorIds": "Whom we ignore of those who reacted to the message.",
                "key": "What somebody reacted with: usually an emoji, but networks allow any text.",
                "kind":
                    "The kind of a message: `text`, `emote`, `notice`, `file`, `unshowable`, `deleted` or `system`.",
                "lastOrder":
                    "The highest position that a message of the chat has had, not counting `system` messages.",
                "lastMessage": "The last message of a chat; missing if there is none.",
                "members": "The known members of a chat.",
                "messages": "Messages, oldest first; in `found`, newest first.",
                "isDeferred": "Whether only the count finds the messages. Only in recordings.",
                "nextPlace": "Where a search goes on. Only in recordings.",
                "messageCount": "How many messages were found in a part of the store. Only in recordings.",
                "chatCount": "How many chats there are. Only in recordings.",
                "chatNumber": "The number of a chat in the store. Only in recordings.",
                "countPlace": "Where a count goes on. Only in recordings.",
                "foundPlace": "The place of a message by date and arrival. Only in recordings.",
                "arrival": "The number of a message in the store. Only in recordings.",
                "time": "A date, in milliseconds since 1970. Only in recordings.",
                "ranges": "Where a text has what was searched for: from `start` on, of `length` code points.",
                "serverMessages":
                    "The messages that the server found and that are not stored, newest first. How many there are in all is "
                    + "unknown. Missing until the server has answered, and if it cannot search.",
                "serverErrorText": "Why the server was not searched.",
                "isLocal": "Whether a search is not sent to the server.",
                "unseen": "The first ten chats with messages that a search could not see.",
                "unseenCount": "How many chats have messages that a search could not see.",
                "unseenReason":
                    "Why a search could not see messages: `notFetched` (only the server has them; `open` leads to where they "
                    + "are missing) or `encrypted`.",
                "muted": "How a chat is muted; missing if it is not.",
                "mutedUntil": "When a muted chat notifies again; missing for never.",
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
                "pinOrder":
                    "The place among the pinned chats, from 0 to 1,000,000,000, the lowest first; missing if the chat is not pinned.",
                "pendingSpans": "The spans of `pendingText`.",
                "pendingText": "What we have edited a message to, until the server has it and then the edit.",
                "position":
                    "A position in this store's order: of a message in its chat, of the first message after a "
                    + "gap, or of an invitation in the list of chats.",
                "query": "The text to search for.",
                "readUpTo": "The position up to which we have read.",
                "reactions": "Reactions to a message.",
                "receivedUpTo": "The position of the last message from somebody else.",
                "reminders": "Reminders.",
                "reply": "Send a message that answers another.",
                "replyTo": "What a message answers; missing if it answers nothing in particular.",
                "replyToId":
                    "The message that a message answers. In a thread, the root if it answers no message in particular.",
                "rights":
                    "What the server lets us do in a chat (`retitle`, `setTopic`, `invite`, `leave`, `report` for messages) or with a member (`remove`, `setRole`); "
                    + "missing for a chat if it does not say, and for a member if nothing.",
                "role": "The power of a member: `admin`, `moderator` or, if missing, that of any `member`.",
                "screen": "A screen to open or close.",
                "section": "The part of the list of chats: `invitations`, `pinned`, `chats` or `archived`.",
                "settings": "How we have arranged a chat; other members do not see it.",
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
                    + "`delivered`, `read` or `deleting`.",
                "style":
                    "The style or meaning of a span: `bold`, `italic`, `strikethrough`, `code`, `link` (to `url`), `codeBlock`, "
                    + "`quote`, `spoiler` (hidden until a reader asks for it), `mention` (of `userId`) or `roomMention` (of all).",
                "text":
                    "The text of a message. For `file`, what the sender says about it, which may be empty; for `unshowable`, what it "
                    + "is; rows have a placeholder for that and for `deleted`. For `emote` and `system`, print it after the sender's name.",
                "token": "The backend's token for a position in its history.",
                "unloaded": "The counts of unread messages that only the server has.",
                "unread": "The counts of their unread messages.",
                "url": "The address of a link.",
                "vcard": "Contacts as vCards (RFC 6350).",
                "vcardLines": "The content lines of a contact's vCard, without the name.",
            ]),
        Section(
            title: "Files",
            members: [
                "byteCount": "The length of a file in bytes, as its sender told it; missing if unknown.",
                "cancel": "Stop the transfer of a file.",
                "durationMs": "How long a sound or video plays, in milliseconds; missing if unknown.",
                "fetch": "Download a file.",
                "fetchThumbnail":
                    "Download the thumbnail of an image or a video; missing if there is none, or it is here.",
                "file": "The file that a message of the kind `file` brings.",
                "fileId":
                    "The content of a file on this device: 64 hexadecimal digits, the SHA-256 of the content, or of what "
                    + "names it on its server.",
                "fileIds": "Files, by their `fileId`.",
                "fileName": "The name of a file, safe to show and to save.",
                "filePath":
                    "The path of a file on this device; missing if it is not here. The telex that reads the line opens it, and a "
                    + "relative path begins at its working directory.",
                "fileProblem":
                    "What was wrong with a file: `missing` (or unreadable), `notCreated` (or there already), `inputOutput` (as on "
                    + "a full disk), `unavailable` (the server), `damaged` (not what its message promises) or `stopped` (by a "
                    + "person); missing if it was something else.",
                "fileState": "Where a file is: `remote` (on the server), `fetching`, `here` or `failed`.",
                "fileText": "The type, length and size of a file.",
                "folderPath": "The folder of the files that are here; missing if it does not outlast the program.",
                "height": "The height of an image or video in pixels; missing if unknown.",
                "isBeingRead": "Whether our file is still being read here; its message is in the chat after that.",
                "isUpload": "Whether a file goes to the server, and not from there.",
                "mediaType": "The media type of a file, as its sender told it (RFC 6838).",
                "sendFile": "Send a file, with a text about it, which may be empty.",
                "sha256":
                    "The SHA-256 of the content of a file in hexadecimal digits; missing if the server does not tell it.",
                "source":
                    "Where the server has the content of a file, in the backend's own form; missing before it is uploaded.",
                "thumbnail":
                    "Where the server has a small version of an image, or a still of a video; missing if there is none.",
                "thumbnailPath": "The path of the thumbnail of a file on this device; missing if it is not here.",
                "transfers":
                    "The files that are being transferred, in the order in which that began, then the uploads that wait, and then "
                    + "the files that are still being read to be sent.",
                "width": "The width of an image or video in pixels; missing if unknown.",
            ]),
        Section(
            title: "Counts and revisions",
            members: [
                "doneCount": "How many of `totalCount` are done; of a file, how many bytes of `byteCount`.",
                "errorRevision": "Counts refusals, so that a repeated `errorText` can be noticed.",
                "inputRevision": "Increases each time the input field should be cleared.",
                "lineCount": "How many lines could not be delivered.",
                "memberCount": "How many members the server counts, known or not, including us.",
                "mentionCount": "How many unread messages mention us.",
                "mentionsAfterCount": "How many messages after this one mention us.",
                "mutedCount": "How many more messages are unread in muted chats; missing for none.",
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
                "dueText":
                    "When a reminder is due, a notification comes back or a mute ends, as typed; for a mute, empty for never.",
                "errorText": "What went wrong, and what to do.",
                "firstNewId":
                    "The first message that was unread when the chat was opened, or that was not seen since, until we answer.",
                "muteText": "Whether and until when a chat is muted; missing if it is not.",
                "newCount":
                    "How many messages were unread when the chat was opened, or were not seen since, until we answer.",
                "gapText": "Says that messages are missing before the oldest one shown; otherwise missing.",
                "invitationText": "Who invites us, and the state of our answer.",
                "membersText": "The members of a chat and their ids, until we have read something in it.",
                "noticeText":
                    "The result of an import, that nothing is due, or what was done in a chat at our wish and is not seen elsewhere.",
                "previewText": "A message or a reminder on one line, with its sender's name where needed.",
                "progressText":
                    "The progress of connecting, or of the transfer of a file: how much, how fast, and how long the rest takes.",
                "reason":
                    "A sentence that says why something failed, was refused, or waits although there is a connection.",
                "retryDate": "When a message is sent again that waits although there is a connection.",
                "reasonText":
                    "What is wrong with a message that we report, for the operators of the server; may be empty.",
                "roleText": "The role to give a member: `admin`, `moderator` (on Matrix) or `member`.",
                "shouldShow": "Whether there is anything to show.",
                "shouldShowBusy": "Whether to show that something is loading.",
                "shouldShowEmpty": "Whether to show that the list is empty.",
                "shouldShowError": "Whether to show `errorText`.",
                "sinceText": "When the connection entered its state, as text.",
                "statusText": "The state of a connection, or the time or state of a message.",
                "timeText": "The time of day of a reminder.",
                "typingText": "Who is typing.",
                "understoodText": "How `dueText` was understood.",
                "nextText": "The date on which a reminder comes again once it is done; missing if it does not repeat.",
                "recurrence":
                    "How a reminder repeats, as the content lines `DTSTART`, `RRULE` and `EXDATE` of iCalendar (RFC 5545); `null` "
                    + "if it does not.",
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
                "coalesces": "Whether a program that has fallen behind gets only the newest model of each view.",
                "command": "The command that a program runs, such as `pipe`.",
                "controls": "The control lines that this session accepts.",
                "detach": "The number of the program to detach; 0 lists all.",
                "drainMilliseconds": "How long requests may take once the input has ended.",
                "effect": "The effect that an event answers. Only in recordings.",
                "end": "The last line of an export.",
                "ended": "An effect that ended. Only in recordings.",
                "error": "Why a line was rejected or did not finish.",
                "event": "The name of an event: `<subject>.<case>`.",
                "export": "What an import needs to know; the first line of an export.",
                "from": "The old path of a moved value (RFC 6902).",
                "gap":
                    "What is missing: lines, messages of a chat, or messages of a `view` after an unknown cursor.",
                "isPaced": "Whether lines report how far output is stored. For programs of Telex itself.",
                "takesNotes": "Whether the owner notes, on the socket, what the next owner needs to go on.",
                "waiting": "The requests that have settled as `waiting`, and whose outcome is still to come.",
                "isReadOnly": "Whether lines can only look; missing if they can act.",
                "historyGap": "A gap in a chat's history, with the token to fetch it.",
                "hello": "What this session supports; the first line.",
                "known": "The stored messages that an event refers to. Only in recordings.",
                "line": "The number of an input line, from 1.",
                "locale": "The locale of a recording.",
                "marksRead": "Whether messages are marked as read as soon as the main window shows them.",
                "model": "The whole view model.",
                "number": "The number of a program on a profile; 0 for the owner.",
                "op": "The operation of a patch (RFC 6902).",
                "order": "The number of an event, from the start of the recording. Only in recordings.",
                "outcome": "The outcome of a request: `done`, `sent`, `waiting`, `ignored`, `refused` or `failed`.",
                "ownerLeft": "That the telex that owned the profile has ended, and another one owns it now.",
                "patch": "The operations that turn the model of line `base` into the new one (RFC 6902).",
                "path": "What an operation changes (RFC 6901).",
                "playsNetwork": "Whether lines can send what a server sends.",
                "processId": "The number of a process; missing if the system does not say.",
                "protocol": "The version of the protocol.",
                "recording": "What a replay needs to know; the first line of a recording.",
                "request": "The line that caused an event.",
                "requests": "The requests that have no answer yet.",
                "resume": "Where a program goes on that had joined another owner before.",
                "routed": "The event. Only in recordings.",
                "seq": "The number of an output line, from 0.",
                "settled": "The `id` of a request that has ended.",
                "shown": "The views that are shown.",
                "subscribe": "The views to show from now on.",
                "timeFormat":
                    "How times are shown: a format of strftime(3) with `%H`, `%I`, `%M`, `%S`, `%p` and `%%`.",
                "unsubscribe": "The views to stop showing.",
                "updates": "How a changed view is sent: `whole` or `patch`.",
                "value": "The new value (RFC 6902).",
                "version": "The version of the export format.",
                "view": "The name of a view.",
                "went": "The ids of removed rows.",
                "windows": "The windows, each with what it shows.",
                "zone": "The time zone of a recording.",
            ]),
        Section(
            title: "Results of telex try",
            members: [
                "actual": "The value that there is; missing if there is none.",
                "differences": "How the nearest event, the outcome or the view differs from what was expected.",
                "endingText": "How the program ended, or whether it runs.",
                "expected": "What a scenario expects: an event, an outcome, a view, or a part of one.",
                "hasPassed": "Whether everything was as the scenario expects.",
                "history": "What happened, in order.",
                "killed": "What was killed: `command` or `telex`.",
                "killedAfter": "After how many lines, written to the program or read from it, something was killed.",
                "killedLine": "The line after which something was killed; a string if it is not JSON.",
                "leftOutCount": "How many entries are left out before the first.",
                "names": "What the names that `as` gave stand for.",
                "nearest": "The event that comes closest to what was expected, the outcome or the view.",
                "outputText": "What the program printed last.",
                "memberPath": "The members that lead to a difference, such as `messages[0].text`.",
                "scenario": "The file of a scenario.",
                "seed": "The seed with which `--chaos` plays the same order again.",
                "titleText": "What a scenario is about.",
            ]),
        Section(
            title: "Actions",
            members: [
                "accept": "Accept the invitation.",
                "add": "Open the form that adds a contact or a reminder.",
                "addReminder": "Open the form for a reminder in this chat.",
                "answer": "Send a message to the chat.",
                "close": "Close the view.",
                "closeWindow": "Close the window that it names.",
                "complete": "Mark the reminder as done.",
                "create": "Start the chat.",
                "createGroup": "Start a group with a title. The names of its people are separated by commas.",
                "decline": "Decline the invitation.",
                "delete": "Delete it.",
                "dismiss": "Dismiss the notification.",
                "draft": "Keep what is typed and not sent; an empty text removes it.",
                "edit": "Edit it.",
                "exportContacts": "Open the export of all contacts.",
                "exportReminders": "Open the export of all reminders.",
                "importReminders": "Add the reminders of an iCalendar file.",
                "importContacts": "Add the contacts of a vCard file.",
                "first": "Show the beginning of the chat, as far as it is stored here.",
                "keep": "Undo the deletion of our message. Possible until the server has been asked.",
                "knock": "Ask to join the chat.",
                "loadMore": "Show more rows.",
                "loadMoreFromServer": "Have the server find older messages.",
                "latest": "Show the latest messages of the chat.",
                "markRead": "Mark all messages of the chat as read.",
                "seen":
                    "Mark the messages as read that the user has seen, with the ids of the first and the last of them.",
                "newChat": "Open the form that starts a chat.",
                "newer": "Show newer messages of the chat.",
                "older": "Show older messages of the chat.",
                "open": "Open the chat or list that the row is about.",
                "openContacts": "Open the address book.",
                "firstUnread": "Show the first message that was unread when the chat was opened.",
                "react": "React to a message, with an emoji or another text of up to 64 bytes.",
                "openMembers": "Open the list of members.",
                "retitle": "Give the chat another title, for all its members.",
                "setTopic": "Say what the chat is about, for all its members; an empty topic removes it.",
                "invite": "Invite somebody to the chat.",
                "leave": "Leave the chat.",
                "remove": "Remove the member from the chat, or take the invitation back.",
                "ignore": "Ignore the person in all chats.",
                "unignore": "No longer ignore the person.",
                "setRole": "Give the member another role.",
                "openReminders": "Open the reminders.",
                "pin": "Pin the chat, or move it behind the other pinned chats.",
                "unpin": "Unpin the chat.",
                "mute": "Let the messages of the chat not notify, until `dueText` or, if that is empty, for ever.",
                "unmute": "Let the muted chat notify again.",
                "archive": "Move the chat to the end of the list, until a message comes that is not muted.",
                "unarchive": "Move the archived chat back into the list.",
                "markUnread": "Mark the chat as unread, until it is read.",
                "openSuccessor": "Open the chat that replaced this one; join it first if necessary.",
                "report": "Report a message of somebody else to the operators of the server.",
                "retry": "Try again.",
                "toggle": "Add our reaction with this key, or take it back.",
                "save":
                    "Save the form; of a message, copy its file to a place of yours, after downloading it if necessary.",
                "search": "Search for people while a name is typed.",
                "searchMessages": "Search for messages.",
                "snooze": "Dismiss the notification until a time.",
                "send": "Send a message.",
                "typing":
                    "In a chat, tell the others that we are typing. In the form for a reminder, check what has been "
                    + "typed so far.",
                "undo":
                    "Undo the last change: remove the reminder that was added, mark the completed one as not done, bring back "
                    + "the contact that was deleted, or take back an import.",
            ]),
    ]
}
