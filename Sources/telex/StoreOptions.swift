import ArgumentParser
import Foundation
import TelexStorage

/// Which profile.
struct ProfileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The profile: a set of chats under a name.", valueName: "name"),
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
            "Keep the chats in this file instead of the profile's; \"memory\" keeps nothing. "
                + "Under --clock virtual the default is memory.", valueName: "path"),
        completion: .file())
    var store: String?

    func validate() throws {
        if store == "" { throw ValidationError("--store takes a path, or \"memory\".") }
    }

    /// The file; `nil` for memory.
    func path(isVirtual: Bool) -> String? {
        if store == "memory" || (store == nil && isVirtual) { return nil }
        return store ?? choice.place.storePath
    }

    /// Makes the profile's folder, if the profile is used.
    ///
    /// - Returns: what to tell a person of a new profile; `nil` for one that existed, for the standard one, or if it is
    ///   not used.
    @discardableResult func makeFolder(isVirtual: Bool) throws(StoreError) -> String? {
        let place = choice.place
        guard store == nil, !isVirtual, !place.exists else { return nil }
        let isStandard = place.name == Profile.standardName
        let others = isStandard ? [] : Profile.names(environment: ProcessInfo.processInfo.environment)
        try place.make()
        if isStandard { return nil }
        return "\"\(place.name)\" is a new profile."
            + (others.isEmpty ? "" : " Existing profiles: \(others.joined(separator: ", ")).")
    }

    /// The file for what is typed, beside the store; `nil` where nothing is kept.
    func historyPath(isVirtual: Bool) -> String? {
        guard let path = path(isVirtual: isVirtual) else { return nil }
        if store != nil { return path + ".history" }
        return URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent("history").path
    }
}
