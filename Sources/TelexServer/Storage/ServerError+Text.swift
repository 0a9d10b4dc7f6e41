import TelexAPI

/// The sentences, each with what to do.
extension ServerError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noChat(let chat): "There is no chat \"\(chat)\" that you are in."
        case .noInvitation(let chat): "There is no chat \"\(chat)\" that you are invited to."
        case .noMessage(let id): "There is no message \"\(id)\" in that chat."
        case .notYours(let id): "The message \"\(id)\" is not yours: only who has written it changes it."
        case .isDeleted(let id): "The message \"\(id)\" was deleted: it cannot say anything else."
        case .isMember(let chat): "You are in the chat \"\(chat)\" already: there is no invitation to decline."
        case .noPeople: "\"recipients\" is empty: a group needs somebody beside you."
        case .tooManyPeople(let count):
            "\"recipients\" has \(count): a group has \(Limits.groupPeople) people at most, with you."
        case .tooManyInvitations(let name):
            "\"\(name)\" has \(Limits.openInvitations) invitations to answer already: ask again when there are fewer."
        case .badKind(let kind):
            "\"kind\" must be \(PostRequest.kinds.joined(separator: ", ")), not \"\(kind.prefix(Limits.longestName))\"."
        case .nobody(let name):
            "There is nobody called \"\(name.prefix(Limits.longestName))\" here. Ask the server's operator to add them."
        case .severalPeople(let name, let users):
            "Several people are called \"\(name)\": \(users.joined(separator: ", ")). Give the user name."
        case .yourself: "That is yourself: give the name of somebody else."
        case .badName(let reason): reason
        case .badID:
            "\"transactionId\" must have 1 to \(Limits.longestID) bytes of UTF-8, and no \"/\" or control characters in it."
        case .noMark: "The body needs a member \"readId\" or \"deliveredId\"."
        case .noText: "\"text\" is empty: a message needs one."
        case .textTooLong(let count):
            "\"text\" is too long (\(count) bytes): at most \(Limits.longestText); send it in parts."
        case .otherText(let id): "A message with the id \"\(id)\" was sent before, with another text."
        case .badInvitation: "The invitation is not valid, or was used before. Ask the server's operator for a new one."
        case .tooManyChannels(let limit):
            "You have \(limit) push and live channels open already: close one of them first."
        case .removedName(let name):
            "\"\(name)\" was the name of somebody who was removed, and is not given again: take another name."
        case .userExists(let name):
            "There is a user \"\(name)\" already. For another device: telex-server user invite \(name)"
        case .botName(let name): "\"\(name)\" is a bot that lives on the server: give another name."
        case .noUser(let name): "There is no user \"\(name)\". To add one: telex-server user add \(name)"
        case .corrupt(let path):
            "The file \(path) is damaged or no telex-server's. It was left untouched: restore it from a backup."
        case .running(let path): "Another telex-server serves \(path). End that one first, or give another --store."
        case .newer(let path):
            "The file \(path) was written by a newer telex-server. It was left untouched: use that version."
        case .older(let path):
            "The file \(path) is served by an older telex-server: use that version, or stop it first."
        case .full(let path): "The disk of \(path) is full: make room, and try again."
        case .busy(let path): "The file \(path) is in use by others for too long: try again."
        case .inaccessible(let path, let reason):
            "The file \(path) cannot be opened: \(reason.hasSuffix(".") ? String(reason.dropLast()) : reason). Check that its folder exists and is yours to write."
        case .exists(let path): "There is something at \(path) already: give another path, or move that away first."
        case .stopping: "The server is stopping. Try again later."
        case .badCertificate(let path, let reason): "The file \(path) cannot be used: \(reason)."
        case .cannotListen(let address, let reason):
            "The server cannot listen on \(address): \(reason). Choose another with --listen HOST:PORT."
        }
    }
}
