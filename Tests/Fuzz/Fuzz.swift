import Foundation
import LibFuzzer

/// The fuzz targets, named as in Scripts/fuzz. Each reads some bytes and stops the program if a promise is broken.
enum Target: String, CaseIterable {
    case line, command, keys, screen, card, date, server, socket, matrix, markup

    var check: ([UInt8]) -> Void {
        switch self {
        case .line: LineTarget.check
        case .command: CommandTarget.check
        case .keys: KeysTarget.check
        case .screen: ScreenTarget.check
        case .card: CardTarget.check
        case .date: DateTarget.check
        case .server: ServerTarget.check
        case .socket: SocketTarget.check
        case .matrix: MatrixTarget.check
        case .markup: MarkupTarget.check
        }
    }
}

/// The check of the chosen target. It is global because libFuzzer calls a C function, which cannot capture values.
nonisolated(unsafe) private var check: ([UInt8]) -> Void = { _ in }

/// `fuzz --target=TARGET [libFuzzer arguments]`; without a target, it lists them all. libFuzzer ignores arguments that
/// begin with `--` and passes them on to the processes that it starts.
@main
enum Fuzz {
    static func main() {
        let names = CommandLine.arguments.compactMap { $0.hasPrefix("--target=") ? $0.dropFirst(9) : nil }
        guard let target = names.first.flatMap({ Target(rawValue: String($0)) }) else {
            return print(Target.allCases.map(\.rawValue).joined(separator: "\n"))
        }
        check = target.check
        var argc = CommandLine.argc
        var argv = CommandLine.unsafeArgv
        exit(
            LLVMFuzzerRunDriver(&argc, &argv) { data, size in
                check(Array(UnsafeBufferPointer(start: data, count: size)))
                return 0
            })
    }
}

/// Stops the program if a promise is broken; the fuzzer keeps the input.
func promise(_ holds: Bool, _ what: @autoclosure () -> String) {
    if !holds { fatalError(what()) }
}
