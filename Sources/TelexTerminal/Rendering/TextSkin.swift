import TelexCore
import TelexRuntime

/// Shows all views as text. It depends on view models only.
final class TextSkin: Outlet, EventSource {
    /// What the terminal shows, and what it has yet to print.
    var screen: ScreenState
    private let renderer: ScreenRenderer
    private let output: any TextOutput
    private var followers: [AnyObject] = []
    private var readerFollowers: [AnyObject] = []

    init(_ output: any TextOutput, _ options: SkinOptions = SkinOptions()) {
        self.output = output
        renderer = ScreenRenderer(options: options, showsState: output.showsState)
        screen = ScreenState(
            printsProgress: !output.showsState, layout: output.isPlain ? .plain : .inline,
            nameLimit: output.showsState && options.nameWidth > 0 ? options.nameWidth : nil)
    }

    func bind(to source: any ViewSource) {
        follow(\.chatList, source)
        follow(\.chatForm, source)
        follow(\.recipients, source)
        follow(\.found, source)
        follow(\.contactList, source)
        follow(\.contactForm, source)
        follow(\.contactExport, source)
        follow(\.upcoming, source)
        follow(\.reminderForm, source)
        follow(\.reminderExport, source)
        follow(\.messages, source)
        follow(\.members, source)
        follow(\.notification, source)
        follow(\.badge, source)
        follow(\.transfers, source)
        follow(\.connection, source)
    }

    private func follow<Model>(_ view: WritableKeyPath<ScreenViews, ViewState<Model>>, _ source: any ViewSource) {
        followers.append(follower(view, source))
    }

    private func follower<Model>(
        _ view: WritableKeyPath<ScreenViews, ViewState<Model>>, _ source: any ViewSource
    ) -> Follower<Model> {
        let follower = Follower(skin: self, view: view)
        source.bind(follower)
        return follower
    }

    /// Notes what a view says.
    private final class Follower<Model: ViewModel>: Listening {
        private unowned let skin: TextSkin
        private let view: WritableKeyPath<ScreenViews, ViewState<Model>>

        init(skin: TextSkin, view: WritableKeyPath<ScreenViews, ViewState<Model>>) {
            self.skin = skin
            self.view = view
        }

        func show(_ model: Model, cause: Cause?) {
            if let chat = model as? MessagesViewModel, view == \ScreenViews.messages { skin.screen.note(chat) }
            skin.screen.views[keyPath: view].change(to: model)
        }

        func close(cause: Cause?) { skin.screen.views[keyPath: view].change(to: nil) }
    }

    func say(_ line: StyledText) {
        print(.line(line))
        if isReading { output.note(line) }
    }

    func say(_ entry: Entry) {
        print(.entry(entry))
        if isReading, let line = entry.lines.last { output.note(line) }
    }

    func print(_ printed: Printed) { output.print(printed) }

    /// Prints what is on the screen, after it was cleared.
    func repaint() {
        if screen.isSilent { return }
        guard let chat = screen.messages else { return screen.askForScreen() }
        let opening = ChatOpening(chat, after: nil, on: output.size, screen.layout)
        output.show(MessagesText(screen.layout).entries(opening))
    }

    /// Follows the chat that the reader shows.
    func follow(reader window: any ViewSource) {
        readerFollowers = [follower(\.reader, window), follower(\.readerFound, window)]
    }

    private var isReading: Bool { !readerFollowers.isEmpty }

    /// Says in the reader what the chat says, which is printed behind it.
    private func noteInReader() {
        guard isReading, let change = screen.views.messages.change, let old = change.old, let new = change.new else {
            return
        }
        if let notice = screen.notices.last { output.note(StyledText(notice, .secondary)) }
        if new.errorRevision != old.errorRevision, let error = new.errorText {
            output.note(StyledText(error, .error))
        }
    }

    /// Shows nothing in the reader any more.
    func closeReader() {
        readerFollowers = []
        screen.views.reader.change(to: nil)
        screen.views.readerFound.change(to: nil)
    }

    func release() throws {
        (screen.size, screen.isAbsent) = (output.size, output.isAbsent)
        if let change = screen.views.reader.change { output.read(change, screen.readerKey) }
        if let found = screen.views.readerFound.change?.new { output.find(found) }
        noteInReader()
        let step = screen.release()
        for row in step.news {
            for notifier in renderer.options.notifiers { notifier.notify(who: row.heading, text: row.previewText) }
            output.alert(who: row.heading, text: row.previewText)
        }
        for printed in step.items.flatMap(renderer.printed) { print(printed) }
        if !screen.isSilent { output.see(screen.seen) }
        seen.note(screen.seenMessages)
        showAwaited()
        try output.release(nil)
    }

    /// What is done with the file of a message once it is here.
    var awaited: (message: MessageID, show: (MessagesViewModel.File) -> Void)?

    private func showAwaited() {
        guard let awaited, let file = screen.messages?.messages.first(where: { $0.message == awaited.message })?.file,
            file.state != .fetching
        else { return }
        self.awaited = nil
        if file.state == .here { awaited.show(file) }
    }

    func discard() { output.discard() }

    /// A view shows the last messages only, so changes are printed before new messages push others out of it.
    var isFull: Bool { screen.views.messages.changeCount >= 25 }

    private var seen = SeenMessages()

    // What is printed while another program has the screen is not seen yet.
    var hasEvent: Bool { screen.retreat != nil || !output.isCovered && seen.isUntold }

    func takeEvent() -> Event? {
        guard let retreat = screen.retreat else { return seen.take() }
        screen.leavesChat = screen.isOneLine && !output.isInteractive
        screen.hasMissed = true
        screen.isOneLine = false
        screen.passesOver = true
        return retreat
    }

    /// Called when no change is pending: prints the requested lists, new busy lines and the prompt.
    func idle() throws {
        screen.leavesChat = false
        for printed in screen.rest().flatMap(renderer.printed) { print(printed) }
        try output.release(renderer.state(screen))
    }
}
