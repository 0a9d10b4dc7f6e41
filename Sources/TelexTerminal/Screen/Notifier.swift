import CEditLine
import Foundation
import TelexRuntime

/// Runs a program of the user's choice for each notification, with the chat and the text as its arguments.
///
/// `notify-send` and `dunstify` read the text as markup, so they get markup that shows the text (`NotificationMarkup`).
/// Other programs get the text itself.
///
/// It runs one at a time, on a thread of its own. Of the notifications that wait meanwhile, only the newest of each chat
/// stays.
package final class Notifier: @unchecked Sendable {  // `lock` guards the variables below it
    private let program: String
    private let lock = Condition()
    private var waiting: [(who: String, text: String)] = []
    private var isRunning = false

    /// - Parameter program: the path of the program.
    package init(program: String) { self.program = program }

    /// Returns the path of a program, looked up as a shell does; `nil` if there is none.
    package static func path(of name: String, in environment: [String: String]) -> String? {
        candidates(for: name, in: environment).first { path in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
                && FileManager.default.isExecutableFile(atPath: path)
        }
    }

    /// The program of the desktop that opens files and links; `nil` if there is none.
    package static func opener(in environment: [String: String]) -> String? {
        ["xdg-open", "open"].lazy.compactMap { path(of: $0, in: environment) }.first
    }

    /// The paths at which a shell looks for a program, in order.
    package static func candidates(for name: String, in environment: [String: String]) -> [String] {
        name.contains("/") ? [name] : (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
    }

    func notify(who: String, text: String) {
        lock.withLock {
            waiting.removeAll { $0.who == who }
            waiting.append((who, text))
            if isRunning { return }
            isRunning = true
            Thread.launch { self.run() }
        }
    }

    /// Runs the program with one argument.
    func run(with argument: String) {
        Thread.launch { self.execute([argument]) }
    }

    private func run() {
        while let (who, text) = next() { execute(Self.arguments(of: program, who: who, text: text)) }
    }

    /// Runs the program and waits until it has ended.
    private func execute(_ arguments: [String]) {
        let copies = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for copy in copies { free(copy) } }
        copies.withUnsafeBufferPointer { if let first = $0.baseAddress { cel_notify(program, first) } }
    }

    private func next() -> (who: String, text: String)? {
        lock.withLock {
            isRunning = !waiting.isEmpty
            return isRunning ? waiting.removeFirst() : nil
        }
    }

    /// The arguments that have a program show a notification.
    ///
    /// - Parameter program: its path. The name decides whether it reads markup.
    static func arguments(of program: String, who: String, text: String) -> [String] {
        guard NotificationMarkup.isRead(by: program) else { return [argument(who), argument(text)] }
        return ["--", HarmlessText.of(who), NotificationMarkup.of(HarmlessText.of(text))]
    }

    /// Makes a text safe as an argument: without control characters, and not to be taken for an option.
    static func argument(_ text: String) -> String {
        let text = HarmlessText.of(text)
        return text.hasPrefix("-") ? " \(text)" : text
    }
}
