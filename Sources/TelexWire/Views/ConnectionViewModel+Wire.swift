import TelexCore

extension ConnectionViewModel: WireViewModel {
    public static let fields = [
        Field<ConnectionViewModel>("state") { $0.state },
        Field<ConnectionViewModel>("text") { $0.text },
        Field<ConnectionViewModel>("since") { $0.since },
        Field<ConnectionViewModel>("queued") { $0.queued },
        Field<ConnectionViewModel>("socket") { $0.socket },
        Field<ConnectionViewModel>("retry") { $0.retry },
        Field<ConnectionViewModel>("progress") { $0.progress },
    ]
}

extension ConnectionViewModel.State: WireWord {}
