// swift-tools-version: 6.1
import PackageDescription

// What the fuzz targets read.
let fuzzed: [Target.Dependency] = [
    "TelexAPI", "TelexClient", "TelexCore", "TelexJSON", "TelexMatrix", "TelexNetwork", "TelexSocket", "TelexTerminal",
    "TelexWire", .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOWebSocket", package: "swift-nio"),
]

// Homebrew keeps OpenSSL where no compiler looks. On Linux, pkg-config would name the folder of the shared libraries
// before the one of the archives that Scripts/lib/release-options names.
#if os(macOS)
    let libcrypto: String? = "libcrypto"
#else
    let libcrypto: String? = nil
#endif

let package = Package(
    name: "telex",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "telex", targets: ["telex"]),
        .executable(name: "telex-server", targets: ["telex-server"]),
        .library(name: "TelexCore", targets: ["TelexCore"]),
        .library(name: "TelexWire", targets: ["TelexWire"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
    ],
    targets: [
        .target(name: "TelexJSON"),
        .target(
            name: "TelexCore", dependencies: ["TelexJSON"],
            resources: [.embedInCode("Members/confusables.txt"), .embedInCode("Records/vocabulary.json")]),
        .target(
            name: "TelexRuntime",
            dependencies: ["TelexCore", .product(name: "HeapModule", package: "swift-collections")]),
        .systemLibrary(
            name: "CDigest", pkgConfig: libcrypto, providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        .target(name: "TelexDigest", dependencies: ["CDigest"]),
        .target(name: "TelexFiles", dependencies: ["TelexCore", "TelexDigest", "TelexRuntime"]),
        .systemLibrary(name: "CZlib"),
        .systemLibrary(name: "CMarkdown"),
        .target(
            name: "TelexWire", dependencies: ["TelexCore", "TelexJSON", "TelexRuntime", "CZlib"], exclude: ["Clients"]),
        .target(name: "CEditLine", linkerSettings: [.linkedLibrary("edit")]),
        .target(name: "TelexTerminal", dependencies: ["TelexCore", "TelexRuntime", "CEditLine", "CMarkdown"]),
        .target(
            name: "TelexStorage",
            dependencies: [
                "TelexCore", "TelexJSON", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        .target(
            name: "TelexCompletion", dependencies: [.product(name: "ArgumentParser", package: "swift-argument-parser")]),
        .target(name: "TelexBot", resources: [.embedInCode("eliza.json")]),
        .target(name: "TelexEmbedded", dependencies: ["TelexCore", "TelexJSON", "TelexBot"]),
        .target(name: "TelexAPI", dependencies: ["TelexJSON"]),
        .target(
            name: "TelexSocket",
            dependencies: [
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ]),
        .target(
            name: "TelexNetwork",
            dependencies: [
                "TelexCore",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOExtras", package: "swift-nio-extras"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]),
        .target(
            name: "TelexClient",
            dependencies: [
                "TelexCore", "TelexAPI", "TelexJSON", "TelexNetwork", "TelexSocket",
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ]),
        .target(
            name: "TelexMatrix",
            dependencies: [
                "TelexCore", "TelexDigest", "TelexJSON", "TelexNetwork",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ]),
        .target(
            name: "TelexServer",
            dependencies: [
                "TelexAPI", "TelexBot", "TelexDigest", "TelexJSON", "TelexSocket",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]),
        .executableTarget(
            name: "telex-server",
            dependencies: [
                "TelexCompletion", "TelexServer", .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        .executableTarget(
            name: "telex",
            dependencies: [
                "TelexCore", "TelexJSON", "TelexRuntime", "TelexWire", "TelexTerminal", "TelexStorage", "TelexEmbedded",
                "TelexBot", "TelexClient", "TelexFiles", "TelexMatrix", "TelexNetwork", "TelexCompletion",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .executableTarget(
            name: "socket-echo",
            dependencies: [
                "TelexSocket",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            path: "Tests/SocketEcho"),
        .testTarget(name: "TelexCoreTests", dependencies: ["TelexCore"]),
        .testTarget(name: "TelexRuntimeTests", dependencies: ["TelexCore", "TelexRuntime"]),
        .testTarget(name: "TelexDigestTests", dependencies: ["TelexDigest"]),
        .testTarget(name: "TelexFilesTests", dependencies: ["TelexCore", "TelexFiles", "TelexRuntime"]),
        .testTarget(name: "TelexJSONTests", dependencies: ["TelexJSON"]),
        .testTarget(name: "TelexWireTests", dependencies: ["TelexCore", "TelexJSON", "TelexRuntime", "TelexWire"]),
        .testTarget(
            name: "TelexTerminalTests",
            dependencies: [
                "TelexCore", "TelexEmbedded", "TelexJSON", "TelexRuntime", "TelexStorage", "TelexTerminal", "TelexWire",
            ]),
        .target(name: "CPowerCut", path: "Tests/CPowerCut", linkerSettings: [.linkedLibrary("sqlite3")]),
        .testTarget(
            name: "TelexStorageTests",
            dependencies: [
                "CPowerCut", "TelexCore", "TelexStorage", "TelexWire", .product(name: "GRDB", package: "GRDB.swift"),
            ], exclude: ["Stores"]),
        .testTarget(
            name: "TelexCompletionTests",
            dependencies: [
                "TelexCompletion", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .testTarget(name: "TelexBotTests", dependencies: ["TelexBot"]),
        .testTarget(name: "TelexAPITests", dependencies: ["TelexAPI", "TelexJSON"]),
        .testTarget(
            name: "TelexSocketTests",
            dependencies: [
                "TelexSocket", .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ]),
        .testTarget(
            name: "TelexNetworkTests",
            dependencies: [
                "TelexCore", "TelexNetwork", .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        .testTarget(
            name: "TelexClientTests",
            dependencies: ["TelexAPI", "TelexClient", "TelexCore", "TelexJSON", "TelexNetwork"]),
        .testTarget(
            name: "TelexMatrixTests", dependencies: ["TelexCore", "TelexMatrix", "TelexNetwork"], exclude: ["Synapse"]),
        .testTarget(
            name: "TelexServerTests",
            dependencies: [
                "TelexAPI", "TelexBot", "TelexClient", "TelexDigest", "TelexJSON", "TelexNetwork", "TelexServer",
                "TelexSocket",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ], exclude: ["Stores"]),
        .testTarget(
            name: "TelexEmbeddedTests",
            dependencies: [
                "TelexBot", "TelexCore", "TelexEmbedded", "TelexFiles", "TelexJSON", "TelexRuntime", "TelexStorage",
                "TelexWire", .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "telexTests", dependencies: ["TelexClient", "TelexCore", "TelexJSON", "TelexStorage", "telex"]),
        .testTarget(
            name: "FuzzTests", dependencies: fuzzed, path: "Tests/Fuzz", exclude: ["Corpus", "Fuzz.swift", "LibFuzzer"]),
    ],
    swiftLanguageModes: [.v6]
)

// One room, what it imports, and its tests: TELEX_ROOM=TelexCore swift test --disable-xctest
if let room = Context.environment["TELEX_ROOM"] {
    var needed: Set = ["\(room)Tests"]
    // Each target comes after those that it depends on.
    for target in package.targets.reversed() where needed.contains(target.name) {
        for case .byNameItem(let name, _) in target.dependencies { needed.insert(name) }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products = []
}

// What Scripts/bench builds, and nobody else.
if Context.environment["TELEX_BENCH"] != nil {
    package.targets.append(
        .executableTarget(
            name: "bare-server",
            dependencies: [
                "TelexDigest",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            path: "Tests/Bench/BareServer"))
}

// What Scripts/fuzz and Scripts/lib/sanitize build, and nobody else: they name libFuzzer's archive.
if let libFuzzer = Context.environment["TELEX_LIBFUZZER"] {
    for target in package.targets where target.type == .regular && target.name.hasPrefix("Telex") {
        target.swiftSettings = [.unsafeFlags(["-sanitize=address,fuzzer", "-parse-as-library"])]
    }
    package.targets.removeAll { $0.name == "FuzzTests" }
    package.targets += [
        .systemLibrary(name: "LibFuzzer", path: "Tests/Fuzz/LibFuzzer"),
        .executableTarget(
            name: "fuzz", dependencies: ["LibFuzzer"] + fuzzed, path: "Tests/Fuzz",
            exclude: ["Corpus", "CorpusTests.swift", "LibFuzzer"],
            linkerSettings: [.unsafeFlags([libFuzzer, "-lstdc++"])]),
    ]
}
