import ArgumentParser
import TelexServer

/// `telex-server doctor`: checks the server's file and certificate.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check the server's file and certificate. Changes nothing.",
        discussion: """
            It can run beside the server. It reads the content of all files, which may take a while. It prints a line for each check: "!" marks a problem, and the line says what to do.
            """)

    @OptionGroup var storage: StoreOptions
    @OptionGroup var security: CertificateOptions

    func validate() throws { try security.check() }

    func run() throws {
        let findings = try Checkup(path: storage.path).findings() + certificateFindings()
        for finding in findings { print(finding) }
        if findings.contains(where: \.isBad) { throw ExitCode(1) }
    }

    private func certificateFindings() -> [Finding] {
        var findings: [Finding] = []
        if let key = security.key, Checkup.isOpen(key) {
            findings.append(.bad("Other users can read the private key.", "Make it private: chmod 600 \(key)"))
        }
        do {
            guard let expiry = try security.read()?.expiry() else { return findings }
            let days = Int((expiry.timeIntervalSinceNow / 86_400).rounded(.down))
            if days < 0 {
                findings.append(.bad("The certificate expired on \(expiry). Get a new one."))
            } else if days < 14 {
                findings.append(.bad("The certificate expires in \(days) days, on \(expiry). Get a new one."))
            } else {
                findings.append(.good("The certificate matches its key and expires in \(days) days."))
            }
        } catch {
            findings.append(.bad("\(error)"))
        }
        return findings
    }
}
