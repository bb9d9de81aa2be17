/// Queries on a store: sessions, runs, events, usage and comparisons; for all tenants or for one.
@NullMarked
package dev.drover.query;

import org.jspecify.annotations.NullMarked;
