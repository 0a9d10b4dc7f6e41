import Foundation
import Testing

@testable import TelexTerminal

@Suite struct ThemeTests {
    private static let black = RGB(0, 0, 0)
    private static let white = RGB(255, 255, 255)
    private static let lights = [white, RGB(hexadecimal: "fdf6e3")!, RGB(hexadecimal: "eeeeee")!]
    private static let darks = ["000000", "1e1e1e", "282828", "002b36"].map { RGB(hexadecimal: $0)! }

    // MARK: Contrast

    /// Every role in its own colours, and every role as a link.
    private static func looks(of theme: Theme) -> [(name: String, look: Look)] {
        let people = theme.people.indices.map { ("person \($0)", theme.look(of: .person(UInt32($0)))) }
        let own = Role.named.map { ($0.name, theme.look(of: $0.role)) } + people + [("plain", Look())]
        let link = theme.look(of: .link)
        return own + own.map { ("\($0.0) link", link.added(to: $0.1)) }
    }

    @Test(arguments: [
        (Theme.light, lights, black, 4.5), (Theme.dark, darks, white, 4.5), (Theme.neutral, [black, white], nil, 3),
    ])
    func contrastsWithEachBackground(theme: Theme, backgrounds: [RGB], foreground: RGB?, least: Double) {
        for (name, look) in Self.looks(of: theme) {
            // What has neither colour is the terminal's own, which reverses it as a whole.
            if look.foreground == nil, look.background == nil { continue }
            #expect(look.foreground != nil, "\(name): the foreground is unknown on the background of the theme")
            for background in backgrounds {
                guard let text = look.foreground?.rgb, let below = look.background.map(\.rgb) ?? background else {
                    Issue.record("\(name): a colour depends on the terminal")
                    continue
                }
                #expect(text.contrast(with: below) >= least, "\(name) on \(background)")
            }
        }
    }

    @Test func measuresContrastLikeTheGuidelines() throws {
        #expect(Self.black.contrast(with: Self.white) == 21)
        // As published for #767676, the lightest grey that is enough on white.
        let grey = RGB(hexadecimal: "767676")!
        #expect(abs(grey.contrast(with: Self.white) - 4.54) < 0.005)
        #expect(RGB(243) == grey && RGB(16) == Self.black && RGB(231) == Self.white && RGB(67) == RGB(95, 135, 175))
    }

