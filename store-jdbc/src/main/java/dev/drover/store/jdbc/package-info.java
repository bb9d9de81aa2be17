/// The store port over SQL. Decisions are shared by all stores through the port; this is thin SQL.
@NullMarked
package dev.drover.store.jdbc;

import org.jspecify.annotations.NullMarked;
