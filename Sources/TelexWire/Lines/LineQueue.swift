import TelexCore

/// A queue of lines for a reader that is behind. It keeps only the newest model of each view, and moves no model past
/// another kind of line.
struct LineQueue {
    private(set) var lines: [OutLine] = []

    var isEmpty: Bool { lines.isEmpty }
    var count: Int { lines.count }

    /// Appends lines without replacing older models.
    mutating func append(_ new: [OutLine]) { lines += new }

    mutating func add(_ line: OutLine) {
        var line = line
        if let view = line.view {
            // Searches back to the last line of another kind, which models do not pass.
            for index in lines.indices.reversed() {
                guard let other = lines[index].view else { break }
                if other == view {
                    line.supersede(lines.remove(at: index))
                    break
                }
            }
        }
        lines.append(line)
    }

    /// Reports dropped lines in a gap line. Adds to the previous gap line if only models have followed it.
    mutating func tellGap(_ dropped: Int) {
        if let last = lines.lastIndex(where: { $0.view == nil }), case .gap(.lines(let before)) = lines[last] {
            lines[last] = .gap(.lines(before + dropped))
        } else {
            lines.append(.gap(.lines(dropped)))
        }
    }

    mutating func removeFirst() -> OutLine { lines.removeFirst() }

    /// Removes and returns all lines.
    mutating func takeAll() -> [OutLine] {
        defer { lines = [] }
        return lines
    }
}

/// A view in a window.
struct ShownView: Hashable {
    let view: ViewName
    let window: WindowID
}

extension OutLine {
    /// The view that the line is about, with its window; `nil` if no later line can replace this one.
    var view: ShownView? {
        switch self {
        case .view(let model, _, _) where type(of: model).isStream: nil
        case .view(let model, _, _): ShownView(view: type(of: model).view, window: .main)
        case .closed(let view, _): ShownView(view: view, window: .main)
        case .within(let window, let line): line.view.map { ShownView(view: $0.view, window: window) }
        default: nil
        }
    }

    /// Replaces an earlier line about the same view. The result is a first line if the earlier one was.
    mutating func supersede(_ line: OutLine) {
        if case .within(_, let old) = line, case .within(let window, var new) = self {
            new.supersede(old)
            self = .within(window, new)
        }
        guard case .view(_, _, isFirst: true) = line, case .view(let model, let cause, _) = self else { return }
        self = .view(model, cause: cause, isFirst: true)
    }

    var isBye: Bool {
        if case .bye = self { true } else { false }
    }
}
