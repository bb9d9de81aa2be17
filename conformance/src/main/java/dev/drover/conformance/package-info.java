/// The conformance suites. The author of an adapter extends one, provides the adapter, and runs it.
///
/// A store has these: [dev.drover.conformance.JournalConformance],
/// [dev.drover.conformance.JournalRaceConformance], [dev.drover.conformance.InboxConformance],
/// [dev.drover.conformance.BlobsConformance], [dev.drover.conformance.ArtifactStoreConformance],
/// [dev.drover.conformance.CatalogConformance], [dev.drover.conformance.TenantConformance],
/// [dev.drover.conformance.ForkConformance], [dev.drover.conformance.DeleteConformance],
/// [dev.drover.conformance.GrantStoreConformance], [dev.drover.conformance.LeasesConformance],
/// [dev.drover.conformance.AccountStoreConformance] and [dev.drover.conformance.CloseConformance];
/// a store that outlives its process has [dev.drover.conformance.ReopenConformance] as well, and
/// one that several processes can use at once [dev.drover.conformance.SharedJournalConformance],
/// [dev.drover.conformance.SharedAccountConformance] and
/// [dev.drover.conformance.SharedContentConformance]. Each needs only one method:
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
/// Tests are tagged with the law that they check, such as `A2`, and time out after a minute.
@NullMarked
package dev.drover.conformance;

import org.jspecify.annotations.NullMarked;
