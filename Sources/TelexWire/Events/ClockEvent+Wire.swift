import TelexCore

extension ClockEvent {
    static let forms = [
        EventForm("clock.began") {
            .clock(.began)
        } take: {
            $0 == .clock(.began) ? () : nil
        },
        EventForm("clock.dayChanged") {
            .clock(.dayChanged)
        } take: {
            $0 == .clock(.dayChanged) ? () : nil
        },
    ]
}
