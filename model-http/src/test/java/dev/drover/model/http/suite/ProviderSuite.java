package dev.drover.model.http.suite;

import org.junit.jupiter.api.Nested;

/// All that is asked of a provider.
public abstract class ProviderSuite {
  /// The one that is tested.
  protected abstract Subject subject();

  @Nested
  class Talks extends TalkSuite {
    @Override
    protected Subject subject() {
      return ProviderSuite.this.subject();
    }
  }

  @Nested
  class Breaks extends BreakSuite {
    @Override
    protected Subject subject() {
      return ProviderSuite.this.subject();
    }
  }

  @Nested
  class Asks extends AskSuite {
    @Override
    protected Subject subject() {
      return ProviderSuite.this.subject();
    }
  }

  @Nested
  class Keeps extends PrefixSuite {
    @Override
    protected Subject subject() {
      return ProviderSuite.this.subject();
    }
  }

  @Nested
  class Calls extends CallSuite {
    @Override
    protected Subject subject() {
      return ProviderSuite.this.subject();
    }
  }
}
