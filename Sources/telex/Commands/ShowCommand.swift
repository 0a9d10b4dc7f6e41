import ArgumentParser
import Foundation
import TelexCompletion
import TelexCore
import TelexJSON
import TelexRuntime
import TelexTerminal
import TelexWire

/// `telex show`: prints a view as it is now.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", _superCommandName: "telex",
        abstract: "Print a view as it is now.",
        discussion: """
            The views are chatList, messages and members, which need CHAT, contactList, contactExport, upcoming, \
            reminderExport, notification, badge and connection. If a telex is running on the profile, the view comes \
            through it. The command first fetches what the server has, and waits for at most 5 seconds. Nothing is marked \
            as read.

            EXAMPLE:
              telex show messages ada | tail -n 5
            """)

    @Argument(help: "The view.", completion: .list(Subject.allCases.map(\.rawValue)))
    var view: Subject

    @Argument(
        help: "The chat, for messages and members: its id, or the beginning of its title.",
        completion: .names { words, _ in Completions.chats(words, isArgument: true) })
    var chat: String?

    @Flag(help: "Print the view model as one JSON line.")
    var json = false

    @OptionGroup(title: "Store") var choice: ProfileOptions

    /// The views that show something without being typed into.
    enum Subject: String, WordOption {
        case chatList, messages, members, contactList, contactExport, upcoming, reminderExport, notification, badge
        case connection

        var needsChat: Bool { self == .messages || self == .members }

        /// The screen to open for the view; `nil` if the view is always shown.
        var screen: String? {
            switch self {
            case .chatList, .notification, .badge, .connection: nil
            case .messages, .members, .contactList, .contactExport, .upcoming, .reminderExport: rawValue
            }
        }
    }

    func validate() throws {
        if view.needsChat, chat == nil { throw ValidationError("The view \(view.rawValue) needs a chat.") }
        if !view.needsChat, chat != nil { throw ValidationError("The view \(view.rawValue) takes no chat.") }
    }

    func run() throws {
        let (view, name, json) = (view, chat, json)
        let backendKind = try choice.place.account().map { type(of: $0).backendKind } ?? .bots
        try LineTalk.hold(choice) { talk in
            if view != .connection { try talk.fetch() }
            let model = try talk.model(of: ViewName(view.rawValue), view.screen, chat: name.map(talk.chat)?.id)
            let output = FileOutput.standard
            if json {
                try output.write(model.bytes + [0x0A])
            } else {
                let text = try Self.text(view, model, backendKind)
                // Exports contain text exactly as other people wrote it.
                try output.write(isatty(STDOUT_FILENO) == 1 ? HarmlessText.ofLines(text) : text)
            }
            guard let failure = CommandError(view: model) else { return }
            // That nothing can be sent to a chat, for example, is no failure to show it.
            if model["messages"]?.values.isEmpty == false { return Failures.say(failure.sentence) }
            throw failure
        }
    }

    private static func text(_ view: Subject, _ model: JSONValue, _ backendKind: BackendKind) throws -> String {
        ViewText.text(try WireViews.read(ViewName(view.rawValue), model), backendKind) ?? ""
    }
}

extension LineTalk {
    /// Waits for a view that shows all that is there.
    ///
    /// - Parameters:
    ///   - screen: the screen to open for the view; `nil` if the view is always shown.
    ///   - chat: the chat that the screen is about.
    fileprivate func model(of view: ViewName, _ screen: String?, chat: String?) throws -> JSONValue {
        // The others are complete once the chats are loaded.
        try subscribe(ChatListViewModel.view)
        var list = try ready(ChatListViewModel.view)
        if view == ChatListViewModel.view {
            while let more = list["actions"]?["loadMore"] {
                try send(more)
                list = try ready(view)
            }
            return list
        }
        if let failure = CommandError(view: list) { throw failure }
        try subscribe(view)
        if let screen {
            let event: JSONValue = ["event": "screen.opening", "screen": .string(screen)]
            try send(chat.map { event.with(["chatId": .string($0)]) } ?? event)
        }
        return try ready(view)
    }

    /// Waits for a model that is not busy, and a connection that is not being made.
    private func ready(_ view: ViewName) throws -> JSONValue {
        try self.model(of: view) {
            $0["shouldShowBusy"]?.bool != true && $0["connectionState"]?.string != "connecting"
        }
    }
}
