"""A TCP proxy between clients and a server that injects network faults."""

import asyncio
import random
import re
import socket
import struct
import threading
from urllib.parse import unquote_to_bytes

from telex_program import PATIENCE

HOST = "127.0.0.1"
LINGER = struct.pack("ii", 1, 0)


class Requests:
    """Splits the bytes of a client into complete HTTP requests, until it switches to another protocol."""

    def __init__(self):
        self.line, self.is_http, self._rest = b"", True, b""

    def feed(self, data):
        """Adds some bytes; returns the requests that they complete."""
        whole = []
        self._rest += data if self.is_http else b""
        while self.is_http and b"\r\n\r\n" in self._rest:
            head, _, rest = self._rest.partition(b"\r\n\r\n")
            length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
            end = len(head) + 4 + (int(length[1]) if length else 0)
            if len(self._rest) < end:
                break
            self.line = head.partition(b"\r\n")[0]
            whole.append(self._rest[:end])
            self._rest = self._rest[end:]
            self.is_http = not re.search(rb"(?i)\r\n(upgrade|transfer-encoding):", head)
        return whole


class Link:
    """A client's connection to the proxy, and the matching one to the server."""

    def __init__(self, proxy, client, server):
        self.proxy, self.client, self.server = proxy, client, server
        self.requests, self.is_dropping = Requests(), False
        self.task, self.pumps = asyncio.current_task(), []

    async def run(self):
        """Passes bytes in both directions until one side ends."""
        self.pumps = [asyncio.ensure_future(self._pump(self.client[0], self.server[1], self._watch)),
                      asyncio.ensure_future(self._pump(self.server[0], self.client[1], self._answer))]
        await asyncio.wait(self.pumps, return_when=asyncio.FIRST_COMPLETED)
        for pump in self.pumps:
            pump.cancel()
        await asyncio.gather(*self.pumps, return_exceptions=True)
        for _, writer in (self.client, self.server):
            writer.close()

    async def _pump(self, source, sink, look):
        while data := await source.read(65536):
            await self.proxy.flow()
            passes = look(data) and not self.is_dropping
            self.proxy.note(passed=len(data))
            if not passes:
                continue
            left = self.proxy.spend(len(data))
            if left is not None:
                sink.write(data[:left])
                self.proxy.burn()
                await self.proxy.flow()
                data = data[left:]
            sink.write(data)
            await sink.drain()

    def _watch(self, data):
        for request in self.requests.feed(data):
            if request.startswith((b"POST ", b"PUT ")):
                self.proxy.last_write = request
            if self.proxy.doomed and unquote_to_bytes(self.requests.line).startswith(self.proxy.doomed):
                self.proxy.losing = self
        return True

    def _answer(self, _):
        return not self.proxy.loses(self)

    def cut(self, resets):
        for _, writer in (self.client, self.server):
            abort(writer, resets)
        for pump in self.pumps:
            pump.cancel()


def abort(writer, resets):
    """Closes the connection without sending pending data, by a reset or a normal close."""
    if resets:
        try:
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, LINGER)
        except OSError:
            pass
    writer.transport.abort()


