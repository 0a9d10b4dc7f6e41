import ArgumentParser
import Foundation
import TelexCore
import TelexJSON
import TelexWire

extension LineTalk {
    /// A chat of the profile.
    struct Chat {
        let id, title: String
        /// Whether we are a member, rather than invited.
        let isJoined: Bool
    }

    /// Waits until telex has connected and fetched the server's chats, or has failed to. Discards lines about other
    /// views.
    ///
    /// - Returns: the reason why telex is offline; `nil` if it is online.
    @discardableResult func waitForConnection() throws -> String? {
        let view = ConnectionViewModel.view
        try subscribe(view)
        defer { try? unsubscribe(view) }
        let model = try model(of: view) { $0["connectionState"]?.string != "connecting" }
        return model["connectionState"]?.string == "online" ? nil : model["statusText"]?.string ?? ""
    }

    /// Waits until telex has fetched what the server has. Says so on the standard error if it cannot, or if it takes
    /// long.
    ///
    /// - Returns: the reason that it said; `nil` if everything was fetched.
    @discardableResult func fetch() throws -> String? {
        let view = ConnectionViewModel.view
        let deadline = Date().addingTimeInterval(Self.fetchPatience)
        var model: JSONValue?
        try subscribe(view)
        defer { try? unsubscribe(view) }
        while let line = try next(by: deadline) {
            guard let new = line.model(of: view) else { continue }
            let isFirst = model == nil
            model = new
            if new["connectionState"]?.string == "online" { return nil }
            guard new["connectionState"]?.string == "offline" else { continue }
            // It may wait for its next attempt.
            guard isFirst, let retry = new["actions"]?["retry"] else { break }
            try send(retry)
        }
        let isOffline = model?["connectionState"]?.string == "offline"
        let reason = (isOffline ? model?["statusText"]?.string : nil) ?? "It takes longer than usual."
        Failures.say("The newest messages have not been fetched. \(reason)")
        return reason
    }

    /// How long fetching what the server has may take, in seconds.
    private static let fetchPatience: TimeInterval = 5

    /// Waits for a model of a view that is ready; returns the latest one if none is within `patience`.
    func model(of view: ViewName, isReady: (JSONValue) -> Bool) throws -> JSONValue {
        let deadline = Date().addingTimeInterval(Self.patience)
        var last: JSONValue?
        while let line = try last == nil ? next() : next(by: deadline) {
            guard let model = line.model(of: view) else { continue }
            last = model
            if isReady(model) { break }
        }
        return last ?? .null
    }

    /// How long a model may take to be ready, in seconds.
    private static let patience: TimeInterval = 10

    /// Finds a chat by its id, or by the beginning of its title. A person at a terminal is told which one it is.
    ///
    /// - Throws: `ChatNotFound` if there is none, or more than one.
    func chat(_ name: String) throws -> Chat {
        let view = ChatListViewModel.view
        try subscribe(view)
        defer { try? unsubscribe(view) }
        while true {
            let list = try model(of: view)
            if let failure = CommandError(view: list) { throw failure }
            guard list["shouldShowBusy"]?.bool == false else { continue }
            let chats = (list["chats"]?.values ?? []).compactMap { row in
                row["chatId"]?.string.map {
                    Chat(
                        id: $0, title: row["title"]?.string ?? $0, isJoined: row["invitationText"]?.string == nil)
                }
            }
            let match = ChatMatch(name, in: chats, id: \.id, title: \.title, isJoined: \.isJoined)
            if case .one(let chat) = match, chat.id == name { return chat }
            // A chat further down may fit better.
            if let more = list["actions"]?["loadMore"] {
                try send(more)
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
}

/// No chat, or more than one, has the name.
struct ChatNotFound: CommandFailure {
    let name: String
    let matches: [LineTalk.Chat]
    let nearest: String?
    let exitCode = ExitCode.noChat

    var sentence: String {
        if !matches.isEmpty {
            let chats = matches.map { "\"\($0.title)\" (\($0.id))" }.listed
            return "\"\(name)\" matches \(chats). Write more of the title, or the id in brackets."
        }
        let hint = nearest.map { " Did you mean \"\($0)\"?" } ?? ""
        return "There is no chat \"\(name)\".\(hint)"
    }
}
