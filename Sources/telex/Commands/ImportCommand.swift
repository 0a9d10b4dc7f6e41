import ArgumentParser
import Foundation
import TelexClient
import TelexRuntime
import TelexStorage
import TelexWire

/// `telex import`: adds an export to a profile.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import a file written by telex export.",
        discussion: """
            Adds what the profile does not have and changes nothing else, so importing twice doubles nothing. Read marks \
            move forward only. If a line is wrong, nothing is imported. Messages that wait to be sent or deleted wait in this \
            profile, too: continue in one of the two profiles only.
            """)

    @OptionGroup(title: "Store") var storage: StoreOptions

    @Argument(help: ArgumentHelp("The export. Default, and -: the standard input."), completion: .file())
    var source: PathArgument?

    /// The file; `nil` for the standard input.
    private var file: PathBytes? { source.flatMap { $0.isStandard ? nil : $0.path } }

    func run() throws {
        if file == nil, isatty(STDIN_FILENO) == 1 { throw ValidationError("Name a file, or pipe an export in.") }
        let path = try storage.file(orSay: "keeps nothing")
        let reader = try ExportReader(Self.pieces(of: file))
        let header = try reader.header()
        try storage.makeFolder(isVirtual: false)
        let lock = try StoreLock(path)
        let store = try SQLiteStore(path: path, durability: .full)
        let owner = try claim(store, for: header.owner)
        var progress = Progress("lines imported")
        defer { progress.finish() }
        do {
            let count = try store.importItems(owner: owner.map { (Account.ownerName, $0) }) {
                progress.step()
                return try reader.next()
            }
            progress.finish()
            Failures.say(Self.sentence(count, isWhole: reader.isWhole))
        } catch let error as StoreError {
            guard case .taken = error else { throw error }
            throw ExportError.line(reader.number, reason: error.description)
        }
        withExtendedLifetime(lock) {}
    }

    /// Throws if the export and the store belong to different accounts.
    ///
    /// - Returns: the new owner of a store that has none and is empty; `nil` if the owner stays.
    private func claim(_ store: SQLiteStore, for owner: String?) throws -> String? {
        let before = try store.link.value(Account.ownerName)
        if before == owner { return nil }
        if before == nil, case .chat(.loaded(let loaded)) = try store.load(.chats(first: 1)), loaded.chats.isEmpty {
            return owner
        }
        throw AccountError.otherExport(of: owner, profile: storage.choice.profile, owner: before)
    }

    private static func pieces(of file: PathBytes?) throws(ExportError) -> () throws -> [UInt8]? {
        guard let file else { return FileInput(descriptor: STDIN_FILENO).piece }
        let input = FileInput(descriptor: file.withPointer { open($0, O_RDONLY | O_CLOEXEC) })
        if input.descriptor < 0 { throw .unreadable(path: file.text, reason: SystemError.text()) }
        return {
            do throws(InputFailure) { return try input.piece() } catch {
                throw ExportError.unreadable(path: file.text, reason: error.reason)
            }
        }
    }

    private static func sentence(_ count: ImportCount, isWhole: Bool) -> String {
        func some(_ number: Int, _ one: String) -> String { "\(number) \(one)\(number == 1 ? "" : "s")" }
        let added =
            [
                some(count.chats, "chat"), some(count.messages, "message"), some(count.contacts, "contact"),
                some(count.reminders, "reminder"),
            ] + (count.ignored > 0 ? [some(count.ignored, "ignored user")] : [])
        return "imported \(added.joined(separator: ", "))"
            + (count.known > 0 ? "; \(count.known) already there are unchanged" : "")
            + (isWhole ? "" : ". The export is incomplete")
    }
}
