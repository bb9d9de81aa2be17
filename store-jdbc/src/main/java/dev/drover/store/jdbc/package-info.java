/// The store port over SQL. Decisions are the shared ones of the port; what is here is thin SQL.
@NullMarked
package dev.drover.store.jdbc;

import org.jspecify.annotations.NullMarked;
