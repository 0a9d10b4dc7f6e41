import TelexCore

extension ClockEvent {
    static let forms = [
        EventForm("clock.dayChanged", "A new day has started in the user's time zone.") {
            .clock(.dayChanged)
        } take: {
            $0 == .clock(.dayChanged) ? () : nil
        }
        .fromInside
    ]
}
