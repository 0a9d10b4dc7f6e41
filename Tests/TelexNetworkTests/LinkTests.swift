import TelexNetwork
import Testing
