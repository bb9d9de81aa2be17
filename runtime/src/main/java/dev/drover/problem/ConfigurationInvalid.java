package dev.drover.problem;

import dev.drover.kernel.value.Problem;

/// A setting is invalid. It is reported when it is set, not when it is first used.
public final class ConfigurationInvalid extends DroverException {
  public static final String CODE = "configuration_invalid";
  private static final long serialVersionUID = 1L;

  /// @param field the name under which the setting was set
  public ConfigurationInvalid(String field, String detail, String remedy) {
    super(new Problem(CODE, "Configuration", field + ": " + detail, remedy), null);
  }
}
