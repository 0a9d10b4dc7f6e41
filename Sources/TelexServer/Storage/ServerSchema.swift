import GRDB

/// The tables, and how a file is brought up to date.
enum ServerSchema {
    /// The version that last changed what `NameIndex.rebuild` makes. To fold names in another way, add a migration, which
    /// can be empty, and put its version here.
    private static let rebuildVersion = 5

    static let migrator = {
        var migrator = DatabaseMigrator()
        for (version, sql) in zip(1..., migrations) {
            migrator.registerMigration("\(version)") { try $0.execute(sql: sql) }
        }
        return migrator
    }()

    /// Brings a file up to date, or creates its tables.
    ///
    /// `PRAGMA user_version` is the version in which the names of users were last made. If the process is killed before
    /// that, the next start makes them. In a file that is too damaged for it, they stay as they are.
    static func migrate(_ pool: DatabasePool) throws {
        try migrator.migrate(pool)
        let rebuilt = try pool.read { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
        guard rebuilt < rebuildVersion else { return }
        try Damage.allowing {
            try pool.write { database in
                try NameIndex.rebuild(database)
                try database.execute(sql: "PRAGMA user_version = \(migrations.count)")
            }
        }
    }

    /// Whether the file has the tables, columns, references, indices and triggers of its version.
    static func isIntact(_ database: Database) throws -> Bool {
        guard let version = try migrator.completedMigrations(database).last else { return true }
        let model = try DatabaseQueue()
        try migrator.migrate(model, upTo: version)
        return try model.read(parts).isSubset(of: parts(database))
    }

    private static func parts(_ database: Database) throws -> Set<String> {
        try String.fetchSet(
            database,
            sql: """
                SELECT format('%s.%s %s', made.name, part.name, part.type)
                FROM sqlite_master AS made JOIN pragma_table_info(made.name) AS part WHERE made.type = 'table'
                UNION ALL SELECT format('%s.%s > %s', made.name, key."from", key."table")
                FROM sqlite_master AS made JOIN pragma_foreign_key_list(made.name) AS key WHERE made.type = 'table'
                UNION ALL SELECT name FROM sqlite_master WHERE type IN ('index', 'trigger')
                """)
    }
}
