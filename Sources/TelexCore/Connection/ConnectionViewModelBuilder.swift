/// Formats the state of the connection.
enum ConnectionViewModelBuilder {
    static func build(_ model: ConnectionModel, _ context: ViewContext) -> ConnectionViewModel {
        let (state, text, reason): (ConnectionViewModel.State, String, OfflineReason?) =
            switch model.state {
            case .offline(let why): (.offline, "Offline: \(why.text)", why.reason)
            case .connecting: (.connecting, "Connecting…", nil)
            case .online: (.online, "Online", nil)
            }
        return ConnectionViewModel(
            state: state,
            offlineReason: reason,
            statusText: text,
            progressText: model.progress.map { "\($0.done) of \($0.total) chat\($0.total == 1 ? "" : "s")" },
            since: model.since,
            sinceText: model.since.map { DateText.short($0, now: context.now, context.region) } ?? "",
            queuedCount: model.queued,
            heldText: model.held.map { "A message to \($0.title) waits. \($0.reason)" },
            liveChat: model.socket,
            retry: state == .offline ? Action(.connection(.retrying)) : nil)
    }
}
