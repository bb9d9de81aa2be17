package dev.drover.model.http.suite;

import org.junit.jupiter.api.Nested;

/// All suites for a provider.
public abstract class ProviderSuite {
  /// The provider under test.
  protected abstract TestedProvider subject();

  @Nested
  class Talks extends ReplySuite {
    @Override
    protected TestedProvider subject() {
      return ProviderSuite.this.subject();
    }
  }

  @Nested
  class Breaks extends FailureSuite {
    @Override
    protected TestedProvider subject() {
      return ProviderSuite.this.subject();
    }
  }

  @Nested
  class Asks extends RequestSuite {
    @Override
    protected TestedProvider subject() {
      return ProviderSuite.this.subject();
    }
  }

  @Nested
  class Keeps extends PrefixSuite {
    @Override
    protected TestedProvider subject() {
      return ProviderSuite.this.subject();
    }
  }

  @Nested
  class Calls extends ToolCallSuite {
    @Override
    protected TestedProvider subject() {
      return ProviderSuite.this.subject();
    }
  }
}
