package dev.drover.kernel;

/// Names one run. Minted outside the kernel and handed in with the prompt.
public record RunId(String value) {
  public RunId {
    NullChecks.nonNull(value, "RunId.value");
    Ids.check("run id", value);
  }

  @Override
  public String toString() {
    return value;
  }
}
