package dev.drover.kernel.value;

import dev.drover.kernel.check.NullChecks;

/// The user of a session, as named by the host. Every part may be empty. It is set when the session
/// is first opened, and never changes.
///
/// @param tenant isolates data: lists and queries of one tenant show nothing of another
/// @param principal the person or program that acts
/// @param template that the agent was created from
/// @param correlation an external reference, for example a ticket
public record Identity(String tenant, String principal, String template, String correlation) {
  public static final Identity NONE = new Identity("", "", "", "");

  private static final int LONGEST = 200;

  public Identity {
    NullChecks.nonNull(tenant, "Identity.tenant");
    NullChecks.nonNull(principal, "Identity.principal");
    NullChecks.nonNull(template, "Identity.template");
    NullChecks.nonNull(correlation, "Identity.correlation");
    require("tenant", tenant);
    require("principal", principal);
    require("template", template);
    require("correlation", correlation);
  }

  public static Identity ofTenant(String tenant) {
    return new Identity(tenant, "", "", "");
  }

  public Identity principal(String name) {
    return new Identity(tenant, name, template, correlation);
  }

  public Identity template(String name) {
    return new Identity(tenant, principal, name, correlation);
  }

  public Identity correlation(String name) {
    return new Identity(tenant, principal, template, name);
  }

  private static void require(String field, String value) {
    if (value.length() > LONGEST || value.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "%s: a name in one line, of at most %d characters".formatted(field, LONGEST));
    }
  }
}
