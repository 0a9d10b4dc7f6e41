import TelexJSON
import TelexWire

/// A view says that it cannot show what it should.
struct ViewFailure: Error, CustomStringConvertible {
    let description: String

    /// - Returns: `nil` if the model has no error.
    init?(_ model: JSONValue) {
        guard let reason = model["errorText"]?.string else { return nil }
        description = reason
    }
}
