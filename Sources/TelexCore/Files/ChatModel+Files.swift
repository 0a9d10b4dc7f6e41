/// Files that messages bring.
extension ChatModel {
    // MARK: Sending

    /// Has the file of a message read, which is sent after that.
    mutating func take(_ outgoing: OutgoingMessage, _ stamp: Stamp) -> Consequences {
        var outgoing = outgoing
        let id = outgoing.message ?? MessageID(stamp.freshID)
        outgoing.message = id
        let key = MessageKey(chat: outgoing.chat, message: id)
        transfers.begin(
            Transfers.Taking(
                key: key, window: stamp.window, name: FileName.safe(outgoing.path ?? ""), text: outgoing.text))
        return Consequences(effects: [Effect(.takeFile(key), .file(.take(outgoing)))])
    }

    /// Notes that the file of a message cannot be read, so that the message is not sent.
    mutating func refuseTaken(_ failure: MessageFailure, _ stamp: Stamp) -> Consequences {
        transfers.endTaking(failure.key)
        return refuse(failure.key.chat, failure.reason, .refused, failure.fileProblem, in: stamp.window)
    }

    /// Sends a message whose file was read.
    mutating func sendTaken(_ taken: TakenFile, _ stamp: Stamp) -> Consequences {
        var message = taken.message
        if let id = message.message { transfers.endTaking(MessageKey(chat: message.chat, message: id)) }
        if message.path.flatMap(FileName.changed) != nil, windows[stamp.window].chat?.id == message.chat {
            windows[stamp.window].chat?.say("The file is sent under the name \(taken.file.name).")
        }
        (message.path, message.loan) = (nil, nil)
        return send(message, file: taken.file.tidied, stamp)
    }

    /// Notes where the server has the file of our message.
    mutating func noteUpload(_ uploaded: UploadedFile, _ stamp: Stamp) -> Consequences {
        transfers.end(uploaded.key)
        return revise(uploaded.key, stamp) { $0.file?.source = uploaded.source }
    }

    /// Has an event wait that follows a message whose file is being read: one about that message, an answer to it, the
    /// next message to the chat from the same window, or one that leaves the chat. Returns `nil` if it need not wait.
    mutating func postpone(_ event: Event, _ stamp: Stamp) -> Consequences? {
        if transfers.taking.isEmpty { return nil }
        let needs = event.requirements
        if let chat = needs.chat, !event.stopsTaking, transfers.isTaking(needs.messages, in: chat) {
            if case .message(.sending) = event { return .ignored("A message with this id is already being sent.") }
            return Consequences(effects: [Effect(.waitForFile(transfers.next()), .file(.wait(event)))])
        }
        if case .chat(.leaving(let chat)) = event, transfers.taking.contains(where: { $0.key.chat == chat }) {
            return Consequences(effects: [Effect(.waitForFile(transfers.next()), .file(.wait(event)))])
        }
        guard case .message(.sending(var outgoing)) = event else { return nil }
        // Files are read in order anyway.
        let isNext =
            outgoing.path == nil
            && transfers.taking.contains { $0.key.chat == outgoing.chat && $0.window == stamp.window }
        guard isNext || transfers.isTaking(needs.answered, in: outgoing.chat) else { return nil }
        let id = outgoing.message ?? MessageID(stamp.freshID)
        outgoing.message = id
        let key = MessageKey(chat: outgoing.chat, message: id)
        let name = outgoing.path.map { FileName.safe($0) }
        transfers.begin(Transfers.Taking(key: key, window: stamp.window, name: name, text: outgoing.text))
        return Consequences(effects: [Effect(.takeFile(key), .file(.wait(.message(.sending(outgoing)))))])
    }

    /// Ends the reading of a file, or the wait for it, so that the message is not sent; `nil` if it does not wait.
    mutating func stopTaking(_ key: MessageKey, _ outcome: Outcome) -> Consequences? {
        guard transfers.endTaking(key) != nil else { return nil }
        return Consequences(
            effects: [Effect(.takeFile(key), .stop(outcome))], outcome: Outcome(chat: key.chat, message: key.message))
    }

    // MARK: Fetching

    mutating func fetchFile(of key: MessageKey, _ stamp: Stamp) -> Consequences {
        guard let file = stamp.known[key.message]?.content.file else { return Self.fileless(key) }
        if transfers.here.contains(file.id) { return Consequences(outcome: outcome(of: file, key)) }
        if file.source == nil { return refuse(key.chat, FileText.unavailable, .refused, .missing, in: stamp.window) }
        transfers.begin(key, file, isUpload: false, at: stamp.time)
        showFile(of: key)
        let fetch = Effect(.fetchFile(file.id), .ask(.fetch(FileFetch(key, file))))
        return Consequences(effects: [fetch], outcome: Outcome(chat: key.chat, message: key.message))
    }

