import Foundation

extension String {
    /// The text without surrounding white space.
    var tidied: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
