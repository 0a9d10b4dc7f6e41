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
            reminderExport, notification, badge, connection and transfers. If a telex is running on the profile, the view comes \
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
        case connection, transfers

        var needsChat: Bool { self == .messages || self == .members }

        /// The screen to open for the view; `nil` if the view is always shown.
        func screen(_ chat: ChatID?) -> Screen? {
            switch self {
            case .chatList, .notification, .badge, .connection, .transfers: nil
            case .messages: chat.map { .messages($0) }
            case .members: chat.map { .members($0) }
            case .contactList: .contactList
            case .contactExport: .contactExport
            case .upcoming: .upcoming
            case .reminderExport: .reminderExport
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
        try ProfileClient.hold(choice, onlyReads: true) { client in
            if view != .connection { try client.fetch() }
            let screen = view.screen(try name.map { try client.chat($0).chat })
            let model = try client.model(WireViews.type(of: ViewName(view.rawValue)), screen)
            let output = FileOutput.standard
            if json {
                try output.write(model.jsonLine)
            } else {
                let text = ViewText.text(model, backendKind) ?? ""
                // Exports contain text exactly as other people wrote it.
                try output.write(isatty(STDOUT_FILENO) == 1 ? HarmlessText.ofLines(text) : text)
            }
            guard let failure = CommandError(view: model) else { return }
            // That nothing can be sent to a chat, for example, is no failure to show it.
            if (model as? MessagesViewModel)?.messages.isEmpty == false { return Failures.say(failure.sentence) }
            throw failure
        }
    }
}

extension ProfileClient {
    /// Waits for a view that shows all that is there.
    ///
    /// - Parameter screen: the screen to open for the view; `nil` if the view is always shown.
    fileprivate func model<Model: WireViewModel>(_ type: Model.Type, _ screen: Screen?) throws -> any WireViewModel {
        // The others are complete once the chats are loaded.
        try subscribe(ChatListViewModel.view)
        var list = try ready(ChatListViewModel.self)
        if type == ChatListViewModel.self {
            while let more = list.loadMore {
                try send(more.event)
                list = try ready()
            }
            return list
        }
        if let failure = CommandError(view: list) { throw failure }
        try subscribe(type.view, id: "shown")
        if let screen { try send(.screen(.opening(screen))) }
        return type == TransfersViewModel.self ? try transfers() : try ready(type)
    }

    /// Waits for the view of transfers, which is closed while there are none.
    private func transfers() throws -> TransfersViewModel {
        while let line = try answer(by: .distantFuture) {
            if let model = line.model as? TransfersViewModel { return model }
            if case .settled("shown", _) = line { break }
        }
        return .blank
    }

    /// Waits for a model that is not busy, and a connection that is not being made.
    private func ready<Model: ViewModel>(_ type: Model.Type = Model.self) throws -> Model {
        try model(type) { !$0.isBusy }
    }
}

extension ViewModel {
    fileprivate var isBusy: Bool {
        switch self {
        case let model as any StatusShowing: model.status.shouldShowBusy
        case let model as ContactExportViewModel: model.shouldShowBusy
        case let model as ReminderExportViewModel: model.shouldShowBusy
        case let model as ConnectionViewModel: model.state == .connecting
        default: false
        }
    }
}