    /// CIE 1976 L*a*b*, with the white of D65.
    private static func lab(_ colour: RGB) -> SIMD3<Double> {
        func linear(_ level: UInt8) -> Double {
            let level = Double(level) / 255
            return level <= 0.04045 ? level / 12.92 : pow((level + 0.055) / 1.055, 2.4)
        }
        func root(_ t: Double) -> Double { t > 0.008856 ? cbrt(t) : 7.787 * t + 16 / 116 }
        let (red, green, blue) = (linear(colour.red), linear(colour.green), linear(colour.blue))
        let x = root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047)
        let y = root(0.2126 * red + 0.7152 * green + 0.0722 * blue)
        let z = root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883)
        return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
    }

    /// A difference of 2.3 can just be seen side by side; names stand apart.
    @Test(arguments: [(Theme.light, 20.0), (.dark, 20), (.neutral, 10)])
    func tellsPeopleApart(theme: Theme, least: Double) throws {
        let colours = try theme.people.map { Self.lab(try #require($0?.rgb)) }
        let others = try [Role.error, .own, .news, .system].map {
            Self.lab(try #require(theme.look(of: $0).foreground?.rgb))
        }
        #expect(colours.count >= 8)
        for (index, colour) in colours.enumerated() {
            for other in colours[(index + 1)...] + others {
                let difference = colour - other
                #expect((difference * difference).sum().squareRoot() > least)
            }
        }
    }

    /// What stands in a bar has its background.
    @Test(arguments: [Theme.light, .dark, .neutral, .plain]) func keepsTheBackgroundOfABar(theme: Theme) {
        let bar = theme.look(of: .bar)
        for role in Role.named.map(\.role) + [.plain, .person("ada")] {
            let look = theme.look(of: role.inBar)
            #expect(look.background == bar.background && bar.attributes.isSubset(of: look.attributes))
        }
        #expect(theme.look(of: Role.news.inBar) != bar && theme.look(of: Role.error.inBar) != bar)
        #expect(bar.background != nil || bar.attributes == [.reverse])
    }

    @Test func givesAPersonOneColour() {
        #expect(Role.person("@ada:example.org") == .person("@ada:example.org"))
        #expect(Set((0..<100).map { Theme.dark.look(of: .person("user\($0)")) }).count == Theme.dark.people.count)
    }

    @Test func usesNoColourInThePlainTheme() {
        for (name, look) in Self.looks(of: .plain) {
            #expect(look.foreground == nil && look.background == nil, "\(name)")
            #expect(look.attributes.isSubset(of: [.bold, .underline, .reverse]), "\(name)")
        }
    }

    // MARK: Links

    @Test func underlinesLinksInTheColoursOfTheText() {
        let paint = Paint(hasColour: true, hasLinks: false, theme: .light)
        func painted(_ role: Role) -> String {
            StyledText("x", role, link: "https://a.example").rendered(paint: paint)
        }
        #expect(
            painted(.plain) == "\u{1B}[4;38;5;25mx\u{1B}[0m" && painted(.secondary) == "\u{1B}[4;38;5;241mx\u{1B}[0m")
        #expect(painted(.mention) == "\u{1B}[1;4;38;5;25mx\u{1B}[0m")
        #expect(painted(.code) == "\u{1B}[4;38;5;23;48;5;254mx\u{1B}[0m")
        var row = RowBuilder(paint: paint)
        row.add("a", .plain, width: 1)
        row.add("b", .plain, link: "https://a.example", width: 1)
        row.add("c", .heading, width: 1)
        row.add("d", .command, width: 1)
        // Two roles that look the same need no sequence between them.
        #expect(row.take().text == "a\u{1B}[4;38;5;25mb\u{1B}[0m\u{1B}[1mcd\u{1B}[0m")
    }

    // MARK: The background

    @Test(arguments: [
        ("15;0", Background.dark), ("0;15", .light), ("0;default;7", .light), ("7;8", .dark), ("default;default", nil),
        ("", nil), ("16", nil), ("-1", nil), ("999999999999", nil), (nil, nil),
    ])
    func readsTheBackgroundOfTheEnvironment(value: String?, background: Background?) {
        #expect(Background(environment: value.map { ["COLORFGBG": $0] } ?? [:]) == background)
    }

    @Test func suitsTheBackground() throws {
        #expect(Self.lights.map(Background.init) == [.light, .light, .light])
        #expect(Self.darks.map(Background.init) == [.dark, .dark, .dark, .dark])
        let auto = try ThemeChoice("auto", environment: [:])
        #expect(auto.isAuto && auto.theme(on: .light) == .light && auto.theme(on: .dark) == .dark)
        #expect(auto.theme(on: nil) == .neutral)
        for name in Theme.Name.allCases {
            let choice = try ThemeChoice(name.rawValue, environment: [:])
            #expect(!choice.isAuto && choice.theme(on: .dark) == .named(name))
        }
        let kind = TerminalKind(
            isInputTerminal: true, isOutputTerminal: true, environment: ["TERM": "xterm", "COLORFGBG": "0;15"])
        #expect(kind.paint.theme == .light)
    }

    // MARK: Files

    private func theme(_ text: String, hasAllColours: Bool = false) throws -> Theme {
        try ThemeFile(text, hasAllColours: hasAllColours).choice.theme(on: .dark)
    }

    @Test func readsLooks() throws {
        let theme = try theme(
            """
            \u{FEFF}# my colours\r

              error = 160 bold   # red
            code=30 on 254\r
            own = on #0000ff underline
            secondary =
            people = 1 #ff0000
            """)
        #expect(theme.look(of: .error) == Look(160, .bold) && theme.look(of: .code) == Look(30, on: 254))
        #expect(theme.look(of: .own) == Look(nil, on: 21, .underline) && theme.look(of: .secondary) == Look())
        #expect(theme.people == [.indexed(1), .indexed(196)])
        // The rest is that of the theme for the background.
        #expect(theme.look(of: .news) == Theme.dark.look(of: .news))
        #expect(try self.theme("") == .dark && self.theme("base = light") == .light && self.theme("base=auto") == .dark)
        #expect(
            try self.theme("error = #010050", hasAllColours: true).parameters(.error, isLink: false) == "38;2;1;0;80")
        #expect(try self.theme("error = #010050").parameters(.error, isLink: false) == "38;5;17")
    }

    /// The page about the REPL shows a whole theme.
    @Test func readsTheThemeInTheDocumentation() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/TelexTerminal/TelexTerminal.docc/TelexTerminal.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let example = try #require(text.firstMatch(of: /```text\n(base = dark[^`]*)```/)?.output.1)
        let choice = try ThemeFile(String(example), hasAllColours: false).choice
        #expect(choice.looks == Theme.dark.looks && choice.people == Theme.dark.people && choice.base == .dark)
        #expect(choice.looks.count == Role.named.count)
    }

    @Test func readsEveryColourOfThePaletteAsItself() {
        for index in UInt8(16)...255 {
            #expect(Colour.nearest(to: RGB(index)).rgb == RGB(index))
        }
    }

    private static let roles =
        "The roles are heading, secondary, system, own, mention, unread, news, draft, success, warning, error, accent, "
        + "command, prompt, bar, barNews, barError, code, link, bold, italic, strikethrough, and people."

    @Test(arguments: [
        ("error 160", "A line is a role and its look, such as error = 160 bold, or begins with #."),
        ("erorr = 160", "There is no role \"erorr\". Did you mean error? \(roles)"),
        ("\u{1B}[31m = 1", "There is no role \"␛[31m\". \(roles)"),
        ("plain = 1", "There is no role \"plain\". \(roles)"),
        ("error = 256", "\"256\" is no colour. \(colours)"), ("error = +1", "\"+1\" is no colour. \(colours)"),
        ("error = #12345", "\"#12345\" is no colour. \(colours)"), ("error = dim", "\"dim\" is no colour. \(colours)"),
        ("error = 1 on", "\"\" is no colour. \(colours)"), ("people = 1 bold", "\"bold\" is no colour. \(colours)"),
        ("error = 1 2", "\"2\" is one colour too many. The background follows \"on\"."),
        ("error = 1 on 2 on 3", "\"3\" is one colour too many. The background follows \"on\"."),
        ("base = solar", "There is no theme \"solar\". A base is one of auto, light, dark, neutral, plain."),
    ])
    func saysWhatIsWrongInAFile(line: String, sentence: String) {
        let fault = #expect(throws: ThemeFile.Fault.self) { try theme("own = 1\n\(line)\n") }
        #expect(fault == ThemeFile.Fault(line: 2, sentence: sentence))
    }

    private static let colours =
        "A colour is a number from 0 to 255, or #rrggbb. Attributes are bold, italic, underline, reverse, strikethrough."

    /// - Returns: why the theme cannot be used; `nil` if it can.
    private func refusal(_ argument: String) -> String? {
        do { _ = try ThemeChoice(argument, environment: ["HOME": "/nowhere"]) } catch { return error.sentence }
        return nil
    }

    @Test func readsOnlyTextFiles() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "telex-themes-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "theme").path
        try Data("error = 1".utf8).write(to: URL(filePath: path))
        #expect(refusal(path) == nil)
        try Data("own = 1\nx".utf8).write(to: URL(filePath: path))
        #expect(
            refusal(path)
                == "\(path), line 2: A line is a role and its look, such as error = 160 bold, or begins with #.")
        try Data([0xFF]).write(to: URL(filePath: path))
        #expect(refusal(path) == "Cannot read the theme \(path): it is not UTF-8 text.")
        try Data(count: 1 << 20 + 1).write(to: URL(filePath: path))
        #expect(refusal(path) == "Cannot read the theme \(path): the file is larger than 1 MiB.")
        #expect(refusal(folder.path)?.hasPrefix("Cannot read the theme \(folder.path): ") == true)
        #expect(mkfifo("\(path).fifo", 0o600) == 0)
        #expect(refusal("\(path).fifo") == "Cannot read the theme \(path).fifo: it is not a regular file.")
        #expect(refusal("~/x")?.hasPrefix("Cannot read the theme ~/x: ") == true)
        let names = "Use auto, light, dark, neutral, plain, or the path of a theme file."
        #expect(refusal("solar") == "There is no theme and no file called \"solar\". \(names)")
        #expect(refusal("\u{1B}[2J")?.contains("\u{1B}") == false && refusal("")?.hasSuffix(names) == true)
    }
}
