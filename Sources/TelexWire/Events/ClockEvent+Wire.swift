import TelexCore

extension ClockEvent {
    static let forms = [
        EventForm("clock.dayChanged") {
            .clock(.dayChanged)
        } take: {
            $0 == .clock(.dayChanged) ? () : nil
        }
        .fromInside
    ]
}
