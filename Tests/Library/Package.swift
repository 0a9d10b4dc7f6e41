// swift-tools-version: 6.1
import PackageDescription

// What another project sees of TelexCore: no more than is public.
let package = Package(
    name: "library",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "telex", path: "../..")],
    targets: [
        .executableTarget(
            name: "library", dependencies: [.product(name: "TelexCore", package: "telex")])
    ],
    swiftLanguageModes: [.v6]
)
