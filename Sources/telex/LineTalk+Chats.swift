import Foundation
import TelexCore
import TelexWire

extension LineTalk {
    /// A chat of the profile.
    struct Chat {
        let id, title: String
    }

    /// Waits while a connection is being made, and the server's chats are fetched. Lines about views are lost meanwhile.
    ///
    /// - Returns: why there is no connection; `nil` if there is one.
    @discardableResult func connect() throws -> String? {
        let view = ConnectionViewModel.view
        try subscribe(view)
        defer { try? unsubscribe(view) }
        let model = try settled(view) { $0["connectionState"]?.string != "connecting" }
        return model["connectionState"]?.string == "online" ? nil : model["statusText"]?.string ?? ""
    }

    /// Subscribes to a view once more, after the server's chats are fetched.
    func refetch(_ view: ViewName) throws {
        try unsubscribe(view)
        try connect()
        try subscribe(view)
    }

    /// Waits for a model that is settled, or for the one that is there after a while.
    func settled(_ view: ViewName, _ isSettled: (JSONValue) -> Bool) throws -> JSONValue {
        let deadline = Date().addingTimeInterval(Self.patience)
        var last: JSONValue?
        while let line = try next(by: last == nil ? .distantFuture : deadline) {
            guard line["view"]?.string == view.rawValue, let model = line["model"] else { continue }
            last = model
            if isSettled(model) { break }
        }
        return last ?? .null
    }

    /// How long a model may take to be settled, in seconds.
    private static let patience: TimeInterval = 10

    /// Finds a chat by its id, its title, or the beginning of its title.
    ///
    /// - Throws: `ChatNotFound` if there is none, or more than one.
    func chat(_ name: String) throws -> Chat {
        let view = ChatListViewModel.view
        try subscribe(view)
        defer { try? unsubscribe(view) }
        var isFetched = false
        while true {
            let list = try model(of: view)
            guard list["shouldShowBusy"]?.bool == false else { continue }
            let chats = (list["chats"]?.values ?? []).compactMap { row in
                row["chatId"]?.string.map { Chat(id: $0, title: row["title"]?.string ?? $0) }
            }
            let match = ChatMatch(name, in: chats, id: \.id, title: \.title)
            if case .one(let chat) = match, chat.id == name { return chat }
            // A chat further down may fit better.
            if let more = list["actions"]?["loadMore"] {
                try send(more)
                continue
            }
            // After a login, the chats are not here yet.
            if case .none = match, !isFetched {
                isFetched = true
                try refetch(view)
                continue
            }
            switch match {
            case .one(let chat): return chat
            case .several(let chats): throw ChatNotFound(name: name, matches: chats, nearest: nil)
            case .none(let nearest): throw ChatNotFound(name: name, matches: [], nearest: nearest)
            }
        }
    }
}

/// No chat, or more than one, has the name.
struct ChatNotFound: Error, CustomStringConvertible {
    let name: String
    let matches: [LineTalk.Chat]
    let nearest: String?

    var description: String {
        if !matches.isEmpty {
            let chats = matches.map { "\"\($0.title)\" (\($0.id))" }.listed
            return "\"\(name)\" matches \(chats). Write more of the title, or the id in brackets."
        }
        let hint = nearest.map { " Did you mean \"\($0)\"?" } ?? ""
        return "There is no chat \"\(name)\".\(hint)"
    }
}
