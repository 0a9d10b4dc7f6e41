import Foundation

@testable import TelexCore
@testable import TelexJSON

/// A due date as typed, and a date of the protocol.
enum DateTarget {
    private static let regions = [
        Region.fixed, Region(timeZone: TimeZone(identifier: "America/St_Johns")!, locale: "en_US"),
    ]
    private static let now = Date(timeIntervalSince1970: 1_767_603_600)

    static func check(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        for region in regions {
            guard case .understood(let understood)? = DueDateUseCase.read(text, now: now, region) else { continue }
            try promise(understood.due.timeIntervalSince1970.isFinite, "no moment: \(understood)")
            let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            try promise(understood.name.isEmpty || words.contains(understood.name), "another name")
        }
        if let date = InternetDate.date(text) {
            let again = InternetDate.date(InternetDate.text(date))
            try promise(
                again == date, "\(date.timeIntervalSince1970) came back as \(again?.timeIntervalSince1970 ?? .nan)")
        }
    }
}
