import NIOCore
import NIOHTTP1
import Testing

@testable import TelexNetwork

@Suite struct AddressTests {
    @Test(arguments: [
        ("http://127.0.0.1:8520", "http://127.0.0.1:8520"), ("https://chat.example.org/", "https://chat.example.org"),
        ("HTTPS://Example.ORG:8443/", "https://example.org:8443"), ("http://[::1]:8520", "http://[::1]:8520"),
        ("https://x/chat", "https://x/chat"), ("https://x/a/B%20c/", "https://x/a/B%20c"), ("https://x//", "https://x"),
        ("127.0.0.1:8520", nil), ("ftp://x", nil), ("http://", nil), ("http://u@x", nil), ("http://u:p@x", nil),
        ("http://x#y", nil), ("http://x?y", nil), ("http://x:99999", nil), ("http://x:0", nil), ("", nil),
        ("http://x/a/../b", nil), ("http://x/a//b", nil), ("http://x/./b", nil), ("http://x/a/%2e%2E/b", nil),
    ])
    func normalizesServerAddresses(text: String, address: String?) {
        #expect(ServerAddress.normalized(text) == address)
    }

    @Test(arguments: [("https://x", ""), ("https://x/chat", "/chat"), ("https://x/a%20b", "/a%20b")])
    func tellsThePath(address: String, path: String) { #expect(ServerAddress.path(of: address) == path) }

    private func name(_ url: String, _ environment: [String: String]) throws(ProxyProblem) -> String? {
        try ProxySettings(environment).proxy(for: url)?.name
    }

    @Test(
        arguments: [
            (["https_proxy": "http://p:3128"], "https://x", "p:3128"),
            (["HTTPS_PROXY": "p:3128"], "https://x", "p:3128"),
            (["https_proxy": "http://p:1/", "HTTPS_PROXY": "http://q:2"], "https://x", "p:1"),
            (["all_proxy": "http://p"], "https://x", "p:80"), (["ALL_PROXY": "http://p:1"], "http://x", "p:1"),
            (["http_proxy": "http://p:1"], "http://x", "p:1"), (["http_proxy": "http://p:1"], "https://x", nil),
            (["https_proxy": "http://p:1"], "http://x", nil),
            (["https_proxy": "http://[::2]:1"], "https://x", "[::2]:1"),
            // A header of a request, in a CGI program.
            (["HTTP_PROXY": "http://p:1"], "http://x", nil),
            // As in curl, an empty value is none.
            (["https_proxy": "", "HTTPS_PROXY": "http://p:1"], "https://x", "p:1"),
            (["all_proxy": " "], "https://x", nil),
            (["all_proxy": "http://p:1", "no_proxy": "", "NO_PROXY": "x"], "https://x", nil),
            (["all_proxy": "http://p:1"], "https://localhost.", nil),
            (["all_proxy": "http://p:1"], "https://localhost:8520", nil),
            (["all_proxy": "http://p:1"], "http://127.3.2.1", nil),
            (["all_proxy": "http://p:1"], "http://[::1]:8520", nil),
            (["all_proxy": "http://u:p%40s@p:1"], "https://x", "p:1"),
        ] as [([String: String], String, String?)])
    func findsTheProxyOfAServer(environment: [String: String], url: String, name: String?) throws {
        #expect(try self.name(url, environment) == name)
    }

    @Test(arguments: [
        ("*", "https://x", true), ("x", "https://x", true), ("example.org", "https://chat.example.org", true),
        (".example.org", "https://chat.example.org", true), (".example.org", "https://example.org", true),
        ("example.org", "https://badexample.org", false), ("a, Example.org b", "https://example.org:8448", true),
        ("example.org:8448", "https://example.org:8448", true), ("example.org:8448", "https://example.org", false),
        ("example.org:443", "https://example.org", true), ("10.1.2.3", "https://10.1.2.3", true),
        ("10.0.0.0/8", "https://10.1.2.3", true), ("10.0.0.0/8", "https://11.1.2.3", false),
        ("10.1.2.0/25", "https://10.1.2.127", true), ("10.1.2.0/25", "https://10.1.2.128", false),
        ("fd00::/8", "https://[fd12::1]", true), ("[fd12::1]", "https://[fd12::1]:8448", true),
        ("[fd12::1]:8448", "https://[fd12::1]:8448", true), ("[fd12::1]:8448", "https://[fd12::1]", false),
        ("10.0.0.0/33", "https://10.1.2.3", false), ("[", "https://x", false), (",,:,/,.", "https://x", false),
        ("", "https://x", false),
    ])
    func exemptsHosts(list: String, url: String, isExempt: Bool) throws {
        #expect((try name(url, ["all_proxy": "http://p:1", "no_proxy": list]) == nil) == isExempt)
        #expect((try name(url, ["all_proxy": "http://p:1", "NO_PROXY": list]) == nil) == isExempt)
    }

    @Test(arguments: [
        "socks5://p:1080", "https://p:443", "http://", "http://:80", "http://p:0", "http://p:x", "http://u:secret@",
        "http://p:99999",
    ])
    func refusesWhatIsNoHTTPProxy(text: String) {
        #expect {
            _ = try name("https://x", ["https_proxy": text])
        } throws: { error in
            let text = (error as? ProxyProblem)?.text ?? ""
            return text.contains("https_proxy") && text.contains("http://HOST:PORT") && !text.contains("cret")
        }
    }

    @Test func keepsCredentialsOutOfMessages() async throws {
        let settings = ProxySettings(["https_proxy": "http://ada:s%40cret@127.0.0.1:1"])
        let proxy = try #require(try settings.proxy(for: "https://chat.example"))
        #expect(proxy.authorization?.headerValue == "Basic YWRhOnNAY3JldA==")
        let session = HTTPSession(
            url: "https://chat.example", token: nil, authority: nil, silence: .seconds(5), proxies: settings)
        let failure = await session.failure(
            await #expect(throws: (any Error).self) { try await session.send("GET", "/", body: nil) }
                ?? CancellationError())
        #expect(failure == .offline("Cannot reach the proxy at 127.0.0.1:1. Check https_proxy"))
    }
}
