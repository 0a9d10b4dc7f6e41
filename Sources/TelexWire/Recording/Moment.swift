import Foundation
import TelexCore
import TelexJSON

/// A moment in a recording: the time just after a line was played.
public enum Moment: Hashable, Sendable {
    /// After the line with this number, from 1.
    case line(Int)
    /// After everything that had come by then.
    case date(Date)
    /// After the line that made the output line with this number.
    case output(Int)
    /// After the request with this id was answered.
    case request(String)

    /// - Parameter text: `N`, an RFC 3339 date, `seq:N` or `id:X`.
    public init?(_ text: String) {
        if text.hasPrefix("id:"), text.utf8.count > 3 {
            self = .request(String(text.dropFirst(3)))
        } else if text.hasPrefix("seq:") {
            guard let number = Int(text.dropFirst(4)), number >= 0 else { return nil }
            self = .output(number)
        } else if let number = Int(text) {
            guard number > 0 else { return nil }
            self = .line(number)
        } else {
            guard let date = InternetDate.date(text) else { return nil }
            self = .date(date)
        }
    }
}

extension Moment: CustomStringConvertible {
    public var description: String {
        switch self {
        case .line(let number): "line \(number)"
        case .date(let date): InternetDate.text(date)
        case .output(let number): "seq:\(number)"
        case .request(let id): "id:\(id)"
        }
    }
}
