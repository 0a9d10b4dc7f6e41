import ArgumentParser
import TelexCore

/// The option that names the program that sends messages.
struct ProgramOption: ParsableArguments {
    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "The program that sends: your own device shows \"You (deploy)\" as the sender. The server and other people do "
                + "not see the name, which has 1 to 32 characters.", valueName: "name"))
    var program: String?

    func validate() throws {
        if let refusal = program.flatMap(MessageUseCase.refusal(ofProgram:)) { throw ValidationError(refusal) }
    }
}
