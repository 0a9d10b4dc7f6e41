import Foundation

/// What view models are formatted by, in addition to the model of their module.
struct ViewContext {
    /// The time of the event that is being shown.
    let now: Date
    let region: Region
    /// The window that the views are for.
    let window: WindowID
    /// The screen on top in that window.
    let top: Screen
    /// Counts the changes of the day and of the window's screens.
    let revision: Int
    let cause: Cause?
    let chats: ChatLookup
}
