import TelexCore
import TelexJSON
import TelexRuntime

extension Rewind {
    /// A view of a window at a moment.
    public struct ViewAtMoment {
        public let window: WindowID
        public let model: any WireViewModel

        public var view: ViewName { type(of: model).view }

        /// The model as JSON.
        public var json: JSONValue {
            var writer = JSONWriter()
            model.write(to: &writer)
            return JSONValue(text: writer.bytes[...]) ?? .null
        }
    }

    /// The views that are live now, subscribed or not: those of the main window, then those of the others.
    public var views: [ViewAtMoment] {
        player.windows.flatMap { window in ViewName.allCases.compactMap { live($0, in: window) } }
    }

    /// A view that is live now. The main window comes before the others.
    ///
    /// - Parameter chat: the chat that the view is about; `nil` for any.
    public func view(_ view: ViewName, chat: String? = nil) -> ViewAtMoment? {
        player.windows.lazy.compactMap { self.live(view, in: $0) }
            .first { chat == nil || $0.json["chatId"]?.string.map { ChatID($0) } == chat.map { ChatID($0) } }
    }

    private func live(_ view: ViewName, in window: WindowID) -> ViewAtMoment? {
        Self.live(WireViews.type(of: view), in: window, player.telex)
    }

    /// Reads a view without a change: binding a listener shows the view to it alone.
    private static func live<Model: WireViewModel>(
        _ type: Model.Type, in window: WindowID, _ telex: Telex
    ) -> ViewAtMoment? {
        let listener = ModelListener<Model>()
        telex.bind(listener, in: window)
        defer { telex.unbind(listener, in: window) }
        return listener.model.map { ViewAtMoment(window: window, model: $0) }
    }

    /// The operations (RFC 6902) that turn the first view into the second one. A view that is not live is no value.
    public static func difference(_ old: ViewAtMoment?, _ new: ViewAtMoment?) -> [JSONValue] {
        guard let new else { return old == nil ? [] : [["op": "remove", "path": ""]] }
        guard let old else { return [["op": "add", "path": "", "value": new.json]] }
        var writer = JSONWriter()
        PatchWriter.write(to: &writer) { $0.compare(old.model.written(in: nil), new.model.written(in: nil)) }
        return JSONValue(text: writer.bytes[...])?.values ?? []
    }
}

/// Keeps the current model of a view.
private final class ModelListener<Model: WireViewModel>: Listening {
    private(set) var model: Model?

    func show(_ model: Model, cause: Cause?) { self.model = model }
    func close(cause: Cause?) { model = nil }
}
