#if canImport(Glibc)
    import Glibc
#endif

/// The memory of this process.
package enum Memory {
    /// Gives memory back to the system that was freed. The allocator otherwise keeps it.
    package static func giveBack() {
        #if canImport(Glibc)
            _ = trim?(0)
        #endif
    }

    #if canImport(Glibc)
        /// `malloc_trim(3)`, which Swift's module of the C library does not have.
        private static let trim = dlsym(nil, "malloc_trim").map {
            unsafeBitCast($0, to: (@convention(c) (Int) -> CInt).self)
        }
    #endif
}
