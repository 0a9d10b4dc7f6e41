import TelexCore
import TelexWire

extension LineTalk {
    /// A chat of the profile.
    struct Chat {
        let id, title: String
    }

    /// Finds a chat by its id, its title, or the beginning of its title.
    ///
    /// - Throws: `ChatNotFound` if there is none, or more than one.
    func chat(_ name: String) throws -> Chat {
        let view = ChatListViewModel.view
        try subscribe(view)
        defer { try? unsubscribe(view) }
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
