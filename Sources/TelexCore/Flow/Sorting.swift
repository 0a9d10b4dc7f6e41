extension Sequence {
    /// Returns the elements in ascending order of a value that each of them has.
    package func sorted<Value: Comparable>(by value: (Element) -> Value) -> [Element] {
        sorted { value($0) < value($1) }
    }
}
