import ArgumentParser
import TelexCore

/// A choice of views.
struct ViewSelection {
    let views: [ViewName]

    /// All views that show a state. The inbox is not one of them: it reports what arrives.
    static let all = ViewSelection(views: ViewName.allCases.filter { $0 != InboxViewModel.view })

    /// Completions of a comma-separated list: the views that it does not contain yet.
    static func completions(of text: String) -> [String] {
        let given = text.split(separator: ",", omittingEmptySubsequences: false).dropLast()
        let before = given.map { $0 + "," }.joined()
        let views = ViewName.allCases.map(\.rawValue).filter { view in !given.contains { $0 == view } }
        return (views + (given.isEmpty ? ["all", "none"] : [])).map { before + $0 }
    }

    private init(views: [ViewName]) { self.views = views }

    init(_ text: String) throws {
        switch text {
        case "all": self = .all
        case "none": views = []
        default:
            views = try text.split(separator: ",").map { name in
                guard let view = ViewName(rawValue: String(name)) else {
                    let all = ViewName.allCases.map(\.rawValue).joined(separator: ", ")
                    throw ValidationError("Unknown view \"\(name)\". The views are: \(all).")
                }
                return view
            }
        }
    }
}
