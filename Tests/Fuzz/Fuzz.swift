import Foundation
import LibFuzzer

/// The check of the chosen target. It is global because libFuzzer calls a C function, which cannot capture values.
nonisolated(unsafe) private var check: ([UInt8]) throws -> Void = { _ in }

/// `fuzz --target=TARGET [libFuzzer arguments]`; without a target, it lists them all. libFuzzer ignores arguments that
/// begin with `--` and passes them on to the processes that it starts. It keeps the input of a broken promise.
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
                do { try check(Array(UnsafeBufferPointer(start: data, count: size))) } catch { fatalError("\(error)") }
                return 0
            })
    }
}
