/// Whether a terminal's background is light or dark.
package enum Background: Hashable, Sendable {
    case light, dark

    /// Judges by which of black and white has the higher contrast with it.
    init(_ colour: RGB) {
        self = colour.contrast(with: RGB(0, 0, 0)) > colour.contrast(with: RGB(255, 255, 255)) ? .light : .dark
    }

    /// What `COLORFGBG` says, which rxvt and others set: the indices of the foreground and the background, with or without
    /// something between them; `nil` if it says nothing.
    init?(environment: [String: String]) {
        guard let last = environment["COLORFGBG"]?.split(separator: ";").last, let index = UInt8(last) else {
            return nil
        }
        switch index {
        case 0...6, 8: self = .dark
        case 7, 9...15: self = .light
        default: return nil
        }
    }

    /// The sequences that ask for the background's colour (OSC 11), and then for what the terminal is (DA1). Terminals
    /// answer in turn, and all answer the second, so that its answer says that none to the first is to come.
    static let question = "\u{1B}]11;?\u{1B}\\\u{1B}[c"
}
