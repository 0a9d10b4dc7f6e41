/// What can be typed after a `/`.
package enum Command: String, CaseIterable, Sendable {
    case help, new, open, chats, more, reload, find, choose, cancel, back
    case contacts, add, rename, remove, talk, `import`, export
    case upcoming, remind, save, done, undo, visit, calendar
    case history, retry, correct, delete, read, accept, decline, go, dismiss, connect, status, edit, json, line,
        advance, quit

    /// What stands after the name, as help shows it.
    var arguments: String {
        switch self {
        case .help: "[COMMAND]"
        case .new: "[NAME]"
        case .open: "NUMBER|NAME"
        case .find: "TEXT"
        case .choose: "NUMBER"
        case .add: "[FIRST LAST]"
        case .rename: "NUMBER FIRST LAST"
        case .remove, .talk: "NUMBER|NAME"
        case .remind: "[WHEN WHAT]"
        case .done, .visit: "NUMBER"
        case .import, .export, .calendar: "FILE"
        case .retry, .accept, .decline, .go, .dismiss: "[NUMBER]"
        case .edit: "[TEXT]"
        case .correct: "TEXT"
        case .json: "on|off"
        case .line: "JSON"
        case .advance: "SPAN"
        case .chats, .contacts, .upcoming, .save, .undo, .more, .reload, .cancel, .back, .history, .delete, .read,
            .connect,
            .status, .quit:
            ""
        }
    }

    /// What it does, in one line.
    var summary: String {
        switch self {
        case .help: "lists the commands, or explains one"
        case .new: "starts a chat"
        case .open: "opens a chat of the list"
        case .chats: "goes to the list of chats"
        case .more: "shows more chats, or more notifications"
        case .reload: "loads the chats again after an error"
        case .find: "looks for people to chat with"
        case .choose: "makes a chat with somebody whom /find found"
        case .cancel: "leaves a form"
        case .back: "leaves the screen on top"
        case .contacts: "goes to the address book"
        case .add: "adds somebody to the address book"
        case .rename: "gives a contact another name"
        case .remove: "takes a contact out; the chat stays"
        case .talk: "opens the chat with a contact"
        case .import: "takes contacts from a vCard file"
        case .export: "writes all contacts to a vCard file"
        case .upcoming: "shows what is due up to the end of next week"
        case .remind: "makes a reminder; in a chat, one that belongs to it"
        case .save: "keeps the reminder of the open form"
        case .done: "ticks a reminder off"
        case .undo: "takes the last /done back"
        case .visit: "opens the chat that a reminder belongs to"
        case .calendar: "writes all reminders to an iCalendar file"
        case .history: "shows older messages above"
        case .retry: "sends a refused message again"
        case .correct: "has your last message say something else"
        case .delete: "takes your last message back"
        case .read: "marks the open chat as read"
        case .accept: "joins a chat that you are invited to"
        case .decline: "refuses an invitation to a chat"
        case .go: "opens what a notification is about"
        case .dismiss: "takes a notification away"
        case .connect: "tries to connect now"
        case .status: "tells how the connection stands"
        case .edit: "writes a message with $VISUAL or $EDITOR"
        case .json: "prints view models as JSON lines instead of text"
        case .line: "takes a line of the JSON protocol, as telex pipe does"
        case .advance: "moves the clock, under --clock virtual"
        case .quit: "leaves"
        }
    }

    /// More about it.
    var details: String {
        switch self {
        case .help: "Without a command it lists them all."
        case .new:
            "Without a name it opens the form; then type the name. Without a login the built-in bots answer: /new Eliza."
        case .open: "NUMBER is that of the list; NAME is the beginning of a contact's name: /open 1, /open eli."
        case .chats: "It prints the list, with unread counts in brackets, the latest chat first."
        case .more: "Each list holds 50 rows at first; each /more adds 50, to the chats first."
        case .reload: "It does what the list offers when it shows an error."
        case .find: "TEXT is the beginning of a word of the name: /find eli, then /choose 1."
        case .choose: "NUMBER is that of the list that /find printed."
        case .cancel: "Nothing is made, and what was typed is forgotten."
        case .back: "From a chat it leads to the list."
        case .contacts: "It prints the list, by full names."
        case .add: "The last word is the last name: /add Ada King Lovelace. Without names it opens the form."
        case .rename: "NUMBER is that of /contacts: /rename 2 Ada Lovelace."
        case .remove: "NUMBER is that of /contacts; NAME is the beginning of a word of the name."
        case .talk:
            "NUMBER is that of /contacts; NAME is the beginning of a word of the name. If there is no chat, it makes one."
        case .import:
            "FILE holds vCards (RFC 6350; older ones, too). A bad card is told by its line, and the rest go in."
        case .export: "FILE is overwritten. The cards are of version 4.0, and hold all that was imported."
        case .upcoming:
            "It is ordered by due date; what is overdue stands first. NUMBERs of other commands are those of this list."
        case .remind:
            "WHEN is such as in 20 min, tomorrow 9:00, fri, 24 dec 18:00, 2026-12-24. What was understood is shown; /save keeps it."
        case .save: "Nothing is kept before: /remind shows how it was understood."
        case .done: "NUMBER is that of /upcoming."
        case .undo: "Only the last one can be taken back."
        case .visit: "NUMBER is that of /upcoming."
        case .calendar: "FILE is overwritten. The reminders are VTODOs (RFC 5545)."
        case .history: "A chat shows its last 50 messages at first; each /history adds 50 above them."
        case .retry:
            "NUMBER counts the refused messages of the open chat from the first; without it the last one goes out."
        case .correct: "TEXT takes the place of all that it said. Others may have read it before."
        case .delete: "A place is left where it stood. Others may have read it before."
        case .read: "What has been printed counts as read already, so it is seldom needed."
        case .accept: "NUMBER is that of /chats; without it the newest invitation is meant."
        case .decline: "NUMBER is that of /chats; without it the newest invitation is meant. The chat leaves the list."
        case .go: "NUMBER counts the pending notifications from the newest; without it the newest is meant."
        case .dismiss: "NUMBER counts the pending notifications from the newest; without it the newest is meant."
        case .connect: "It is tried by itself, too. What waits to be sent goes out as soon as there is a connection."
        case .status: "It tells since when, how many messages wait to go out, and how many are unread."
        case .edit:
            "What the editor leaves is put into the line, and Enter sends it. Ctrl-X Ctrl-E edits the line itself."
        case .json: "/json off goes back to text. telex repl --json begins with it."
        case .line: #"/line {"event":"message.received","chat":"ada","contact":"Ada","text":"hi"} plays the network."#
        case .advance: "SPAN is an integer and ms, s, m, h or d: /advance 2s. A virtual clock never moves of itself."
        case .quit:
            "It waits for unsent messages and for a bot that is typing. A second /quit or Ctrl-C leaves at once."
        }
    }

    /// The actions of view models that it presses, as `<view>.<member>`.
    package var actions: [String] {
        switch self {
        case .new: ["chatList.addChat", "createChat.create"]
        case .open: ["chatList.tapped"]
        case .more: ["chatList.loadMore", "contactList.loadMore", "upcoming.loadMore", "notification.loadMore"]
        case .reload: ["chatList.retry", "contactList.retry"]
        case .find: ["createChat.search", "chatList.findPeople"]
        case .choose: ["autocompleteContact.chosen"]
        case .cancel: ["createChat.cancel", "addContact.cancel", "addReminder.cancel"]
        case .back, .chats: ["messages.back", "contactList.back", "upcoming.back"]
        case .upcoming: ["chatList.upcoming"]
        case .remind: ["upcoming.add", "messages.remind", "addReminder.typing"]
        case .save: ["addReminder.save"]
        case .done: ["upcoming.done"]
        case .undo: ["upcoming.undo"]
        case .visit: ["upcoming.tapped"]
        case .calendar: ["upcoming.export", "reminderExport.back"]
        case .contacts: ["chatList.contactList"]
        case .add: ["contactList.add", "addContact.done"]
        case .rename: ["contactList.edit", "addContact.done"]
        case .remove: ["contactList.remove"]
        case .talk: ["contactList.tapped"]
        case .import: ["contactList.import"]
        case .export: ["contactList.export", "contactExport.back"]
        case .history: ["messages.loadOlder"]
        case .retry: ["messages.retry"]
        case .correct: ["messages.edit"]
        case .delete: ["messages.delete"]
        case .read: ["messages.afterShowingMessages"]
        case .accept: ["chatList.accept"]
        case .decline: ["chatList.decline"]
        case .go: ["notification.tapped"]
        case .dismiss: ["notification.dismissed"]
        case .connect: ["connection.retry"]
        case .help, .status, .edit, .json, .line, .advance, .quit: []
        }
    }

    /// The actions that text without a `/` presses, when it is sent and while it is typed.
    package static let textActions = ["messages.send", "messages.whileTyping"]
}
