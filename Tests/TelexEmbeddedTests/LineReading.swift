import TelexCore
import TelexJSON
import Testing

@testable import TelexWire

/// What a program has read.
struct LineReading {
    private var reader = OutputReader()
    private var count: Int64 = 0
    /// The answers to requests: how each has ended.
    private(set) var answers: [(id: String, outcome: String)] = []
    /// The errors since the test looked at them, each with its code.
    private(set) var errors: [String] = []
    /// The number of lines about each view, and their bytes.
    private(set) var cost: [ViewName: (lines: Int, bytes: Int)] = [:]
    /// The messages of the inbox, page by page.
    private(set) var pages: [[String]] = []
    private var models: [ShownView: any WireViewModel] = [:]

    /// Reads lines, and compares the views that they are about with those of the session, unless it has failed.
    mutating func read(_ lines: [ArraySlice<UInt8>], _ sink: ModelSink?) throws {
        var touched: Set<ShownView> = []
        for bytes in lines {
            #expect(JSONValue(text: bytes)?["seq"] == .integer(count))
            count += 1
            let line = try #require(try reader.read(bytes), "\(String(decoding: bytes, as: UTF8.self))")
            let window = if case .within(let window, _) = line { window } else { WindowID.main }
            switch line.content {
            case .view(let model, _, _):
                let view = ShownView(view: type(of: model).view, window: window)
                cost[view.view, default: (0, 0)].lines += 1
                cost[view.view, default: (0, 0)].bytes += bytes.count
                models[view] = model
                touched.insert(view)
                if let page = model as? InboxViewModel { pages.append(page.messages.map(\.message.text)) }
                if let page = model as? MessagesViewModel {
                    #expect(Set(page.messages.map(\.message)).count == page.messages.count)
                    #expect(page.messages.count <= min(page.totalCount, 100))
                }
            case .closed(let view, _):
                models[ShownView(view: view, window: window)] = nil
                touched.insert(ShownView(view: view, window: window))
            case .settled(let id, let outcome): answers.append((id, outcome.kind.rawValue))
            case .error(let error):
                errors.append(error.code)
                if let id = error.cause { answers.append((id, error.code)) }
            default: break
            }
        }
        guard let sink else { return }
        for view in touched where sink.isOpen(view.window) {
            let (read, model) = (models[view], sink.model(of: view.view, in: view.window))
            #expect(read.map(bytes) == model.map(bytes), "\(view)")
        }
    }

    private func bytes(_ model: any WireViewModel) -> [UInt8] {
        var writer = JSONWriter()
        model.write(to: &writer)
        return writer.bytes
    }

    mutating func takeErrors() -> [String] {
        defer { errors = [] }
        return errors
    }
}
