import Foundation

/// What the server refuses, and why.
package enum ServerError: Error, Hashable, Sendable {
    // What a request asks for.
    case noChat(String)
    case noMessage(String)
    case nobody(String)
    case severalPeople(String)
    case yourself
    case badName(String)
    case badID
    case noText
    case noMark
    case textTooLong(Int)
    case otherText(id: String)
    case badInvitation
    // What the operator asks for.
    case userExists(String)
    case noUser(String)
    case botName(String)
    // The file.
    case corrupt(path: String)
    /// Another server has it.
    case running(path: String)
    case newer(path: String)
    case inaccessible(path: String, reason: String)
    case cannotListen(address: String, reason: String)
}
