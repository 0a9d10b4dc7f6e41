import TelexCore

/// Lines that wait for a reader: of each view only the newest model is kept, and none moves past another kind of line.
struct LineQueue {
    private(set) var lines: [OutLine] = []

    var isEmpty: Bool { lines.isEmpty }
    var count: Int { lines.count }

    /// Adds lines of which none supersedes another.
    mutating func append(_ new: [OutLine]) { lines += new }

    mutating func add(_ line: OutLine) {
        var line = line
        if let view = line.view {
            // Back to the last line that is of another kind, which models do not pass.
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

    /// Says how many lines were left out, in one line for all since the last that was none.
    mutating func tellGap(_ dropped: Int) {
        if let last = lines.lastIndex(where: { $0.view == nil }), case .gap(.lines(let before)) = lines[last] {
            lines[last] = .gap(.lines(before + dropped))
        } else {
            lines.append(.gap(.lines(dropped)))
        }
    }

    mutating func removeFirst() -> OutLine { lines.removeFirst() }

    /// All of them, to be written.
    mutating func takeAll() -> [OutLine] {
        defer { lines = [] }
        return lines
    }
}

/// A view of a window.
struct ShownView: Hashable {
    let view: ViewName
    let window: WindowID
}

extension OutLine {
    /// The view that the line is about, if a later line about it takes its place, and the window.
    var view: ShownView? {
        switch self {
        case .view(let model, _, _) where type(of: model).isStream: nil
        case .view(let model, _, _): ShownView(view: type(of: model).view, window: .main)
        case .closed(let view, _): ShownView(view: view, window: .main)
        case .within(let window, let line): line.view.map { ShownView(view: $0.view, window: window) }
        default: nil
        }
    }

    /// Takes the place of a line about the same view.
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
