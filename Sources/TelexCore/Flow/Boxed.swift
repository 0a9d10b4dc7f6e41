/// Keeps a large value in memory of its own, which its copies share until one of them is changed.
///
/// A copy costs a reference. Its projected value is the box, to be passed on in place of the value.
@propertyWrapper
public struct Boxed<Value> {
    @usableFromInline
    final class Box {
        // Who changes it has exclusive access to the value that holds the box.
        @exclusivity(unchecked) @usableFromInline var value: Value

        @inlinable
        init(_ value: Value) { self.value = value }
    }

    @usableFromInline var box: Box

    @inlinable
    public init(wrappedValue: Value) { box = Box(wrappedValue) }

    @inlinable
    public var wrappedValue: Value {
        _read { yield box.value }
        set { box = Box(newValue) }
        _modify {
            if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
            yield &box.value
        }
    }

    @inlinable
    public var projectedValue: Self {
        get { self }
        set { self = newValue }
    }
}

// A box is changed only while nobody else holds it.
extension Boxed: @unchecked Sendable where Value: Sendable {}

extension Boxed: Equatable where Value: Equatable {
    @inlinable
    public static func == (first: Boxed, second: Boxed) -> Bool {
        first.box === second.box || first.box.value == second.box.value
    }
}

extension Boxed: Hashable where Value: Hashable {
    @inlinable
    public func hash(into hasher: inout Hasher) { hasher.combine(box.value) }
}

/// Shown as its value is.
extension Boxed: CustomReflectable {
    public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}
