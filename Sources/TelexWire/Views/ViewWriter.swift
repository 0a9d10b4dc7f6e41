import TelexCore

/// Shows one view to a line sink.
final class ViewWriter<Model: WireViewModel>: Listening {
    private let sink: any LineSink
    private var isFirst = true

    init(_ sink: any LineSink) { self.sink = sink }

    func show(_ model: Model, cause: Cause?) {
        sink.write(.view(model, cause: cause?.id, isFirst: isFirst))
        isFirst = false
    }

    func close(cause: Cause?) { sink.write(.closed(Model.view, cause: cause?.id)) }
}

/// What a reader has subscribed to.
public final class Subscriptions {
    private let telex: Telex
    private let sink: any LineSink
    private var unbinds: [ViewName: () -> Void] = [:]

    public init(_ telex: Telex, _ sink: any LineSink) {
        self.telex = telex
        self.sink = sink
    }

    /// Shows the views from now on, each that is live at once. One that is subscribed already is shown again.
    public func subscribe(_ views: [ViewName], cause: Cause? = nil) {
        for view in views {
            unsubscribe([view])
            bind(WireViews.type(of: view), cause)
        }
    }

    public func unsubscribe(_ views: [ViewName]) {
        for view in views { unbinds.removeValue(forKey: view)?() }
    }

    private func bind<Model: WireViewModel>(_ type: Model.Type, _ cause: Cause?) {
        let writer = ViewWriter<Model>(sink)
        unbinds[Model.view] = { [telex] in telex.unbind(writer) }
        telex.bind(writer, cause: cause)
    }
}
