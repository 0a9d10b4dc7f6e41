import ArgumentParser
import TelexCore
import TelexRuntime

/// The message that a command sends, once, however often it has to be asked for.
struct Posting: Sendable {
    /// The chat, as the user names it.
    let chat: String
    /// Whether the beginning of a title is not enough.
    let isExact: Bool
    /// Whether to start the chat if there is none.
    let startsChat: Bool
    /// The message, with an id and without its chat.
    let message: OutgoingMessage
    /// The path of the file of the message, from the root on; `nil` if it has none.
    let path: PathBytes?
    /// The name under which the file goes, if it is another than that of `--name`, or of the file.
    let changedName: String?
    /// Opens the file of the message; `nil` if it has none.
    let file: (@Sendable () -> LentFile)?
    /// Where to keep the message, for the next call; `nil` if it is not kept.
    let key: KeyFile?

    /// Sends the message, and says on the standard error what became of it, unless the server has it.
    ///
    /// - Returns: the message, which the server has, or which is stored and waits.
    func send(_ client: ProfileClient) throws -> MessageKey {
        let offline = try client.waitForConnection()
        let chat = try startsChat ? client.startedChat(chat, offline: offline) : client.chat(chat, isExact: isExact)
        var message = message
        message.chat = chat.chat
        let kept = try key?.keep(message)
        if let kept {
            if kept.isSent { return kept.outgoing.key }
            message = kept.outgoing
        }
        let movesFile = message.path != nil
        var outcome = try client.ask(.message(.sending(message)), movesFile: movesFile, lending: file?())
        // It was asked for before, by an earlier call or of an owner that has left.
        if outcome.kind == .ignored {
            outcome = try client.outcome(of: message.key, isOnline: offline == nil, movesFile: movesFile)
        }
        if let kept, outcome.kind == .sent { try key?.settle(kept) }
        if outcome.kind == .refused { key?.free() }
        try conclude(outcome, chat.title, offline: offline)
        if let changedName { Failures.say("The file is sent under the name \(changedName).") }
        return message.key
    }

    /// - Parameter offline: the connection if telex is offline; `nil` if it is online.
    private func conclude(_ outcome: Outcome, _ title: String, offline: ConnectionViewModel?) throws {
        switch outcome.kind {
        case .sent, .done, .ignored: break
        case .waiting:
            let reason =
                switch offline {
                case nil: outcome.reason ?? "Earlier messages are waiting, too."
                case let connection? where connection.state == .connecting: ProfileClient.silence
                case let connection?: connection.statusText
                }
            Failures.say("The message is stored, and is sent the next time telex is connected. \(reason)")
            if offline?.needsLogin == true { throw ExitCode.refused }
        case .refused, .failed:
            var reason = outcome.reason ?? "The server refused it."
            if let path { reason = reason.naming(path) }
            Failures.say("The message to \(title) was not sent. \(reason)")
            throw outcome.exitCode
        }
    }
}

extension OutgoingMessage {
    /// Identifies the message among those of all chats. It must have an id.
    fileprivate var key: MessageKey { MessageKey(chat: chat, message: message ?? "") }
}
