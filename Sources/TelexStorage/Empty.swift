import TelexCore
