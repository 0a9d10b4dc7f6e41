/// The themes that come with Telex. Their colours are of xterm's palette from 16 on, which is the same on all terminals.
extension Theme {
    enum Name: String, CaseIterable, Sendable { case light, dark, neutral, plain }

    static func named(_ name: Name) -> Theme {
        switch name {
        case .light: light
        case .dark: dark
        case .neutral: neutral
        case .plain: plain
        }
    }

    /// For black on white, or on nearly white.
    static let light = Theme(
        [
            .heading: Look(nil, .bold), .secondary: Look(241), .system: Look(60), .own: Look(24, .bold),
            .mention: Look(nil, .bold), .unread: Look(nil, .bold), .news: Look(94), .draft: Look(22),
            .success: Look(22),
            .warning: Look(94), .error: Look(160), .accent: Look(23), .command: Look(nil, .bold),
            .prompt: Look(25, .bold),
            .bar: Look(235, on: 252), .barNews: Look(18, on: 252, .bold), .barError: Look(88, on: 252, .bold),
            .code: Look(23, on: 254), .link: Look(25, .underline),
            .bold: Look(nil, .bold), .italic: Look(nil, .italic), .strikethrough: Look(nil, .strikethrough),
        ], people: [26, 22, 23, 58, 90, 56, 125, 128, 88, 61])

    /// For white on black, or on nearly black.
    static let dark = Theme(
        [
            .heading: Look(nil, .bold), .secondary: Look(247), .system: Look(139), .own: Look(80, .bold),
            .mention: Look(nil, .bold), .unread: Look(nil, .bold), .news: Look(179), .draft: Look(114),
            .success: Look(114),
            .warning: Look(179), .error: Look(203), .accent: Look(73), .command: Look(nil, .bold),
            .prompt: Look(75, .bold),
            .bar: Look(252, on: 238), .barNews: Look(222, on: 238, .bold), .barError: Look(217, on: 238, .bold),
            .code: Look(152, on: 237), .link: Look(75, .underline),
            .bold: Look(nil, .bold), .italic: Look(nil, .italic), .strikethrough: Look(nil, .strikethrough),
        ], people: [39, 114, 213, 208, 141, 149, 218, 174, 205, 183])

    /// For an unknown background: colours of medium brightness, which can be read on white and on black.
    static let neutral = Theme(
        [
            .heading: Look(nil, .bold), .secondary: Look(243), .system: Look(60), .own: Look(31),
            .mention: Look(nil, .bold), .unread: Look(nil, .bold), .news: Look(136), .draft: Look(29),
            .success: Look(29),
            .warning: Look(136), .error: Look(160), .accent: Look(31), .command: Look(nil, .bold), .prompt: Look(31),
            .bar: Look(nil, .reverse), .barNews: Look(nil, .bold, .reverse), .barError: Look(nil, .bold, .reverse),
            .code: Look(30), .link: Look(nil, .underline),
            .bold: Look(nil, .bold), .italic: Look(nil, .italic), .strikethrough: Look(nil, .strikethrough),
        ], people: [26, 28, 67, 100, 130, 133, 138, 168])

    /// Without colours, and without what not every terminal shows.
    static let plain = Theme(
        [
            .heading: Look(nil, .bold), .own: Look(nil, .bold), .mention: Look(nil, .bold), .unread: Look(nil, .bold),
            .news: Look(nil, .bold), .warning: Look(nil, .bold), .error: Look(nil, .bold), .accent: Look(nil, .bold),
            .command: Look(nil, .bold), .bar: Look(nil, .reverse), .barNews: Look(nil, .bold, .reverse),
            .barError: Look(nil, .bold, .reverse), .code: Look(nil, .reverse), .link: Look(nil, .underline),
            .bold: Look(nil, .bold), .italic: Look(nil, .underline),
        ], people: [nil])
}
