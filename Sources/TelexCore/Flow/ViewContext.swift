import Foundation

/// What view models are formatted by, beside the state of their module.
public struct ViewContext {
    /// The time of the event that is being shown.
    public let now: Date
    public let region: Region
    /// The screen on top.
    public let top: Screen
    public let cause: Cause?
    /// The name of a chat; `nil` for a chat that does not exist.
    public let chatName: (ChatID) -> String?

    public init(
        now: Date, region: Region, top: Screen, cause: Cause? = nil,
        chatName: @escaping (ChatID) -> String? = { _ in nil }
    ) {
        self.now = now
        self.region = region
        self.top = top
        self.cause = cause
        self.chatName = chatName
    }
}

/// A folder of the core that takes part in the flow: its model, and the handler of its views.
protocol Module: AnyObject {
    /// Marks every view of the module, when the day or the screen has changed.
    func refresh()
    /// Shows the views that changed.
    func show(in context: ViewContext)
}
