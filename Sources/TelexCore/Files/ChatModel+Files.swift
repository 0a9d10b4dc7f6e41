/// Files that messages bring.
extension ChatModel {
    // MARK: Sending

    /// Has the file of a message read, which is sent after that.
    func take(_ outgoing: OutgoingMessage, _ stamp: Stamp) -> Consequences {
        var outgoing = outgoing
        let id = outgoing.message ?? MessageID(stamp.freshID)
        outgoing.message = id
        let key = MessageKey(chat: outgoing.chat, message: id)
        return Consequences(effects: [Effect(.takeFile(key), .file(.take(outgoing)))])
    }

    /// Sends a message whose file was read.
    mutating func sendTaken(_ taken: TakenFile, _ stamp: Stamp) -> Consequences {
        var message = taken.message
        message.path = nil
        return send(message, file: taken.file.tidied, stamp)
    }

    /// Notes where the server has the file of our message.
    mutating func noteUpload(_ uploaded: UploadedFile, _ stamp: Stamp) -> Consequences {
        transfers.end(uploaded.key)
        return revise(uploaded.key, stamp) { $0.file?.source = uploaded.source }
    }

    // MARK: Fetching

    mutating func fetchFile(of key: MessageKey, _ stamp: Stamp) -> Consequences {
        guard let file = stamp.known[key.message]?.content.file else { return Self.fileless(key) }
        if transfers.here.contains(file.id) { return Consequences(outcome: outcome(of: file, key)) }
        if file.source == nil { return refuse(key.chat, FileText.unavailable, .refused, .missing, in: stamp.window) }
        transfers.begin(key, file, isUpload: false, at: stamp.time)
        showFile(of: key)
        let fetch = Effect(.fetchFile(file.id), .ask(.fetch(key, file)))
        return Consequences(effects: [fetch], outcome: Outcome(chat: key.chat, message: key.message))
    }

    private static func fileless(_ key: MessageKey) -> Consequences {
        let reason = "The chat has no message \"\(key.message)\" with a file."
        return Consequences(outcome: Outcome(.ignored, reason: reason, fileProblem: .missing))
    }

    private func outcome(of file: MessageFile, _ key: MessageKey) -> Outcome {
        Outcome(chat: key.chat, message: key.message, path: transfers.path(of: file))
    }

    mutating func endFetching(_ key: MessageKey, _ stamp: Stamp) -> Consequences {
        let ended = transfers.end(key)
        let savings = ended.flatMap(\.savings)
        for transfer in ended { showFile(of: transfer.key) }
        guard let file = stamp.known[key.message]?.content.file else { return .none }
        var fetched = Consequences.postponed(
            savings.map { (Event.file(.saving($0.saving)), $0.cause) }, in: stamp.window)
        fetched.outcome = outcome(of: file, key)
        return fetched
    }

    mutating func failFile(_ failure: MessageFailure, _ stamp: Stamp) -> Consequences {
        if transfers[failure.key]?.isUpload == false {
            for transfer in transfers.end(failure.key, hasFailed: true) { showFile(of: transfer.key) }
        }
        return refuse(failure.key.chat, failure.reason, .failed, failure.fileProblem, in: stamp.window)
    }

    mutating func noteProgress(_ progress: FileProgress, _ stamp: Stamp) -> Consequences {
        let key = progress.key
        if let file = outbox[key]?.message.content.file { transfers.begin(key, file, isUpload: true, at: stamp.time) }
        transfers.progress(key, to: progress.done, at: stamp.time)
        return .none
    }

    mutating func cancelFile(of key: MessageKey, _ stamp: Stamp) -> Consequences {
        let reason = "You have stopped the transfer."
        let stop = Effect.Work.stop(Outcome(.refused, reason: reason, fileProblem: .stopped))
        let ended = transfers.end(key)
        guard let transfer = ended.first else {
            return .ignored("No file of the message \"\(key.message)\" is being transferred.")
        }
        for transfer in ended { showFile(of: transfer.key) }
        if !transfer.isUpload {
            return Consequences(effects: [Effect(.fetchFile(transfer.file.id), stop)])
        }
        let failed = failSending(MessageFailure(chat: key.chat, message: key.message, reason: reason), stamp)
        var stopped = Consequences(effects: [Effect(.post(key), stop)]) + failed
        stopped.outcome = Outcome(chat: key.chat, message: key.message)
        return stopped
    }

    // MARK: Saving

    mutating func saveFile(_ saving: FileSaving, _ stamp: Stamp) -> Consequences {
        let key = saving.key
        guard let file = stamp.known[key.message]?.content.file else { return Self.fileless(key) }
        if let refusal = MessageUseCase.refusal(ofPath: saving.path) {
            return refuse(key.chat, refusal, in: stamp.window)
        }
        if transfers.here.contains(file.id) {
            let save = Effect(.saveFile(key, path: saving.path), .file(.save(file, saving)))
            return Consequences(effects: [save])
        }
        let fetch = fetchFile(of: key, stamp)
        transfers.add(saving, stamp.cause)
        return fetch
    }

    mutating func noteSaved(_ saved: FileSaving, _ stamp: Stamp) -> Consequences {
        let key = saved.key
        if windows[stamp.window].chat?.id == key.chat { windows[stamp.window].chat?.say("Saved as \(saved.path).") }
        return Consequences(outcome: Outcome(chat: key.chat, message: key.message, path: saved.path))
    }

    // MARK: The folder

    mutating func keepFiles(_ kept: KeptFiles) {
        transfers.keep(kept)
        showFiles()
    }

    mutating func dropFiles(_ ids: [FileID]) {
        transfers.drop(ids)
        showFiles()
    }

    /// Asks which files are here, once our unsent messages are known.
    var listFiles: Effect {
        Effect(.listFiles, .file(.list(unsent: outbox.entries.compactMap { $0.message.content.file?.id })))
    }

    /// What to do about the file of our message once it is no longer being sent.
    mutating func settleFile(of message: Message) -> [Effect] {
        transfers.end(message.key)
        guard let file = message.content.file, message.delivery == .sent else { return [] }
        return [Effect(.settleFile(file.id), .file(.release(file.id)))]
    }

    /// Removes the file of a message that was deleted, unless another one of ours needs it.
    mutating func removeFile(of content: MessageContent?) -> Consequences {
        guard let file = content?.file, !outbox.entries.contains(where: { $0.message.content.file?.id == file.id })
        else { return .none }
        transfers.drop([file.id])
        return Consequences(effects: [Effect(.settleFile(file.id), .file(.remove(file.id)))])
    }

    /// Has the rows with files built anew.
    private mutating func showFiles() { windows.update(where: { $0.chat != nil }) { _ in } }

    /// Has the row of a message built anew.
    private mutating func showFile(of key: MessageKey) { withOpen(key.chat) { _ in } }
}
