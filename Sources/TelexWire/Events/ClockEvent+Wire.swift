import TelexCore
import TelexJSON

extension ClockEvent: WireCases {
    static var samples: [ClockEvent] { [.dayChanged] }

    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> ClockEvent {
        switch self {
        case .dayChanged: try visitor.event("clock.dayChanged", .inside, self)
        case .began: self
        }
    }
}
