/// A backend whose events can be read back once they are stored or recorded, whatever its server sends.
///
/// An event without a required member, such as the id of its chat, is dropped.
package final class CheckedBackend: ChatBackend {
    private let backend: any ChatBackend

    package init(_ backend: any ChatBackend) { self.backend = backend }

    package func perform(_ request: BackendRequest, _ answer: Answer) {
        backend.perform(request, answer.sending(\.readable))
    }

    package func open(_ channel: BackendChannel, _ answer: Answer) { backend.open(channel, answer.sending(\.readable)) }

    package func cancel(_ effect: Int) { backend.cancel(effect) }

    package func control(_ json: String) throws { try backend.control(json) }

    package var isBusy: Bool { backend.isBusy }
    package var movesFiles: Bool { backend.movesFiles }
}
