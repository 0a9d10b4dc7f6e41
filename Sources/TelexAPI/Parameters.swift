import Foundation

/// The values of a request's path and query.
struct Parameters {
    private let path: [String: String]
    private var texts: [String: String] = [:]
    private var numbers: [String: Int64] = [:]

    /// The values of a route that is printed.
    init(_ values: [String: String]) {
        (path, texts) = (values, values)
        numbers = values.compactMapValues { Int64($0) }
    }

    /// - Throws: `Route.Mismatch.query` for an invalid value. Unknown parameters are ignored.
    init(path: [String: String], query: Substring, _ known: [QueryParameter]) throws(Route.Mismatch) {
        self.path = path
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? parts[1].replacingOccurrences(of: "+", with: " ") : ""
            guard let name = PercentEncoding.decode(parts[0]), let value = PercentEncoding.decode(value) else {
                throw .query("The query must be percent-encoded UTF-8.")
            }
            guard let parameter = known.first(where: { $0.name == name }) else { continue }
            switch parameter.kind {
            case .text: texts[name] = value
            case .number(let range):
                guard let number = Int64(value), range.contains(number) else {
                    let most = range.upperBound == .max ? "on" : "to \(range.upperBound)"
                    throw .query("\"\(name)\" must be a number from \(range.lowerBound) \(most).")
                }
                numbers[name] = number
            }
        }
    }

    /// A path parameter; empty if there is none of this name.
    subscript(name: String) -> String { path[name] ?? "" }

    func text(_ name: String) -> String? { texts[name] }

    func number(_ name: String) -> Int64? { numbers[name] }

    var limit: Int { numbers["limit"].map { Int($0) } ?? Limits.page }

    func range() throws(Route.Mismatch) -> Route.MessageRange {
        switch (numbers["after"], numbers["before"]) {
        case (nil, nil): return .latest
        case (let after?, nil): return .after(after)
        case (nil, let before?): return .before(before)
        default: throw .query("Ask for messages \"after\" or \"before\" a position, not for both.")
        }
    }
}
