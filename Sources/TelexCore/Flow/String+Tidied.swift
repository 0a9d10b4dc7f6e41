import Foundation

extension String {
    /// The text without surrounding white space.
    var tidied: String { trimmingCharacters(in: .whitespacesAndNewlines) }

    /// The text with line feeds as its only line ends. By scalars: Foundation finds no carriage return before a combining
    /// mark.
    package var withLineFeeds: String {
        var plain = String.UnicodeScalarView()
        var isAfterReturn = false
        for scalar in unicodeScalars {
            if scalar == "\r" { plain.append("\n") } else if scalar != "\n" || !isAfterReturn { plain.append(scalar) }
            isAfterReturn = scalar == "\r"
        }
        return String(plain)
    }
}
