import Foundation
import TelexCore

@testable import TelexTerminal

/// A line typed into the REPL.
enum CommandTarget {
    static func check(_ bytes: [UInt8]) throws {
        let line = String(decoding: bytes, as: UTF8.self)
        switch Typed.parse(line) {
        case .nothing: try promise(line.allSatisfy(\.isWhitespace), "something was taken for nothing")
        case .text(let text):
            try promise(
                Typed.parse(text.hasPrefix("/") ? "/\(text)" : text) == .text(text), "a text that cannot be typed")
        case .command(let command, let argument):
            try promise(Typed.parse("/\(command.name) \(argument)") == .command(command, argument: argument), line)
            try promise(!HelpText.lines(command).isEmpty, "no help")
            _ = DurationText.seconds(argument)
        case .unknown(let name, let nearest):
            try promise(Complaint.unknownCommand(name, nearest: nearest).sentence.hasSuffix("."), "no sentence")
        }
    }
}
