import Foundation

/// The files that are here, and those that are being transferred.
struct Transfers: Hashable {
    /// A file of a message that is being downloaded or uploaded.
    struct Transfer: Hashable {
        let key: MessageKey
        let file: MessageFile
        let isUpload: Bool
        let began: Date
        /// How much of it had been transferred before, in bytes; `nil` until it is known.
        var before: Int64?
        /// How much of it has been transferred, in bytes, and when.
        var done: Int64 = 0
        var time: Date
        /// Where the file is to be copied to once it is here, and the requests for that.
        var savings: [Saving] = []

        struct Saving: Hashable {
            let saving: FileSaving
            let cause: Cause?
        }

        /// Whether it is that of the other one: several messages may bring one file, which is downloaded once.
        func isSame(as other: Transfer) -> Bool {
            key == other.key || !isUpload && !other.isUpload && file.id == other.file.id
        }

        /// Bytes in a second; `nil` until a second has passed.
        var rate: Double? {
            let seconds = time.timeIntervalSince(began)
            guard let before, seconds >= 1, done > before else { return nil }
            return Double(done - before) / seconds
        }
    }

    /// A message of ours that is not in its chat yet, because its file is being read, or that of a message before it.
    struct Taking: Hashable {
        let key: MessageKey
        /// The window in which it was sent.
        let window: WindowID
        /// The name of its file; `nil` if it has none.
        let name: String?
        /// Its text, or the caption of its file.
        let text: String
        /// How much of the file has been read, in bytes.
        var done: Int64 = 0
    }

    /// How often progress is shown at most, in seconds.
    private static let interval = 0.25

    /// The folder of the files; `nil` if it does not outlast the program, or none was kept yet.
    private(set) var folder: String?
    private(set) var here: Set<FileID> = []
    /// The messages whose file could not be downloaded.
    private(set) var failed: Set<MessageKey> = []
    /// The messages of ours whose file is being read, and those that are sent after them, in order.
    private(set) var taking: [Taking] = []
    /// Files that were fetched, and are to be saved next.
    private var fetched: [MessageKey: MessageFile] = [:]
    /// In the order in which they began.
    private(set) var running: [Transfer] = []
    /// Increases whenever the state of a file may have changed.
    private(set) var revision = 0
    private var number = 0

    subscript(key: MessageKey) -> Transfer? { running.first { $0.key == key } }

    /// What is here of a file.
    struct Place: Hashable {
        let file: FileState
        let hasThumbnail: Bool
    }

    func place(of file: MessageFile, in key: MessageKey) -> Place {
        Place(file: state(of: file, in: key), hasThumbnail: file.thumbnail.map { here.contains($0.id) } ?? false)
    }

    func state(of file: MessageFile, in key: MessageKey) -> FileState {
        if here.contains(file.id) { return .here }
        if self[key]?.isUpload == false { return .fetching }
        return failed.contains(key) ? .failed : .remote
    }

    /// The path of a file; `nil` if it is not here, or does not outlast the program.
    func path(of file: MessageFile) -> String? {
        here.contains(file.id) ? folder.map { "\($0)/\(file.id)" } : nil
    }

    mutating func keep(_ kept: KeptFiles) {
        revision += 1
        folder = kept.folder
        here.formUnion(kept.ids)
    }

    mutating func drop(_ ids: [FileID]) {
        revision += 1
        here.subtract(ids)
        fetched = fetched.filter { !ids.contains($0.value.id) }
    }

    /// A number that no effect has had.
    mutating func next() -> Int {
        number += 1
        return number
    }

    /// Whether one of these messages is not in its chat yet.
    func isTaking(_ messages: [MessageID], in chat: ChatID) -> Bool {
        taking.contains { $0.key.chat == chat && messages.contains($0.key.message) }
    }

    mutating func begin(_ message: Taking) { taking.append(message) }

    /// The files of ours that are being read, so that their messages are not stored yet.
    var unread: [Taking] { taking.filter { $0.name != nil } }

    /// Ends the wait of a message for the reading of files; returns what it was.
    @discardableResult
    mutating func endTaking(_ key: MessageKey) -> Taking? {
        taking.firstIndex { $0.key == key }.map { taking.remove(at: $0) }
    }

    mutating func begin(_ key: MessageKey, _ file: MessageFile, isUpload: Bool, at time: Date) {
        revision += 1
        failed.remove(key)
        if self[key] == nil {
            running.append(Transfer(key: key, file: file, isUpload: isUpload, began: time, time: time))
        }
    }

    mutating func add(_ saving: FileSaving, _ cause: Cause?) {
        guard let index = running.firstIndex(where: { $0.key == saving.key }) else { return }
        running[index].savings.append(Transfer.Saving(saving: saving, cause: cause))
    }

    /// Notes how much has been read or transferred, unless that was noted a moment ago.
    mutating func progress(_ key: MessageKey, to done: Int64, at time: Date) {
        if let index = taking.firstIndex(where: { $0.key == key }) { return taking[index].done = done }
        guard let moved = self[key] else { return }
        for index in running.indices where running[index].isSame(as: moved) { note(done, at: time, index) }
    }

    private mutating func note(_ done: Int64, at time: Date, _ index: Int) {
        guard done >= 0 else { return }
        let isFirst = running[index].before == nil
        let isLast = done == running[index].file.byteCount
        guard isFirst || isLast || time.timeIntervalSince(running[index].time) >= Self.interval else { return }
        if isFirst { running[index].before = done }
        (running[index].done, running[index].time) = (done, time)
    }

    /// The file of a message that was fetched to be saved: what follows a fetch knows only the message of that.
    func fetched(_ key: MessageKey) -> MessageFile? { fetched[key] }

    /// Ends the transfer of the file of a message, and of others that bring the same one.
    @discardableResult
    mutating func end(_ key: MessageKey, hasFailed: Bool = false) -> [Transfer] {
        guard let moved = self[key] else { return [] }
        revision += 1
        let ended = running.filter { $0.isSame(as: moved) }
        running.removeAll { $0.isSame(as: moved) }
        fetched = hasFailed ? [:] : Dictionary(ended.filter { !$0.savings.isEmpty }.map { ($0.key, $0.file) }) { $1 }
        if hasFailed { failed.formUnion(ended.map(\.key)) }
        return ended
    }
}
