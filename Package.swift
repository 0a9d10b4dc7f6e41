// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "telex",
    platforms: [.macOS(.v14)],
    products: [
        .executable(name: "telex", targets: ["telex"]),
        .library(name: "TelexCore", targets: ["TelexCore"]),
        .library(name: "TelexWire", targets: ["TelexWire"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .target(name: "TelexCore"),
        .target(
            name: "TelexRuntime",
            dependencies: ["TelexCore", .product(name: "HeapModule", package: "swift-collections")]),
        .target(name: "TelexWire", dependencies: ["TelexCore", "TelexRuntime"]),
        .target(name: "CEditLine", linkerSettings: [.linkedLibrary("edit")]),
        .target(name: "TelexTerminal", dependencies: ["TelexCore", "TelexRuntime", "CEditLine"]),
        .target(name: "TelexStorage", dependencies: ["TelexCore", .product(name: "GRDB", package: "GRDB.swift")]),
        .target(name: "TelexBot", dependencies: ["TelexCore"], resources: [.embedInCode("eliza.json")]),
        .executableTarget(
            name: "telex",
            dependencies: [
                "TelexCore", "TelexRuntime", "TelexWire", "TelexTerminal", "TelexStorage", "TelexBot",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .testTarget(name: "TelexCoreTests", dependencies: ["TelexCore"]),
        .testTarget(name: "TelexRuntimeTests", dependencies: ["TelexCore", "TelexRuntime"]),
        .testTarget(name: "TelexWireTests", dependencies: ["TelexCore", "TelexRuntime", "TelexWire"]),
        .testTarget(name: "TelexTerminalTests", dependencies: ["TelexCore", "TelexTerminal", "TelexWire"]),
        .testTarget(
            name: "TelexStorageTests",
            dependencies: ["TelexCore", "TelexStorage", .product(name: "GRDB", package: "GRDB.swift")]),
        .testTarget(name: "TelexBotTests", dependencies: ["TelexCore", "TelexBot"]),
    ],
    swiftLanguageModes: [.v6]
)
