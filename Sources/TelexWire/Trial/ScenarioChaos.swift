import TelexCore
import TelexJSON

/// The order in which a network may deliver a scenario: the chats run into each other, messages come twice, and answers
/// come late. Within a chat, everything stays in order.
public struct ScenarioChaos: Sendable {
    /// What to do next.
    public enum Move: Hashable, Sendable {
        case play(ScenarioLine)
        /// Deliver a line once more.
        case again(ScenarioLine)
        /// Wait until the program is idle.
        case rest
        /// The server takes this many seconds to answer the next message of the program.
        case delay(Int)
    }

    /// The longest delay in seconds. All delays together stay below a minute for most scenarios.
    private static let longestDelay = 3

    public let moves: [Move]

    /// - Parameter random: the same numbers give the same order.
    public init(_ scenario: Scenario, using random: inout some RandomNumberGenerator) {
        var moves: [Move] = []
        for section in Self.sections(scenario.lines) {
            var queues = section
            var repeats: [ScenarioLine] = []
            while !queues.isEmpty {
                let place = Int.random(in: 0..<queues.count, using: &random)
                let unit = queues[place].removeFirst()
                if queues[place].isEmpty { queues.remove(at: place) }
                for line in unit {
                    if line.isMessage {
                        switch Int.random(in: 0..<6, using: &random) {
                        case 0: moves.append(.rest)
                        case 1: moves.append(.delay(Int.random(in: 1...Self.longestDelay, using: &random)))
                        case 2: repeats.append(line)
                        default: break
                        }
                    }
                    moves.append(.play(line))
                }
                if let line = repeats.first, Bool.random(using: &random) {
                    moves.append(.again(line))
                    repeats.removeFirst()
                }
            }
            moves += repeats.map { .again($0) }
        }
        self.moves = moves
    }

    /// Lines that stay together.
    private typealias Unit = [ScenarioLine]

    /// Divides the lines where they must not be moved across; each section has the units of each of its chats.
    private static func sections(_ lines: [ScenarioLine]) -> [[[Unit]]] {
        var sections: [[[Unit]]] = []
        var chats: [(chat: String, units: [Unit])] = []
        /// The chats of this section that gave names.
        var owners: [String: String] = [:]
        func close() {
            if !chats.isEmpty { sections.append(chats.map(\.units)) }
            (chats, owners) = ([], [:])
        }
        var last: String?
        for line in lines {
            if case .blank = line.step { continue }
            // It is about the event before it.
            if case .expectOutcome(_, request: nil) = line.step, let chat = last,
                let place = chats.firstIndex(where: { $0.chat == chat })
            {
                chats[place].units[chats[place].units.count - 1].append(line)
                continue
            }
            let chat = line.chat
            let names = line.names
            if chat == nil || names.contains(where: { owners[$0].map { $0 != chat } ?? false }) { close() }
            last = chat
            guard let chat else {
                sections.append([[[line]]])
                continue
            }
            for name in names { owners[name] = chat }
            if let place = chats.firstIndex(where: { $0.chat == chat }) {
                chats[place].units.append([line])
            } else {
                chats.append((chat, [[line]]))
            }
        }
        close()
        return sections
    }
}

extension ScenarioLine {
    /// The only chat that the line is about; `nil` if there is none, or if it has to stay in its place.
    fileprivate var chat: String? {
        switch step {
        case .send(let line): return line["event"] == nil || line["id"] != nil ? nil : line["chatId"]?.string
        case .expect(let patterns):
            let chats = Set(patterns.map { $0["chatId"]?.string })
            return chats.count == 1 ? chats.first ?? nil : nil
        default: return nil
        }
    }

    fileprivate var isMessage: Bool {
        if case .send(let line) = step {
            line["event"] == "message.received" && line["messageId"] != nil
        } else {
            false
        }
    }

    /// The names in the line.
    fileprivate var names: Set<String> {
        switch step {
        case .send(let line): Set(line.names)
        case .expect(let patterns): Set(patterns.flatMap(\.names))
        default: []
        }
    }
}
