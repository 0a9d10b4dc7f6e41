import Foundation

/// The memory of this process.
package enum Memory {
    /// Gives memory back to the system that was freed, where it can. The allocator otherwise keeps it.
    package static func giveBack() { _ = trim?(0) }

    /// `malloc_trim(3)`, which Swift's module of the C library does not have; `nil` where the system has none.
    private static let trim = dlsym(nil, "malloc_trim").map {
        unsafeBitCast($0, to: (@convention(c) (Int) -> CInt).self)
    }
}
