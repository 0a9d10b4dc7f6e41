import GRDB
import TelexAPI

/// Whom people ignore.
extension ChatService {
    /// Lets a person ignore another one, and tells their other devices.
    ///
    /// - Parameter name: a user name.
    /// - Throws: `ServerError.nobody`, `.yourself` and `.tooManyIgnored`.
    func ignore(_ name: String, for user: User) throws -> IgnoredInfo {
        try changeIgnored(of: user) { database in
            guard let ignored = try Accounts.find(name, database) else { throw ServerError.nobody(name) }
            if ignored == user { throw ServerError.yourself }
            return try IgnoredTable.add(ignored, for: user, database)
        }
    }

    func unignore(_ name: String, for user: User) throws -> IgnoredInfo {
        try changeIgnored(of: user) { try IgnoredTable.remove(name, for: user, $0) }
    }

    /// - Parameter change: returns whether it changed anything.
    private func changeIgnored(of user: User, _ change: (Database) throws -> Bool) throws -> IgnoredInfo {
        let (info, isChanged) = try database.write { database in
            let isChanged = try change(database)
            return (IgnoredInfo(users: try IgnoredTable.all(of: user, database)), isChanged)
        }
        if isChanged { channels.tell(user, .ignored(info)) }
        return info
    }
}
