import TelexCore
import TelexWire

/// Reads lines that `telex pipe --updates patch` has written, as typed view models.
enum Reading {
    private static let lines = [
        #"{"seq":1,"view":"chatForm","cause":null,"model":{"shouldShowBusy":false,"shouldShowError":false,"#
            + #""errorText":null,"recipient":"","actions":{"create":{"event":"chat.creating","recipient":null},"#
            + #""search":{"event":"search.searching","query":null},"#
            + #""close":{"event":"screen.closing","screen":"chatForm"}}}}"#,
        #"{"seq":2,"view":"badge","cause":null,"model":{"unreadCount":1,"mentionCount":0}}"#,
        #"{"seq":3,"view":"badge","cause":"1","base":2,"patch":[{"op":"replace","path":"/unreadCount","value":2}]}"#,
        #"{"seq":4,"settled":"1","outcome":"done"}"#,
    ]

    static func show() throws {
        var reader = OutputReader()
        for line in lines {
            switch try reader.read(line)?.content {
            case .view(let form as ChatFormViewModel, _, _):
                // The line to send for a new chat.
                print(form.create?.filled("Eliza").line(id: "1") ?? "A chat is being created.")
            case .view(let badge as BadgeViewModel, _, _): print("\(badge.unreadCount) unread")
            case .settled(let id, let outcome): print("\(id) is \(outcome.kind)")
            default: break
            }
        }
    }
}
