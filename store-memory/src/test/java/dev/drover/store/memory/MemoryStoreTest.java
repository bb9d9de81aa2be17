package dev.drover.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

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
import dev.drover.conformance.TenantConformance;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Store;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class MemoryStoreTest {
  @Nested
  class Journal extends JournalConformance {
    @Override
    protected Store open(Path folder) {
      return new MemoryStore();
    }
  }

  @Nested
  class JournalRaces extends JournalRaceConformance {
    @Override
    protected Store open(Path folder) {
      return new MemoryStore();
    }
  }

  @Nested
  class Inbox extends InboxConformance {
    @Override
    protected Store open(Path folder) {
      return new MemoryStore();
    }
  }

  @Nested
  class Blobs extends BlobsConformance {
    @Override
    protected Store open(Path folder) {
      return new MemoryStore();
    }
  }

  @Nested
  class Shelf extends ArtifactStoreConformance {
    @Override
    protected Store open(Path folder) {
      return new MemoryStore();
    }
  }

  @Nested
  class Catalog extends CatalogConformance {
    @Override
    protected Store open(Path folder) {
      return new MemoryStore();
    }
  }

  @Nested
  class Tenants extends TenantConformance {
    @Override
    protected Store open(Path folder) {
      return new MemoryStore();
    }
  }

  @Nested
  class Forks extends ForkConformance {
    @Override
    protected Store open(Path folder) {
      return new MemoryStore();
    }
  }

  @Nested
  class Leases extends LeasesConformance {
    @Override
    protected Store open(Path folder) {
      return new MemoryStore();
    }
  }

  @Nested
  class Grants extends GrantStoreConformance {
    @Override
    protected Store open(Path folder) {
      return new MemoryStore();
    }
  }

  @Nested
  class Accounts extends AccountStoreConformance {
    @Override
    protected Store open(Path folder) {
      return new MemoryStore();
    }
  }

  @Nested
  class Close extends CloseConformance {
    @Override
    protected Store open(Path folder) {
      return new MemoryStore();
    }
  }

  @Nested
  class Delete extends DeleteConformance {
    @Override
    protected Store open(Path folder) {
      return new MemoryStore();
    }
  }

  @Test
  void twoStoresShareNothing() {
    try (var one = new MemoryStore();
        var other = new MemoryStore()) {
      var name = one.blobs().put(Bytes.of("hello"), Instant.EPOCH);
      assertThat(other.blobs().get(name)).isEmpty();
    }
  }
}
