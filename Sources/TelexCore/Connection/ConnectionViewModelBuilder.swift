/// Formats the state of the connection.
enum ConnectionViewModelBuilder {
    static func build(_ model: ConnectionModel, _ context: ViewContext) -> ConnectionViewModel {
        let (state, text): (ConnectionViewModel.State, String) =
            switch model.state {
            case .offline(let reason): (.offline, "Offline: \(reason)")
            case .connecting: (.connecting, "Connecting…")
            case .online: (.online, "Online")
            }
        return ConnectionViewModel(
            state: state,
            statusText: text,
            progressText: model.progress.map { "\($0.done) of \($0.total) chat\($0.total == 1 ? "" : "s")" },
            since: model.since,
            sinceText: model.since.map { DateText.short($0, now: context.now, context.region) } ?? "",
            queuedCount: model.queued,
            liveChat: model.socket,
            retry: state == .offline ? Action(.connection(.retrying)) : nil)
    }
}
