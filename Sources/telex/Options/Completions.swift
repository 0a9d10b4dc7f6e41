import Foundation
import TelexStorage

/// What shells suggest for arguments that name something in a profile.
enum Completions {
    /// - Parameter isArgument: whether the name stands alone. After `--` alone, one may begin with a hyphen.
    static func chats(_ arguments: [String], isArgument: Bool = false) -> [String] {
        let chats = names(arguments).chats
        return isArgument && !arguments.contains("--") ? chats.filter { !$0.hasPrefix("-") } : chats
    }

    static func people(_ arguments: [String]) -> [String] { names(arguments).people }

    /// - Parameter arguments: the words of the command line so far.
    private static func names(_ arguments: [String]) -> StoredNames {
        let given = Array(zip(arguments, arguments.dropFirst())).last { $0.0 == "--profile" }?.1
        let joined = arguments.last { $0.hasPrefix("--profile=") }?.dropFirst("--profile=".count)
        let name = given ?? joined.map(String.init) ?? Profile.standardName
        let profile = Profile(name: name, environment: TelexCommand.environment)
        return (try? StoredNames.names(path: profile.storePath)) ?? StoredNames(chats: [], people: [])
    }
}
