import TelexCore

extension ConnectionViewModel: WireViewModel {
    public static let meaning = "The state of the connection to the server."
    public static let fields: Fields = [
        Field<ConnectionViewModel>("connectionState") { $0.state },
        Field<ConnectionViewModel>("statusText") { $0.statusText },
        Field<ConnectionViewModel>(optional: "sinceDate") { $0.since },
        Field<ConnectionViewModel>("sinceText") { $0.sinceText },
        Field<ConnectionViewModel>("queuedCount") { $0.queuedCount },
        Field<ConnectionViewModel>(optional: "progressText") { $0.progressText },
        Field<ConnectionViewModel>(optional: "liveChatId") { $0.liveChat },
        Field<ConnectionViewModel>(
            actions: .init("retry") { $0.retry }),
    ]
}

extension ConnectionViewModel.State: WireWord {}
