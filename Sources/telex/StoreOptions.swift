import ArgumentParser
import Foundation
import TelexStorage

/// Which profile.
struct ProfileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The profile: a name for a set of chats, and for where they are.", valueName: "name"),
        completion: .custom { _, _, _ in Profile.names(environment: ProcessInfo.processInfo.environment) })
    var profile = Profile.standardName

    func validate() throws {
        guard Profile.isName(profile) else {
            throw ValidationError(
                "\"\(profile)\" cannot name a profile: use up to 64 letters, digits, '-', '_' and '.'.")
        }
    }

    var place: Profile { Profile(name: profile, environment: ProcessInfo.processInfo.environment) }
}

/// Where the chats are kept.
struct StoreOptions: ParsableArguments {
    @OptionGroup var choice: ProfileOptions

    @Option(
        help: ArgumentHelp(
            "A file to keep the chats in instead of the profile's, or \"memory\" to keep nothing. "
                + "Under --clock virtual, memory unless said otherwise.", valueName: "path"),
        completion: .file())
    var store: String?

    func validate() throws {
        if store == "" { throw ValidationError("--store takes a path, or \"memory\".") }
    }

    /// The file, made ready; `nil` for memory.
    ///
    /// - Parameter makes: whether the profile's folder is made if there is none.
    func path(isVirtual: Bool, makes: Bool = true) throws(StoreError) -> String? {
        if store == "memory" || (store == nil && isVirtual) { return nil }
        if let store { return store }
        let profile = choice.place
        if makes { try profile.make() }
        return profile.storePath
    }

    /// Says that the profile is about to be made; `nil` for one that exists, for the standard one, or if it is not used.
    func noticeOfNewProfile(isVirtual: Bool) -> String? {
        let place = choice.place
        guard store == nil, !isVirtual, place.name != Profile.standardName, !place.exists else { return nil }
        let others = Profile.names(environment: ProcessInfo.processInfo.environment)
        return "\"\(place.name)\" is a new profile."
            + (others.isEmpty ? "" : " Existing profiles: \(others.joined(separator: ", ")).")
    }

    /// The file for what is typed, beside the store; `nil` where nothing is kept.
    func historyPath(isVirtual: Bool) throws(StoreError) -> String? {
        guard let path = try path(isVirtual: isVirtual, makes: false) else { return nil }
        if store != nil { return path + ".history" }
        return URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent("history").path
    }
}
