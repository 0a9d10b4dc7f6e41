import Foundation

/// What the server refuses, and why.
package enum ServerError: Error, Hashable, Sendable {
    // What a request asks for.
    case noChat(String)
    case noInvitation(String)
    case noMessage(String)
    /// A message of somebody else.
    case notYours(String)
    /// A message that is gone.
    case isDeleted(String)
    /// An invitation that was accepted.
    case isMember(String)
    case noPeople
    case tooManyPeople(Int)
    /// Somebody who has left so many unanswered.
    case tooManyInvitations(String)
    case badKind(String)
    case nobody(String)
    case severalPeople(String, users: [String])
    case yourself
    case badName(String)
    case badID
    case noText
    case noMark
    case textTooLong(Int)
    case otherText(id: String)
    case badInvitation
    /// That many push and live channels are open.
    case tooManyChannels(Int)
    // What the operator asks for.
    case userExists(String)
    case noUser(String)
    case botName(String)
    /// The name of somebody who was removed.
    case removedName(String)
    // The file.
    case corrupt(path: String)
    /// Another server has it.
    case running(path: String)
    case newer(path: String)
    /// A server of an older version has it.
    case older(path: String)
    /// Its disk is full.
    case full(path: String)
    /// Others have it for too long.
    case busy(path: String)
    case inaccessible(path: String, reason: String)
    /// Something is where a new file was to be written.
    case exists(path: String)
    /// The server is closing the file.
    case stopping
    case cannotListen(address: String, reason: String)
    case badCertificate(path: String, reason: String)
}