class FaultProxy:
    """A proxy for the server, on its own port. Random behaviour follows from the seed."""

    def __init__(self, target_port, seed=0):
        self.target, self.chance = target_port, random.Random(seed)
        self.links, self.connecting, self.last_write = set(), set(), None
        self.passed = self.cuts = self.doubled = 0
        self.moved = threading.Condition()
        self.flows = asyncio.Event()
        self.flows.set()
        self.is_refusing, self.doomed, self.losing = False, None, None
        self.fuse, self.at_fuse = None, None
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.listener = self._run(asyncio.start_server(self._serve, HOST, 0))
        self.port = self.listener.sockets[0].getsockname()[1]
        self.url = f"http://{HOST}:{self.port}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # Faults

    def cut(self):
        """Cuts all connections now."""
        self._do(self._cut)

    def refuse(self, refuses):
        """Starts or stops refusing: closes new connections immediately, or accepts them again."""
        self._do(setattr, self, "is_refusing", refuses)

    def hold(self, holds):
        """Holds back all bytes, or releases them."""
        self._do(self.flows.clear if holds else self.flows.set)

    def delay(self, seconds):
        """Holds back all bytes for that many seconds."""
        self.hold(True)
        self.loop.call_soon_threadsafe(self.loop.call_later, seconds, self.flows.set)

    def drop(self):
        """Drops all bytes of one connection, which hangs until it is cut; returns whether there is one."""
        return self._do(self._drop)

    def cut_after(self, count):
        """Cuts all connections after that many more bytes, at any position."""
        self._do(self._light, count, self._cut)

    def hold_after(self, count):
        """Holds back all bytes after that many more."""
        self._do(self._light, count, self.flows.clear)

    def cut_answer(self, request):
        """Loses the response to the next request that starts with this: cuts all connections, and refuses new ones."""
        self._do(setattr, self, "doomed", request.encode())

    def duplicate(self):
        """Repeats the last POST or PUT on a separate connection, as a retrying middlebox does."""
        return self._run(self._duplicate())

    # Results

    def wait_for_bytes(self, count, seconds=PATIENCE):
        """Waits until that many more bytes have passed; returns whether they have."""
        with self.moved:
            end = self.passed + count
            return self.moved.wait_for(lambda: self.passed >= end, seconds)

    def wait_for_fuse(self, seconds=PATIENCE):
        """Waits for the fault that was set to happen after some bytes; returns whether it has."""
        with self.moved:
            return self.moved.wait_for(lambda: self.fuse is None, seconds)

    def wait_for_doom(self, seconds=PATIENCE):
        """Waits until a response was lost; returns whether one was."""
        with self.moved:
            return self.moved.wait_for(lambda: self.doomed is None, seconds)

    def close(self):
        if self.loop.is_closed():
            return
        self._run(self._close())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    # On the event loop's thread

    def _run(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(PATIENCE)

    def _do(self, deed, *arguments):
        async def run():
            return deed(*arguments)

        return self._run(run())

    async def _serve(self, *client):
        if self.is_refusing:
            return abort(client[1], self.chance.random() < 0.5)
        task = asyncio.current_task()
        self.connecting.add(task)
        try:
            server = await asyncio.open_connection(HOST, self.target)
        except (OSError, asyncio.CancelledError):
            return abort(client[1], True)
        finally:
            self.connecting.discard(task)
        link = Link(self, client, server)
        if self.is_refusing:
            return link.cut(True)
        self.links.add(link)
        await link.run()
        self.links.discard(link)

    def note(self, passed=0, cuts=0, doubled=0):
        with self.moved:
            self.passed += passed
            self.cuts += cuts
            self.doubled += doubled
            self.moved.notify_all()

    def _cut(self):
        for link in list(self.links):
            link.cut(self.chance.random() < 0.5)
        self.flows.set()
        self.fuse = None
        self.note(cuts=1)

    def _drop(self):
        if not self.links:
            return False
        self.chance.choice(sorted(self.links, key=id)).is_dropping = True
        return True

    def _light(self, count, deed):
        self.fuse, self.at_fuse = count, deed

    def spend(self, count):
        """Subtracts bytes from the fuse; returns how many of them fit before it burns out, or None if it does not."""
        if self.fuse is None:
            return None
        if self.fuse > count:
            self.fuse -= count
            return None
        return self.fuse

    def burn(self):
        self.at_fuse()
        self.fuse = None
        self.note()

    async def flow(self):
        while not self.flows.is_set():
            await self.flows.wait()

    def loses(self, link):
        """Whether a response is being lost. Nothing else passes until it arrives, and then everything is cut."""
        if self.losing is None:
            return False
        if self.losing is link:
            self.is_refusing = True
            self._cut()
            self.doomed = self.losing = None
            self.note()
        return True

    async def _duplicate(self):
        if self.last_write is None:
            return False
        try:
            reader, writer = await asyncio.open_connection(HOST, self.target)
        except OSError:
            return False
        try:
            writer.write(self.last_write)
            answer = await asyncio.wait_for(reader.read(1), PATIENCE)
        except OSError:
            answer = b""
        finally:
            writer.transport.abort()
        self.note(doubled=1 if answer else 0)
        return answer != b""

    async def _close(self):
        self.listener.close()
        self._cut()
        for task in self.connecting:
            task.cancel()
        await asyncio.gather(*self.connecting, *(link.task for link in self.links), return_exceptions=True)
