import Foundation
import TelexClient
import TelexCore
import TelexEmbedded
import TelexFiles
import TelexNetwork
import TelexRuntime
import TelexStorage
import TelexTerminal
import TelexWire

/// A session with its ports. This is the only place that chooses them.
struct Assembly<Line: Sendable> {
    let mailbox: Mailbox<Line>
    let session: Session
    let recorder: Recorder?
    /// The hello line, which says what lines can do in this session.
    let hello: Hello
    /// The people that the user can chat with.
    let backendKind: BackendKind
    /// The programs that have joined this one; `nil` if none can.
    let guests: Guests?
    private let door: Door?
    private let store: SQLiteStore
    /// Keeps other processes from using the store.
    private let lock: StoreLock?

    /// - Parameters:
    ///   - updates: the form in which the reader of a recording gets changes.
    ///   - hasWindows: whether lines can name windows.
    ///   - isReadOnly: whether lines can only look.
    ///   - isCopied: whether the store is read into memory, because it cannot be written.
    ///   - place: the profile whose socket others join at; `nil` for that of the options, if it is all that they use.
    ///   - watch: counts the lines of those that have joined.
    ///   - mailbox: receives the lines of the input.
    init(
        _ options: SessionOptions, updates: Updates = .whole, hasWindows: Bool = false, isReadOnly: Bool = false,
        isCopied: Bool = false, sharedAt place: Profile? = nil, watch: LineWatch? = nil,
        mailbox: Mailbox<Line> = Mailbox()
    ) throws {
        self.mailbox = mailbox
        let isVirtual = options.isVirtual
        let path = options.storage.path(isVirtual: isVirtual)
        lock = try isCopied ? nil : path.map { path throws(StoreError) in try StoreLock(path) }
        store = try Self.store(options, path, isCopied: isCopied)
        let clock = options.clock.make()
        let account = isVirtual ? nil : try options.storage.choice.place.account()
        let files = FileFolder(
            options.storage.filesPath(isVirtual: isVirtual), limit: options.files.room.keepFiles.bytes,
            fetches: options.files.fetch != .never, isVirtual: isVirtual)
        let (backend, backendKind): (any ChatBackend, BackendKind) =
            if isCopied, let account {
                (LoggedOutBackend(readOnly: options.storage.choice.place.folder), type(of: account).backendKind)
            } else {
                try Self.backend(options, store, files, clock, account)
            }
        self.backendKind = backendKind
        // Lines may speak for the network if there is no real server, or if `--play-network` allows it.
        hello = Hello(
            isVirtual: isVirtual, hasWindows: hasWindows, hasCommands: backendKind == .bots && !isReadOnly,
            user: account?.user,
            playsNetwork: (options.playNetwork || backendKind == .bots) && !isReadOnly, isReadOnly: isReadOnly)
        session = try Session(
            region: options.region, store: store, backend: CheckedBackend(backend), files: files,
            clock: clock, ids: isVirtual ? CountedIDs() : RandomIDs(), mailbox: mailbox)
        recorder = try options.record.map { [hello] path in
            let header = RecordingHeader(
                hello, region: options.region, subscribe: options.subscribe.views, arguments: Arguments.current.all,
                updates: updates)
            return Recorder(try FileOutput.creating(path), header)
        }
        if let recorder { session.add(recorder) }
        // A recording has the lines of one program.
        let isProfile = !isVirtual && options.storage.store == nil && recorder == nil
        guard let place = place ?? (isProfile ? options.storage.choice.place : nil) else {
            (guests, door) = (nil, nil)
            return
        }
        let guests = Guests(session, hello, command: Arguments.current.name, watch: watch)
        session.add(guests)
        self.guests = guests
        door = isCopied ? nil : Door(place.socketPath) { guests.welcome($0) }
    }

    /// Joins this process itself, also where the file system has no sockets; returns `nil` if others cannot join it.
    func joinItself() -> PeerSocket? {
        guard let guests, let (own, other) = PeerSocket.pair() else { return nil }
        guests.welcome(other)
        return own
    }

    /// Lets other programs join from now on. Call it after `Signals.deliver`.
    func letOthersJoin() { door?.open() }

    /// Says goodbye to the programs that have joined, and closes the store.
    func close() {
        door?.close()
        try? guests?.end()
        store.close()
    }

    private static func store(_ options: SessionOptions, _ path: String?, isCopied: Bool) throws -> SQLiteStore {
        // Under a virtual clock, the same run must give the same cursors.
        let name = options.isVirtual ? "virtual" : SQLiteStore.newName()
        guard let path else { return try SQLiteStore(name: name) }
        return isCopied
            ? try SQLiteStore(copyOf: path) : try SQLiteStore(path: path, durability: options.durability, name: name)
    }

    /// Returns the backend of the profile's server. Without a server, or under a virtual clock, it is the embedded
    /// backend.
    private static func backend(
        _ options: SessionOptions, _ store: SQLiteStore, _ files: FileFolder, _ clock: SessionClock,
        _ account: (any ProfileAccount)?
    ) throws -> (any ChatBackend, BackendKind) {
        let isVirtual = options.isVirtual
        if !isVirtual {
            let owner = try store.link.value(Account.ownerName)
            if let account {
                try claim(store, of: owner, for: account)
                let environment = LinkEnvironment(store.link, files: files)
                return (account.backend(environment), type(of: account).backendKind)
            }
            // The messages that wait in the store are for people, so they must not go to the bots.
            if let owner {
                return (LoggedOutBackend(owner: owner, loginOptions: options.storage.choice.place.option), .server)
            }
        }
        let seed = options.seed ?? (isVirtual ? 0 : UInt64.random(in: .min ... .max))
        let last = try store.lastPosition()
        let run = isVirtual ? (last == 0 ? "" : "\(last)-") : "\(RandomIDs().next(order: 0))-"
        return (EmbeddedBackend(clock: clock, seed: seed, run: run, files: files), .bots)
    }

    /// Assigns a store without an owner to the account. Throws if another account owns it.
    private static func claim(_ store: SQLiteStore, of owner: String?, for account: some ProfileAccount) throws {
        if let owner, owner != account.owner { throw AccountError.otherOwner(owner, account: account.owner) }
        if owner == nil { try store.commit([.link(name: Account.ownerName, value: account.owner)]) }
    }
}
