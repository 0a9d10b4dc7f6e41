import AsyncHTTPClient
import NIOSSL
import NIOWebSocket
