import Foundation
import TelexCore

@testable import TelexTerminal

/// A line typed into the REPL.
enum CommandTarget {
    static func check(_ bytes: [UInt8]) {
        let line = String(decoding: bytes, as: UTF8.self)
        switch Typed.parse(line) {
        case .nothing: promise(line.allSatisfy(\.isWhitespace), "something was taken for nothing")
        case .text(let text):
            promise(Typed.parse(text.hasPrefix("/") ? "/\(text)" : text) == .text(text), "a text that cannot be typed")
        case .command(let command, let argument):
            promise(Typed.parse("/\(command.name) \(argument)") == .command(command, argument: argument), line)
            promise(!HelpText.lines(command).isEmpty, "no help")
            _ = DurationText.seconds(argument)
        case .unknown(let name, let nearest):
            promise(Complaint.unknownCommand(name, nearest: nearest).sentence.hasSuffix("."), "no sentence")
        }
    }
}
