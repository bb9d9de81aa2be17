/// Stores over SQL. [dev.drover.store.sql.SqlStore] is a [dev.drover.spi.store.Store] over a
/// [dev.drover.store.sql.DatabaseAccess] and a [dev.drover.store.sql.SqlDialect]; a module for a
/// database brings both, with its schema. Writes name what must not change while they run
/// ([dev.drover.store.sql.WriteLocks]).
@NullMarked
package dev.drover.store.sql;

import org.jspecify.annotations.NullMarked;
