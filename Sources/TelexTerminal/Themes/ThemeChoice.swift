import Foundation
import TelexRuntime

/// What the user wants the screen to look like.
package struct ThemeChoice: Hashable, Sendable {
    /// The theme to begin with; `nil` for the one that suits the background.
    var base: Theme.Name?
    /// Looks of roles that replace those of that theme.
    var looks: [Role: Look] = [:]
    /// The colours of people; empty for those of that theme.
    var people: [Colour] = []

    /// The one that suits the background.
    package static let auto = ThemeChoice()
    private static let autoName = "auto"

    /// The names that can be chosen.
    package static let names = [autoName] + Theme.Name.allCases.map(\.rawValue)

    /// Whether the theme depends on the background.
    package var isAuto: Bool { base == nil }

    func theme(on background: Background?) -> Theme {
        let suiting: Theme.Name =
            switch background {
            case .light: .light
            case .dark: .dark
            case nil: .neutral
            }
        return Theme.named(base ?? suiting).with(looks, people: people)
    }
}

extension ThemeChoice {
    private static let largest = 1 << 20

    /// - Parameters:
    ///   - argument: the name of a theme, or the path of a file.
    ///   - environment: `COLORTERM` says whether the terminal has all colours.
    package init(_ argument: String, environment: [String: String]) throws(ThemeError) {
        self.init()
        if argument == Self.autoName { return }
        base = Theme.Name(rawValue: argument)
        if base != nil { return }
        let path = UserFile.path(argument, environment["HOME"])
        if !path.contains("/"), !FileManager.default.fileExists(atPath: path) { throw .unknown(argument) }
        let bytes: [UInt8]
        do { bytes = try WholeFile(path).read(atMost: Self.largest) } catch {
            throw .unreadable(argument, error.reason)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .unreadable(argument, "it is not UTF-8 text")
        }
        do {
            let hasAllColours = ["truecolor", "24bit"].contains(environment["COLORTERM"])
            self = try ThemeFile(text, hasAllColours: hasAllColours).choice
        } catch { throw .invalid(argument, error) }
    }
}

/// Why a theme cannot be used.
package enum ThemeError: Error {
    case unknown(String)
    case unreadable(String, String)
    case invalid(String, ThemeFile.Fault)

    package var sentence: String {
        switch self {
        case .unknown(let name):
            "There is no theme and no file called \"\(Self.shown(name))\". Use \(ThemeChoice.names.joined(separator: ", ")), or the "
                + "path of a theme file."
        case .unreadable(let path, let reason): "Cannot read the theme \(Self.shown(path)): \(reason)."
        case .invalid(let path, let fault): "\(Self.shown(path)), line \(fault.line): \(fault.sentence)"
        }
    }

    /// A text from a file or the command line, made safe and short.
    static func shown(_ text: String) -> String { TextWidth.cut(HarmlessText.of(text), to: 200) }
}
