import TelexCore

/// A backend whose events can be read back once they are stored or recorded, whatever its server sends.
///
/// An event without a required member, such as the id of its chat, is dropped.
package final class CheckedBackend: ChatBackend {
    private let backend: any ChatBackend

    package init(_ backend: any ChatBackend) { self.backend = backend }

    package func perform(_ request: BackendRequest, _ answer: Answer) { backend.perform(request, Self.checked(answer)) }

    package func open(_ channel: BackendChannel, _ answer: Answer) { backend.open(channel, Self.checked(answer)) }

    package func cancel(_ effect: Int) { backend.cancel(effect) }

    package func control(_ json: String) throws { try backend.control(json) }

    package var isBusy: Bool { backend.isBusy }
    package var movesFiles: Bool { backend.movesFiles }

    private static func checked(_ answer: Answer) -> Answer {
        Answer(effect: answer.effect) { delivery in
            switch delivery {
            case .event(let event, _): if let event = event.readable { answer(event) }
            case .ended: answer.end()
            case .keep(let name, let value): answer.keep(name, value)
            case .afterCommit(let action): answer.afterCommit(action)
            case .work: break
            }
        }
    }
}
