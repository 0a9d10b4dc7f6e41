import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import TelexDigest

/// Receives and sends bytes over HTTPS and does nothing else: what SwiftNIO moves at best.
///
///     bare-server CERTIFICATE KEY SIZE [FOLDER]   listens on 127.0.0.1, prints the port
///
/// Each GET is answered with SIZE bytes, and each PUT once its body is complete. With a folder, bodies are hashed (SHA-256)
/// and written to a file in it, which is synchronized with the disk, and answers are read from the file that came last.
@main
enum BareServer {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard (3...4).contains(arguments.count), let size = Int(arguments[3]) else {
            FileHandle.standardError.write(Data("usage: bare-server CERTIFICATE KEY SIZE [FOLDER]\n".utf8))
            exit(64)
        }
        let chain = try NIOSSLCertificate.fromPEMFile(arguments[1]).map { NIOSSLCertificateSource.certificate($0) }
        let key = try NIOSSLPrivateKey(file: arguments[2], format: .pem)
        let tls = try NIOSSLContext(
            configuration: .makeServerConfiguration(certificateChain: chain, privateKey: .privateKey(key)))
        let path = arguments.count == 4 ? arguments[4] + "/content" : nil
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 16)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(NIOSSLServerHandler(context: tls))
                    try pipeline.configureHTTPServerPipeline()
                    try pipeline.addHandler(Mover(size: size, path: path))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        print(server.localAddress?.port ?? 0)
        fflush(nil)
        try await server.closeFuture.get()
    }
}

/// Answers the requests of a connection.
private final class Mover: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private static let partSize = 1 << 16

    private let size: Int
    private let path: String?
    private let zeros = ByteBuffer(repeating: 0, count: partSize)
    private var method = HTTPMethod.GET
    private var descriptor: CInt = -1
    private var hasher = SHA256()
    /// How many bytes of the answer are not sent yet.
    private var rest = 0
    private var isSending = false

    init(size: Int, path: String?) {
        self.size = size
        self.path = path
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            method = head.method
            hasher = SHA256()
            if let path { descriptor = open(path, method == .PUT ? O_RDWR | O_CREAT | O_TRUNC : O_RDONLY, 0o600) }
        case .body(let part): keep(part)
        case .end: method == .PUT ? confirm(context) : answer(context)
        }
    }

    private func keep(_ part: ByteBuffer) {
        guard path != nil else { return }
        part.withUnsafeReadableBytes { bytes in
            hasher.update(bytes)
            guard write(descriptor, bytes.baseAddress, bytes.count) == bytes.count else { fatalError("cannot write") }
        }
    }

    private func confirm(_ context: ChannelHandlerContext) {
        var headers: HTTPHeaders = ["content-length": "0"]
        if path != nil {
            headers.add(name: "etag", value: Data(hasher.value).base64EncodedString())
            fsync(descriptor)
            close(descriptor)
        }
        context.write(
            wrapOutboundOut(.head(.init(version: .http1_1, status: .ok, headers: headers))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    private func answer(_ context: ChannelHandlerContext) {
        rest = size
        let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: ["content-length": "\(size)"])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        send(context)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        send(context)
        context.fireChannelWritabilityChanged()
    }

    /// Writes as much as the connection takes now.
    private func send(_ context: ChannelHandlerContext) {
        // A flush may make the connection writable again right away.
        guard !isSending else { return }
        isSending = true
        defer { isSending = false }
        while rest > 0, context.channel.isWritable {
            var part = zeros
            if path != nil {
                part = context.channel.allocator.buffer(capacity: Self.partSize)
                part.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.partSize) {
                    max(0, read(descriptor, $0.baseAddress, Self.partSize))
                }
            }
            part = part.getSlice(at: 0, length: min(rest, part.readableBytes)) ?? part
            guard part.readableBytes > 0 else { fatalError("cannot read") }
            rest -= part.readableBytes
            context.write(wrapOutboundOut(.body(.byteBuffer(part))), promise: nil)
            if rest == 0 {
                context.write(wrapOutboundOut(.end(nil)), promise: nil)
                if path != nil { close(descriptor) }
            }
            context.flush()
        }
    }
}
