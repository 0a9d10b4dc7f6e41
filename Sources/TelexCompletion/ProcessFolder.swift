import Foundation

/// The folder `/proc` (proc(5)), without which no program that uses Dispatch runs on Linux: Dispatch counts the threads
/// that run in it, and traps at some moment if it cannot.
package enum ProcessFolder {
    /// Why a program cannot run, and what to do; `nil` if it can.
    package static func problem(_ folder: String = "/proc") -> String? {
        #if os(Linux)
            if access("\(folder)/self/stat", R_OK) != 0 {
                let reason = String(cString: strerror(errno))
                return "Cannot read \(folder)/self/stat: \(reason). Mount the folder: mount -t proc proc \(folder)"
            }
        #endif
        return nil
    }
}
