import Foundation

/// An error of the server.
package enum ServerError: Error, Hashable, Sendable {
    // Requests.
    case noChat(String)
    case noInvitation(String)
    case noMessage(String)
    /// The message is somebody else's.
    case notYours(String)
    /// The message was deleted.
    case isDeleted(String)
    /// The invitation has been accepted.
    case isMember(String)
    /// The chat is a direct one.
    case notGroup(String)
    /// Only an admin of the chat can do this.
    case notAdmin(String)
    /// The user is neither in the chat nor invited to it.
    case noMember(String)
    /// The user has declined an invitation to the chat.
    case hasDeclined(String)
    /// The group would have no admin.
    case lastAdmin
    /// The group would have this many people.
    case groupFull(Int)
    case noPeople
    case tooManyPeople(Int)
    /// The user has too many unanswered invitations.
    case tooManyInvitations(String)
    case badKind(String)
    case nobody(String)
    case severalPeople(String, users: [String])
    case yourself
    case badName(String)
    case badID
    case noText
    /// The message to answer is not in the chat.
    case badReply(String)
    /// The order of a pinned chat is out of range.
    case badPin(Int64)
    /// There is no setting of this name.
    case badSetting(String)
    /// The person ignores the one who invites them.
    case ignoresYou(String)
    case tooManyIgnored
    case badReaction
    /// The span at this index is invalid.
    case badSpan(Int)
    case tooManySpans(Int)
    case tooManyReactions
    case noMark
    case textTooLong(Int)
    case otherText(id: String)
    case badInvitation
    // Files.
    /// There is no file with this id that the user may read.
    case noFile
    case badFileID
    /// The file of a message to post is not a complete upload of the sender.
    case badFile(String)
    /// A message names the file.
    case fileInUse
    /// The id is that of somebody else's file.
    case fileIDTaken
    /// The server has this many bytes of the upload.
    case badOffset(received: Int64)
    /// The whole was announced with this length before.
    case otherLength(Int64)
    /// The body is longer than the rest of the upload.
    case longerThanAnnounced
    case noLength
    /// A file may have this many bytes.
    case fileTooLarge(most: Int64)
    /// The user's files may have this many bytes.
    case quotaExceeded(Int64)
    case serverQuotaExceeded
    case noRoomForFiles
    case tooManyUploads
    /// A later request has resumed the upload.
    case uploadContinued
    /// The content is missing, or has another length.
    case fileLost(String)
    case tooManyOpenFiles
    /// Too many files are being sent or received.
    case tooManyTransfers
    /// The members of the file of a message that are invalid.
    case badFileInfo([String])
    /// A message with a file has this kind, which only messages without one have.
    case fileWithKind(String)
    /// The user has this many push and live channels open.
    case tooManyChannels(Int)
    // Commands of the operator.
    case userExists(String)
    case noUser(String)
    case botName(String)
    /// The name of a removed user.
    case removedName(String)
    // The file, and listening.
    case corrupt(path: String)
    /// Another server is using the file.
    case running(path: String)
    case newer(path: String)
    /// A server of an older version uses the file.
    case older(path: String)
    /// The disk is full.
    case full(path: String)
    /// Other processes lock the file for too long.
    case busy(path: String)
    case inaccessible(path: String, reason: String)
    /// The file was moved, replaced or deleted while it was in use.
    case replaced(path: String)
    /// The file has hard links.
    case severalNames(path: String)
    /// The file is a mount point, apart from its folder.
    case mounted(path: String)
    /// A backup would lack messages that the server's file has.
    case incompleteBackup(path: String)
    /// The file cannot be restored, for this reason.
    case badBackup(path: String, reason: String)
    /// The file to create already exists.
    case exists(path: String)
    /// The server is closing the file.
    case stopping
    case cannotListen(address: String, reason: String)
    case badCertificate(path: String, reason: String)
}
