import ArgumentParser
import TelexCore

/// Which views the reader of JSON lines is shown.
struct ViewOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The views to print as JSON lines from the start: names separated by commas, \"all\" (the default: all but inbox) or \"none\".",
            valueName: "views"),
        completion: .custom { _, _, prefix in ViewSelection.completions(of: prefix) },
        transform: { try ViewSelection($0) })
    var subscribe = ViewSelection.all
}

/// A choice of views.
struct ViewSelection {
    let views: [ViewName]

    /// All that show how things stand; not the inbox, which tells what comes.
    static let all = ViewSelection(views: ViewName.allCases.filter { $0 != InboxViewModel.view })

    /// What a text with commas may become: views that are not in it yet.
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
                    throw ValidationError("There is no view \"\(name)\". There are: \(all).")
                }
                return view
            }
        }
    }
}
