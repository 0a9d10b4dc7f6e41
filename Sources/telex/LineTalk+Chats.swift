import Foundation
import TelexCore
import TelexJSON
import TelexWire

extension LineTalk {
    /// A chat of the profile.
    struct Chat {
        let id, title: String
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

    /// Subscribes to a view again once the server's chats have been fetched.
    func refetch(_ view: ViewName) throws {
        try unsubscribe(view)
        try waitForConnection()
        try subscribe(view)
    }

    /// Waits for a model of a view that is ready; returns the latest one if none is within `patience`.
    func model(of view: ViewName, isReady: (JSONValue) -> Bool) throws -> JSONValue {
        let deadline = Date().addingTimeInterval(Self.patience)
        var last: JSONValue?
        while let line = try next(by: last == nil ? .distantFuture : deadline) {
            guard line["view"]?.string == view.rawValue, let model = line["model"] else { continue }
            last = model
            if isReady(model) { break }
        }
        return last ?? .null
    }

    /// How long a model may take to be ready, in seconds.
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
            if let failure = ViewFailure(list) { throw failure }
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
            // Right after a login, the chats have not been fetched yet.
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
