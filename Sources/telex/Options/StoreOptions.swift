import ArgumentParser
import Foundation
import TelexCompletion
import TelexStorage

/// The option that chooses the profile.
struct ProfileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The profile: a set of chats under a name.", valueName: "name"),
        completion: .names { _, _ in Profile.names(environment: TelexCommand.environment) })
    var profile = Profile.standardName

    @Flag(help: "Ignore the configuration file; see telex config.")
    var noConfig = false

    func validate() throws {
        guard Profile.isName(profile) else {
            throw ValidationError(
                "\"\(profile)\" is not a valid profile name. Use up to 64 letters, digits, '-', '_' and '.'.")
        }
    }

    /// Under `telex try`, that of the scenario, whatever the name.
    var place: Profile { TrialHome.current ?? Profile(name: profile, environment: TelexCommand.environment) }

    /// Throws if the profile does not exist, as after a slip in its name. The standard profile is made.
    func findFolder() throws {
        let place = place
        if place.exists { return }
        if place.name == Profile.standardName { return try place.make() }
        let others = Profile.names(environment: TelexCommand.environment)
        throw CommandError(
            "There is no profile \"\(place.name)\"."
                + (others.isEmpty ? "" : " Existing profiles: \(others.joined(separator: ", ")).")
                + " To make it, run: telex repl --profile \(place.name)", .noInput)
    }
}

/// The options that choose the store.
struct StoreOptions: ParsableArguments {
    @OptionGroup var choice: ProfileOptions

    @Option(
        help: ArgumentHelp(
            "Keep the chats in this file instead of the profile's; \"memory\" keeps nothing. The profile's login still "
                + "applies. Under --clock virtual the default is memory.", valueName: "path"),
        completion: .file())
    var store: String?

    func validate() throws {
        if store == "" { throw ValidationError("--store takes a path, or \"memory\".") }
    }

    /// The store's file; `nil` for a store in memory.
    func path(isVirtual: Bool) -> String? {
        // SQLite's own name means the same.
        if store == "memory" || store == ":memory:" || (store == nil && isVirtual) { return nil }
        return store ?? choice.place.storePath
    }

    /// The store's file, for a command that needs one.
    ///
    /// - Parameter reason: what a store in memory does not do, for the error.
    func file(orSay reason: String) throws -> String {
        if let path = path(isVirtual: false) { return path }
        throw ValidationError("A store in memory \(reason). Leave out --store, or name a file.")
    }

    /// Creates the profile's folder, unless `--store` or a virtual clock replaces the profile.
    ///
    /// - Returns: a notice about a new profile; `nil` if it existed, is the standard one, or is not used.
    @discardableResult func makeFolder(isVirtual: Bool) throws(StoreError) -> String? {
        let place = choice.place
        guard store == nil, !isVirtual, !place.exists else { return nil }
        let isStandard = place.name == Profile.standardName
        let others = isStandard ? [] : Profile.names(environment: TelexCommand.environment)
        try place.make()
        if isStandard { return nil }
        return "\"\(place.name)\" is a new profile."
            + (others.isEmpty ? "" : " Existing profiles: \(others.joined(separator: ", ")).")
    }

    /// The folder of the files that messages bring, next to the store; `nil` for a store in memory.
    func filesPath(isVirtual: Bool) -> String? {
        guard let path = path(isVirtual: isVirtual) else { return nil }
        if store != nil { return path + ".files" }
        return URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent("files").path
    }

    /// The history file, next to the store; `nil` for a store in memory.
    func historyPath(isVirtual: Bool) -> String? {
        guard let path = path(isVirtual: isVirtual) else { return nil }
        if store != nil { return path + ".history" }
        return URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent("history").path
    }
}