    mutating func fetchThumbnail(of key: MessageKey, _ stamp: Stamp) -> Consequences {
        guard let file = stamp.known[key.message]?.content.file else { return Self.fileless(key) }
        guard let thumbnail = file.thumbnailFile else {
            return refuse(key.chat, FileText.noThumbnail, in: stamp.window)
        }
        if transfers.here.contains(thumbnail.id) { return Consequences(outcome: outcome(of: thumbnail, key)) }
        let fetch = FileFetch(key, thumbnail, isThumbnail: true)
        return Consequences(
            effects: [Effect(.fetchFile(thumbnail.id), .ask(.fetch(fetch)))],
            outcome: Outcome(chat: key.chat, message: key.message))
    }

    func tellThumbnail(of key: MessageKey, _ stamp: Stamp) -> Consequences {
        let thumbnail = stamp.known[key.message]?.content.file?.thumbnailFile
        return Consequences(outcome: thumbnail.map { outcome(of: $0, key) })
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
        var fetched = Consequences.postponed(
            savings.map { (Event.file(.saving($0.saving)), $0.cause) }, in: stamp.window)
        // Requests for other messages with the same file wait for it, too; each has named its message.
        let file = ended.first?.file ?? stamp.known[key.message]?.content.file
        fetched.outcome = file.map { Outcome(path: transfers.path(of: $0)) }
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

    /// The files that are being transferred, and then those of our messages that wait for their turn.
    var pendingTransfers: [Transfers.Transfer] {
        transfers.running
            + outbox.entries.filter { $0.isPosting && $0.hasUpload && transfers[$0.message.key] == nil }.compactMap {
                let message = $0.message
                return message.content.file.map {
                    Transfers.Transfer(
                        key: message.key, file: $0, isUpload: true, began: message.date, time: message.date)
                }
            }
    }

    mutating func cancelFile(of key: MessageKey, _ stamp: Stamp) -> Consequences {
        let reason = "You have stopped the transfer."
        func stopped(_ kind: Outcome.Kind) -> Outcome { Outcome(kind, reason: reason, fileProblem: .stopped) }
        if transfers.taking.contains(where: { $0.key == key && $0.name != nil }) {
            return stopTaking(key, stopped(.refused)) ?? .none
        }
        let ended = transfers.end(key)
        for transfer in ended { showFile(of: transfer.key) }
        if let transfer = ended.first, !transfer.isUpload {
            return Consequences(effects: [Effect(.fetchFile(transfer.file.id), .stop(stopped(.refused)))])
        }
        guard !ended.isEmpty || outbox[key]?.hasUpload == true else {
            return .ignored("No file of the message \"\(key.message)\" is being transferred.")
        }
        let failed = failSending(MessageFailure(chat: key.chat, message: key.message, reason: reason), stamp)
        // The message is in the chat, and can be sent again.
        var consequences = Consequences(effects: [Effect(.post(key), .stop(stopped(.failed)))]) + failed
        consequences.outcome = Outcome(chat: key.chat, message: key.message)
        return consequences
    }

    // MARK: Saving

    mutating func saveFile(_ saving: FileSaving, _ stamp: Stamp) -> Consequences {
        let key = saving.key
        guard let file = stamp.known[key.message]?.content.file ?? transfers.fetched(key) else {
            return Self.fileless(key)
        }
        if let refusal = MessageUseCase.refusal(ofPath: saving.path) {
            return refuse(key.chat, refusal, in: stamp.window)
        }
        if transfers.here.contains(file.id) {
            return Consequences(effects: [Effect(.saveFile(transfers.next()), .file(.save(file, saving)))])
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

    /// Ends the transfer of the file of our message. Once no unsent message needs its copy, that may make room for others.
    mutating func settleFile(of message: Message) -> [Effect] {
        guard let id = message.content.file?.id else { return [] }
        transfers.end(message.key)
        if outbox.entries.contains(where: { $0.message.content.file?.id == id }) { return [] }
        return [Effect(.settleFile(id), .file(.release(id)))]
    }

    /// Looks whether other messages name the file of one that was deleted.
    func findUses(of file: MessageFile?) -> [Effect] {
        guard let file else { return [] }
        let ids = [file.id] + (file.thumbnail.map { [$0.id] } ?? [])
        return [Effect(.findUses(file.id), .load(.unusedFiles(among: ids)))]
    }

    /// Removes files that no message names any more, and stops their downloads.
    mutating func removeFiles(_ ids: [FileID]) -> Consequences {
        if ids.isEmpty { return .none }
        for transfer in transfers.running where ids.contains(transfer.file.id) { transfers.end(transfer.key) }
        dropFiles(ids)
        return Consequences(
            effects: ids.flatMap { id in
                [
                    Effect(.fetchFile(id), .stop(Outcome(.refused, reason: "The message was deleted."))),
                    Effect(.settleFile(id), .file(.remove(id))),
                ]
            })
    }

    /// Has the rows with files built anew.
    private mutating func showFiles() { windows.update(where: { $0.chat != nil }) { _ in } }

    /// Has the row of a message built anew.
    private mutating func showFile(of key: MessageKey) { withOpen(key.chat) { _ in } }
}

extension Event {
    /// Whether it ends the reading of the file of a message, so that it does not wait for that.
    fileprivate var stopsTaking: Bool {
        switch self {
        case .file(.cancelling), .revision(.deleting): true
        default: false
        }
    }
}
