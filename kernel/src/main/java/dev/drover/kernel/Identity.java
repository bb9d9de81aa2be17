package dev.drover.kernel;

/// For whom a session is, as the host names them. Every part may be empty. It is given when the
/// session is opened for the first time, and stays.
///
/// @param tenant who must not see what is others': lists and questions of one tenant show nothing
///   of another
/// @param principal the person or program that acts
/// @param template what the agent was made from
/// @param correlation what it belongs to elsewhere, a ticket say
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
