package dev.drover.runtime.problem;

import dev.drover.kernel.Problem;

/// Something that was configured cannot work. Found when it is said, not when it is first used.
public final class ConfigurationInvalid extends DroverException {
  public static final String CODE = "configuration_invalid";
  private static final long serialVersionUID = 1L;

  /// @param field what the message is about, by the name under which it was set
  public ConfigurationInvalid(String field, String detail, String remedy) {
    super(new Problem(CODE, "Configuration", field + ": " + detail, remedy), null);
  }
}
