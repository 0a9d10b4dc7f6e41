/// Routes the events of messages.
enum MessageEventRouter {
    static func route(_ event: MessageEvent, _ stamp: Stamp, _ module: ChatModule) -> Consequences {
        switch event {
        case .sending(let message): return module.model.send(message, stamp)
        case .sent(let message): return module.model.place(message, at: stamp.order, stamp)
        case .sendFailed(let failure): return module.model.failSending(failure, stamp)
        case .delivered(let message): return module.model.deliver(upTo: message, stamp)
        case .received(let message): return module.model.receive(message, stamp)
        case .reading(let chat): return module.model.readAll(chat)
        case .showing(let range): return module.model.shown(range, stamp)
        case .reporting(let report): return module.model.report(report, stamp)
        case .reported(let message): return module.model.finishReport(of: message, in: stamp.window)
        case .reportFailed(let failure):
            return module.model.refuse(failure.key.chat, failure.reason, .failed, in: stamp.window)
        case .read(let message): return module.model.readElsewhere(upTo: message, stamp)
        case .readByOther(let message): return module.model.otherReads(upTo: message, stamp)
        }
    }
}
