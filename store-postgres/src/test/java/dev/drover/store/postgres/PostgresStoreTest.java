package dev.drover.store.postgres;

import dev.drover.conformance.AccountStoreConformance;
import dev.drover.conformance.ArtifactStoreConformance;
import dev.drover.conformance.BlobsConformance;
import dev.drover.conformance.CatalogConformance;
import dev.drover.conformance.CloseConformance;
import dev.drover.conformance.DeleteConformance;
import dev.drover.conformance.ForkConformance;
import dev.drover.conformance.GrantStoreConformance;
import dev.drover.conformance.InboxConformance;
import dev.drover.conformance.JournalConformance;
import dev.drover.conformance.JournalRaceConformance;
import dev.drover.conformance.LeasesConformance;
import dev.drover.conformance.ReopenConformance;
import dev.drover.conformance.SharedAccountConformance;
import dev.drover.conformance.SharedContentConformance;
import dev.drover.conformance.SharedJournalConformance;
import dev.drover.conformance.TenantConformance;
import dev.drover.spi.store.Store;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(TestServer.SchemaCleanup.class)
class PostgresStoreTest {
  @Nested
  class Journal extends JournalConformance {
    @Override
    protected Store open(Path folder) {
      return PostgresStore.connect(TestServer.preparedAddress(folder));
    }
  }

  @Nested
  class JournalRaces extends JournalRaceConformance {
    @Override
    protected Store open(Path folder) {
      return PostgresStore.connect(TestServer.preparedAddress(folder));
    }
  }

  @Nested
  class Inbox extends InboxConformance {
    @Override
    protected Store open(Path folder) {
      return PostgresStore.connect(TestServer.preparedAddress(folder));
    }
  }

  @Nested
  class Blobs extends BlobsConformance {
    @Override
    protected Store open(Path folder) {
      return PostgresStore.connect(TestServer.preparedAddress(folder));
    }
  }

  @Nested
  class Artifacts extends ArtifactStoreConformance {
    @Override
    protected Store open(Path folder) {
      return PostgresStore.connect(TestServer.preparedAddress(folder));
    }
  }

  @Nested
  class Catalog extends CatalogConformance {
    @Override
    protected Store open(Path folder) {
      return PostgresStore.connect(TestServer.preparedAddress(folder));
    }
  }

  @Nested
  class Tenants extends TenantConformance {
    @Override
    protected Store open(Path folder) {
      return PostgresStore.connect(TestServer.preparedAddress(folder));
    }
  }

  @Nested
  class Forks extends ForkConformance {
    @Override
    protected Store open(Path folder) {
      return PostgresStore.connect(TestServer.preparedAddress(folder));
    }
  }

  @Nested
  class Leases extends LeasesConformance {
    @Override
    protected Store open(Path folder) {
      return PostgresStore.connect(TestServer.preparedAddress(folder));
    }
  }

  @Nested
  class Grants extends GrantStoreConformance {
    @Override
    protected Store open(Path folder) {
      return PostgresStore.connect(TestServer.preparedAddress(folder));
    }
  }

  @Nested
  class Accounts extends AccountStoreConformance {
    @Override
    protected Store open(Path folder) {
      return PostgresStore.connect(TestServer.preparedAddress(folder));
    }
  }

  @Nested
  class Delete extends DeleteConformance {
    @Override
    protected Store open(Path folder) {
      return PostgresStore.connect(TestServer.preparedAddress(folder));
    }
  }

  @Nested
  class Close extends CloseConformance {
    @Override
    protected Store open(Path folder) {
      return PostgresStore.connect(TestServer.preparedAddress(folder));
    }
  }

  @Nested
  class Reopen extends ReopenConformance {
    @Override
    protected Store open(Path folder) {
      return PostgresStore.connect(TestServer.preparedAddress(folder));
    }
  }

  @Nested
  class SharedJournal extends SharedJournalConformance {
    @Override
    protected Store open(Path folder) {
      return PostgresStore.connect(TestServer.preparedAddress(folder));
    }
  }

  @Nested
  class SharedAccounts extends SharedAccountConformance {
    @Override
    protected Store open(Path folder) {
      return PostgresStore.connect(TestServer.preparedAddress(folder));
    }
  }

  @Nested
  class SharedContent extends SharedContentConformance {
    @Override
    protected Store open(Path folder) {
      return PostgresStore.connect(TestServer.preparedAddress(folder));
    }
  }
}
