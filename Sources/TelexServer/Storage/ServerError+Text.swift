import TelexAPI

/// The messages, each with what to do.
extension ServerError: CustomStringConvertible {
    package var description: String {
        switch self {
        // People read these, and no id says anything to them.
        case .noChat: "You are not in this chat, or it no longer exists."
        case .noInvitation: "You are not invited to this chat, or it no longer exists."
        case .noMessage(let id): "There is no message \"\(id)\" in that chat."
        case .notYours(let id): "The message \"\(id)\" is not yours. Only its sender can change it."
        case .isDeleted(let id):
            "The message \"\(id)\" was deleted, or is a change to the chat, so it cannot be changed."
        case .isMember(let chat): "You are already in the chat \"\(chat)\", so there is no invitation to decline."
        case .notGroup(let chat): "The chat \"\(chat)\" is between two people, and not a group."
        case .notAdmin: "Only an admin of the group can do this."
        case .noMember(let user): "\"\(user)\" is neither in the chat nor invited to it."
        case .hasDeclined(let name): "\"\(name)\" has declined an invitation to this chat, and cannot be invited again."
        case .lastAdmin: "The group would have no admin. Make somebody else an admin first."
        case .groupFull(let count):
            "The group would have \(count) people, invited ones included. It can have at most \(Limits.groupPeople)."
        case .noPeople: "\"recipients\" is empty. A group needs at least one other person."
        case .tooManyPeople(let count):
            "\"recipients\" has \(count) people. A group can have at most \(Limits.groupPeople), including you."
        case .tooManyInvitations(let name):
            "\"\(name)\" has not answered \(Limits.openInvitations) invitations of yours. Wait for an answer, or withdraw some."
        case .badKind(let kind):
            "\"kind\" must be \(PostRequest.kinds.joined(separator: ", ")), not \"\(kind.prefix(Limits.longestName))\"."
        case .nobody(let name):
            "There is no user called \"\(name.prefix(Limits.longestName))\" here. Ask the server's operator to add them."
        case .severalPeople(let name, let users):
            "Several people are called \"\(name)\": \(users.joined(separator: ", ")). Give the user name."
        case .yourself: "That is you. Name somebody else."
        case .badName(let reason): reason
        case .badID:
            "\"transactionId\" must have 1 to \(Limits.longestID) bytes of UTF-8, and no \"/\" or control characters in it."
        case .noMark: "The body is missing the member \"readId\" or \"deliveredId\"."
        case .badReply(let id): "\"replyToId\": there is no message \"\(id)\" in that chat."
        case .badPin(let order): "\"pinOrder\" is \(order). It must be from 0 to \(Limits.lastPin)."
        case .badSetting(let name):
            "\"changes\" must be of \(ChatSettingsInfo.Change.allCases.map(\.rawValue).joined(separator: ", ")), not \"\(name.prefix(Limits.longestName))\"."
        case .ignoresYou(let name): "\"\(name)\" does not accept invitations and new chats from you."
        case .tooManyIgnored: "You ignore \(Limits.ignored) people. You cannot ignore more."
        case .badReaction:
            "A reaction must have 1 to \(Limits.longestReaction) bytes of UTF-8, and no control characters in it."
        case .badSpan(let index):
            "\"spans\": the one at index \(index) is outside the text, has an unknown style, or lacks a valid address or user."
        case .tooManySpans(let count): "\"spans\" has \(count) spans, at most \(Limits.spans)."
        case .tooManyReactions:
            "The message has too many reactions: at most \(Limits.reactions), and \(Limits.reactionsOfUser) of each user."
        case .noText: "\"text\" is empty. A message needs a text."
        case .textTooLong(let count):
            "\"text\" is too long: \(count) bytes, at most \(Limits.longestText). Send it in parts."
        case .otherText(let id): "A message with the id \"\(id)\" was already sent with another text."
        case .badInvitation:
            "The invitation is invalid or has already been used. Ask the server's operator for a new one."
        case .noFile: "There is no such file, or you may not read it."
        case .badFileID:
            "The id of a file must have 22 to 64 characters of A-Z, a-z, 0-9, \"-\" and \"_\", chosen at random."
        case .badFile(let id): "\"file\": you have no complete upload \"\(id)\". Upload it first."
        case .fileInUse: "A message names this file. Delete the message instead."
        case .fileIDTaken: "This id is taken. Choose another one at random."
        case .badOffset(let received):
            "The server has \(received) bytes of this file. Continue with \"\(UploadInfo.offsetHeader): \(received)\"."
        case .otherLength(let length):
            "This file was announced with \(length) bytes. Send \"\(UploadInfo.lengthHeader): \(length)\", or choose another id."
        case .longerThanAnnounced: "The body is longer than the rest of the file, as announced."
        case .noLength: "Send the length of the file: \"\(UploadInfo.lengthHeader)\"."
        case .fileTooLarge(let most): "The file is too large: at most \(most) bytes. Send a smaller one."
        case .quotaExceeded(let most):
            "Your files would have more than \(most) bytes. Delete messages with files, or ask the server's operator for more."
        case .serverQuotaExceeded:
            "The server has no space left for files. Ask the server's operator for more, or try again later."
        case .noRoomForFiles: "The server's disk is full. Ask the server's operator to free some space."
        case .tooManyUploads:
            "You have \(Limits.openUploads) incomplete uploads. Complete one, or delete one."
        case .uploadContinued: "A later request continues this upload."
        case .fileLost(let id):
            "The content of the file \"\(id)\" is missing on the server. Ask the server's operator to restore it from a backup."
        case .tooManyOpenFiles: "The server is busy. Try again."
        case .tooManyTransfers: "The server is sending and receiving too many files. Try again later."
        case .badFileInfo(let members):
            "\"file\": invalid \(members.map { "\"\($0)\"" }.joined(separator: ", ")). See the limits of files."
        case .fileWithKind(let kind):
            "A message of the kind \"\(kind)\" cannot have a file. Leave out \"kind\", or post the file as a message of its own."
        case .tooManyChannels(let limit):
            "You already have \(limit) push and live channels open. Close one first."
        case .removedName(let name):
            "\"\(name)\" was the name of a removed user and cannot be reused. Choose another name."
        case .userExists(let name):
            "There is a user \"\(name)\". To add a device: telex-server user invite \(name)"
        case .botName(let name): "\"\(name)\" is a bot on the server. Choose another name."
        case .noUser(let name): "There is no user \"\(name)\". To add one: telex-server user add \(name)"
        case .corrupt(let path):
            "The file \(path) is damaged, or is not a telex-server file. It is unchanged. Restore it from a backup."
        case .running(let path): "Another telex-server is using \(path). Stop that one first, or use another --store."
        case .newer(let path):
            "The file \(path) was written by a newer telex-server and was left unchanged. Use the newer version."
        case .older(let path):
            "An older telex-server is using \(path). Use that version, or stop it first."
        case .full(let path): "The disk of \(path) is full. Free some space, then try again."
        case .busy(let path): "The file \(path) is locked by another process. Try again."
        case .inaccessible(let path, let reason):
            "Cannot open \(path): \(reason.hasSuffix(".") ? String(reason.dropLast()) : reason). Check that its folder exists and is writable."
        case .replaced(let path):
            "The file \(path) was moved, replaced or deleted while the server was using it. Put it back, or restart the server."
        case .severalNames(let path):
            "The file \(path) has another name (a hard link), so a server may be using it by that name. Find it with find -samefile, and remove one of the two names."
        case .mounted(let path):
            "The file \(path) is mounted by itself, apart from the log beside it, so messages could be lost. Mount its folder instead."
        case .incompleteBackup(let path):
            "A backup of \(path) would lack messages, so there is none. Something has replaced or moved the file. Try again."
        case .badBackup(let path, let reason): "Cannot restore \(path): \(reason) Nothing was changed."
        case .exists(let path): "The file \(path) already exists. Choose another path, or move it away first."
        case .stopping: "The server is stopping. Try again later."
        case .badCertificate(let path, let reason): "Cannot use \(path): \(reason)."
        case .cannotListen(let address, let reason):
            "Cannot listen on \(address): \(reason). Choose another with --listen HOST:PORT."
        }
    }
}
