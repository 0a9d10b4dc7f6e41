import ArgumentParser
import Foundation
import TelexCore
import TelexRuntime
import TelexStorage

/// The configuration file: options, one a line, that every command begins with that has them.
///
/// The file is `telex/config` in `$XDG_CONFIG_HOME`, as in the XDG Base Directory Specification.
struct Configuration {
    /// An option in the file.
    struct Entry {
        let line: Int
        let name: String
        let value: String?

        /// The option as it is typed on a command line.
        var argument: String { value.map { "--\(name)=\($0)" } ?? "--\(name)" }
    }

    let path: String
    /// `nil` if there is no file.
    let entries: [Entry]?

    /// Reads the file.
    ///
    /// - Throws: `ConfigurationError` if it is unreadable, or has something else than options.
    init(environment: [String: String]) throws(ConfigurationError) {
        let home = Profile.userHome(environment) ?? ""
        path = "\(Profile.userFolder("XDG_CONFIG_HOME", or: ".config", environment) ?? "")/telex/config"
        guard FileManager.default.fileExists(atPath: path) else {
            entries = nil
            return
        }
        guard let data = try? WholeFile(path).read(atMost: 1 << 20),
            let text = String(validating: data.starts(with: Self.mark) ? data.dropFirst(3) : data[...], as: UTF8.self)
        else { throw .unreadable(path: path) }
        var entries: [Entry] = []
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.isEmpty || line.hasPrefix("#") { continue }
            guard let entry = Self.entry(line, index + 1, home: home) else {
                throw .invalid(path: path, index + 1, .notAnOption)
            }
            entries.append(entry)
        }
        self.entries = entries
    }

    /// The byte order mark of UTF-8, with which some editors begin a file.
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Reads `--name`, `--name value` or `--name=value`. A value that begins with `~/` is in the home folder.
    private static func entry(_ line: String, _ number: Int, home: String) -> Entry? {
        guard line.hasPrefix("--") else { return nil }
        let parts = line.dropFirst(2).split(
            maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { $0 == "=" || $0.isWhitespace })
        guard let name = parts.first, !name.isEmpty else { return nil }
        var value = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
        // Spaces may surround the sign.
        if !line.dropFirst(2 + name.count).hasPrefix("="), value.hasPrefix("=") {
            value = value.dropFirst().trimmingCharacters(in: .whitespaces)
        }
        if value.hasPrefix("~/") { value = home + value.dropFirst() }
        return Entry(line: number, name: String(name), value: value.isEmpty ? nil : value)
    }

    /// The options that can be in a file.
    static let options = OptionInfo.all(of: ReplCommand.self).filter { $0.name != "no-config" && $0.name != "clock" }

    /// Checks that the options of the file are among those that can be in it.
    func check() throws(ConfigurationError) {
        let known = Self.options
        for entry in entries ?? [] {
            guard let option = known.first(where: { $0.answers(to: entry.name) }) else {
                let nearest = Nearness.nearest(to: entry.name, in: known.compactMap(\.name))
                throw .invalid(path: path, entry.line, .unknown(entry.name, nearest: nearest))
            }
            if option.isFlag, entry.value != nil { throw .invalid(path: path, entry.line, .takesNoValue(entry.name)) }
            if !option.isFlag, entry.value == nil { throw .invalid(path: path, entry.line, .needsValue(entry.name)) }
        }
    }

    /// The options that concern each session, whatever command it belongs to.
    private static let ofSessions = ["zone", "locale", "time-format", "durability", "fetch", "keep-files"]

    /// The options for the session of a command that does not have them itself.
    var entriesOfSessions: [Entry] { (entries ?? []).filter { Self.ofSessions.contains($0.name) } }

    /// Parses a command line with options of the file. An error in one of them is reported as an error in the file.
    func parse<Parsed>(_ entries: [Entry], _ body: ([String]) throws -> Parsed) throws -> Parsed {
        do { return try body(entries.map(\.argument)) } catch {
            for entry in entries {
                do { _ = try ReplCommand.parse([entry.argument]) } catch {
                    let reason = ReplCommand.message(for: error)
                    throw ConfigurationError.invalid(path: path, entry.line, .refused(reason))
                }
            }
            throw error
        }
    }

    /// The options for a command line: those that the command has, and that are not given there.
    func entries(beside given: [String], of command: any ParsableCommand.Type) -> [Entry] {
        let options = command == ReplCommand.self ? Self.options : OptionInfo.all(of: command)
        let typed = given.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }.map {
            String($0.dropFirst(2).prefix { $0 != "=" })
        }
        return (entries ?? []).filter { entry in
            guard let option = options.first(where: { $0.answers(to: entry.name) }) else { return false }
            return !typed.contains(where: option.answers)
        }
    }
}

/// Why the configuration file cannot be used.
enum ConfigurationError: CommandFailure {
    enum Fault {
        case notAnOption
        case unknown(String, nearest: String?)
        case takesNoValue(String)
        case needsValue(String)
        /// ArgumentParser has refused it, for this reason.
        case refused(String)
    }

    case unreadable(path: String)
    case invalid(path: String, Int, Fault)
}

extension ConfigurationError {
    var exitCode: ExitCode { .configuration }

    var sentence: String {
        switch self {
        case .unreadable(let path): "Cannot read \(path). Check that it is a text file, and that you may read it."
        case .invalid(let path, let line, let fault): "\(path), line \(line): \(fault.description)"
        }
    }
}

extension ConfigurationError.Fault: CustomStringConvertible {
    var description: String {
        switch self {
        case .notAnOption: "A line is an option, such as --time-format 12, or begins with #."
        case .unknown(let name, let nearest?):
            "There is no option --\(name). Did you mean --\(nearest)? telex config lists them."
        case .unknown(let name, nil): "There is no option --\(name). telex config lists them."
        case .takesNoValue(let name): "--\(name) takes no value."
        case .needsValue(let name): "--\(name) needs a value."
        case .refused(let reason): reason
        }
    }
}
