/// The store in a PostgreSQL database: [dev.drover.store.postgres.PostgresStore]. Appends of many
/// sessions are written as arrays in one transaction; everything else is a transaction of its own.
/// Locks are rows, taken in one order.
@NullMarked
package dev.drover.store.postgres;

import org.jspecify.annotations.NullMarked;
