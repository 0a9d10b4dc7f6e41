// swift-tools-version: 6.1
import PackageDescription

// Uses TelexCore and TelexWire as another project would: only their public API is visible.
let package = Package(
    name: "library",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "telex", path: "../..")],
    targets: [
        .executableTarget(
            name: "library",
            dependencies: [
                .product(name: "TelexCore", package: "telex"), .product(name: "TelexWire", package: "telex"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
