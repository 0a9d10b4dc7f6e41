import ArgumentParser
import Foundation
import TelexCore
import TelexWire

extension ProfileClient {
    typealias Chat = Shown<ChatListViewModel.Row>

    /// Waits until telex has connected and fetched the server's chats, or has failed to, for at most `patience`. Discards
    /// lines about other views.
    ///
    /// - Returns: the connection if telex is offline, or still connecting; `nil` if it is online.
    func waitForConnection() throws -> ConnectionViewModel? {
        try subscribe(ConnectionViewModel.view)
        defer { try? send(.unsubscribe([ConnectionViewModel.view])) }
        let model = try model(ConnectionViewModel.self) { $0.state != .connecting }
        return model.state == .online ? nil : model
    }

    /// Waits until telex has fetched what the server has. Says so on the standard error if it cannot, or if it takes
    /// long.
    ///
    /// - Returns: whether it said that the profile is logged out.
    @discardableResult func fetch() throws -> Bool {
        let deadline = Date.steady.addingTimeInterval(Self.fetchPatience)
        var model: ConnectionViewModel?
        try subscribe(ConnectionViewModel.view)
        defer { try? send(.unsubscribe([ConnectionViewModel.view])) }
        while let line = try next(by: deadline) {
            guard let new = line.model as? ConnectionViewModel else { continue }
            let isFirst = model == nil
            model = new
            if new.state == .online { return false }
            guard new.state == .offline else { continue }
            // It may wait for its next attempt.
            guard isFirst, let retry = new.retry else { break }
            try send(retry.event)
        }
        let reason = model?.state == .offline ? model?.statusText : nil
        Failures.say("The newest messages have not been fetched. \(reason ?? Self.slowness)")
        return model?.needsLogin == true
    }

    private static let slowness = "It takes longer than usual."

    /// How long fetching what the server has may take, in seconds.
    private static let fetchPatience: TimeInterval = 5

    /// Waits for a model that is ready; returns the latest one if none is within `patience`.
    func model<Model: ViewModel>(
        _ type: Model.Type = Model.self, isReady: (Model) -> Bool
    ) throws -> Model {
        let deadline = Date.steady.addingTimeInterval(Self.patience)
        var last = try model(type)
        while !isReady(last), let line = try next(by: deadline) { last = line.model as? Model ?? last }
        return last
    }

    /// Finds a chat by its id, its title, or the beginning of its title. A person at a terminal is told which one it is.
    ///
    /// - Parameter isExact: whether the beginning of a title is not enough.
    /// - Throws: `ChatNotFound` if there is none, or more than one.
    func chat(_ name: String, isExact: Bool = false) throws -> Chat {
        try subscribe(ChatListViewModel.view)
        defer { try? send(.unsubscribe([ChatListViewModel.view])) }
        while true {
            let list = try model(ChatListViewModel.self)
            if let failure = CommandError(view: list) { throw failure }
            if list.shouldShowBusy { continue }
            let match = ChatMatch(
                name, isWhole: isExact, in: list.chats, id: \.id, title: \.title,
                isJoined: { $0.invitationText == nil })
            // A chat further down may fit better, unless this one has that id.
            let isID = if case .one(let chat) = match { chat.id == name } else { false }
            if !isID, let more = list.loadMore {
                try send(more.event)
                continue
            }
            switch match {
            case .one(let chat):
                if isatty(STDERR_FILENO) == 1 { Failures.say("The chat is \"\(chat.title)\" (\(chat.id)).") }
                return chat
            case .several(let chats): throw ChatNotFound(name: name, matches: chats, nearest: nil)
            case .none(let nearest): throw ChatNotFound(name: name, matches: [], nearest: nearest)
            }
        }
    }

    /// Returns what to say if none of the known members of a chat has the name; `nil` if one has, or if none is known.
    ///
    /// - Parameter person: the id, or the whole name.
    func notice(ifUnknown person: String, in chat: ChatID) throws -> String? {
        let deadline = Date.steady.addingTimeInterval(Self.patience)
        try send(.screen(.opening(.members(chat))))
        try subscribe(MembersViewModel.view)
        defer { try? send(.unsubscribe([MembersViewModel.view])) }
        while let line = try answer(by: deadline) {
            guard let model = line.model as? MembersViewModel, model.chat == chat else { continue }
            if model.loadMore == nil { return model.notice(ifUnknown: person) }
            try send(.member(.listing(rows: model.totalCount)))
        }
        return nil
    }

    /// Finds a chat by its id or its title, or starts it.
    ///
    /// - Parameter offline: the connection if telex is offline; `nil` if it is online.
    func startedChat(_ name: String, offline: ConnectionViewModel?) throws -> Chat {
        do { return try chat(name, isExact: true) } catch let error as ChatNotFound where error.matches.isEmpty {
            let outcome = try ask(.chat(.creating(recipient: name)))
            if let chat = outcome.chat { return try self.chat(chat.text) }
            let reason = outcome.reason ?? "The server refused it."
            let code: ExitCode =
                if offline?.needsLogin == true { .refused } else if offline == nil, outcome.kind != .waiting {
                    .noChat
                } else { .unavailable }
            throw CommandError("The chat \"\(name)\" was not started. \(reason)", code)
        }
    }
}

/// No chat, or more than one, has the name.
struct ChatNotFound: CommandFailure {
    let name: String
    let matches: [ProfileClient.Chat]
    let nearest: String?
    let exitCode = ExitCode.noChat

    var sentence: String {
        if !matches.isEmpty {
            let chats = matches.map { "\"\($0.title)\" (\($0.id))" }.listed
            let isSame = Set(matches.map { $0.title.lowercased() }).count == 1
            return "\"\(name)\" matches \(chats). Write \(isSame ? "" : "more of the title, or ")the id in brackets."
        }
        let hint = nearest.map { " Did you mean \"\($0)\"?" } ?? ""
        return "There is no chat \"\(name)\".\(hint)"
    }
}
