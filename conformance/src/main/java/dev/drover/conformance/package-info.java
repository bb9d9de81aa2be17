/// The suites. An adapter's author extends one, hands in the adapter, and runs it.
///
/// A store has nine: [dev.drover.conformance.JournalConformance],
/// [dev.drover.conformance.JournalRaceConformance], [dev.drover.conformance.InboxConformance],
/// [dev.drover.conformance.BlobsConformance], [dev.drover.conformance.ShelfConformance],
/// [dev.drover.conformance.CatalogConformance], [dev.drover.conformance.LeasesConformance],
/// [dev.drover.conformance.AccountsConformance] and [dev.drover.conformance.CloseConformance]; a
/// store that outlives its process has [dev.drover.conformance.ReopenConformance] as well. Each
/// asks for one method only:
///
/// ```java
/// class SqliteJournalTest extends JournalConformance {
///   @Override
///   protected Store open(Path folder) {
///     return SqliteStore.open(folder.resolve("drover.db"));
///   }
/// }
/// ```
///
/// Tests carry the number of the law they hold as a tag, such as `A2`, and end after a minute at
/// the latest.
@NullMarked
package dev.drover.conformance;

import org.jspecify.annotations.NullMarked;
