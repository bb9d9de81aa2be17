package dev.drover.server;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.kernel.value.Problem;
import dev.drover.spi.Bytes;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Lets calls through that carry a known token in `Authorization`, and names their principal.
///
/// A token in the address is refused: addresses end up in logs and histories.
public final class BearerGuard implements CallHandler {
  private static final String SCHEME = "Bearer ";
  private static final int BAD_REQUEST = 400;
  private static final int UNAUTHORIZED = 401;
  private static final Pattern TOKEN_IN_QUERY =
      Pattern.compile("(^|&)(token|access_token)=", Pattern.CASE_INSENSITIVE);

  /// Principals by the digest of their token.
  private final Map<Bytes, String> principals = new LinkedHashMap<>();

  private final CallHandler next;

  /// @param principals the name of the caller for each token
  public BearerGuard(Map<String, String> principals, CallHandler next) {
    principals.forEach((token, name) -> this.principals.put(digest(token), name));
    this.next = nonNull(next, "next");
  }

  @Override
  public HttpReply handle(HttpCall call) throws CallRefusedException, InterruptedException {
    if (TOKEN_IN_QUERY.matcher(call.query()).find()) {
      throw new CallRefusedException(
          BAD_REQUEST,
          new Problem(
              "token_in_address",
              "Token in the address",
              "a token must not be part of an address",
              "Send it as 'Authorization: Bearer TOKEN', and replace this token."));
    }
    var caller = call.headers().first("Authorization").flatMap(this::principal);
    if (caller.isEmpty()) {
      throw new CallRefusedException(
          UNAUTHORIZED,
          new Problem(
              "token_required",
              "No access",
              "the call has no token that is known here",
              "Send 'Authorization: Bearer TOKEN' with the token that the server showed."),
          HeaderFields.NONE.with("WWW-Authenticate", "Bearer"));
    }
    return next.handle(call.by(caller.get()));
  }

  /// Compares with every token, in a time that does not depend on where they differ.
  private Optional<String> principal(String field) {
    if (!field.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return Optional.empty();
    }
    var sent = digest(field.substring(SCHEME.length()).strip());
    var found = Optional.<String>empty();
    for (var known : principals.entrySet()) {
      if (MessageDigest.isEqual(known.getKey().array(), sent.array())) {
        found = Optional.of(known.getValue());
      }
    }
    return found;
  }

  private static Bytes digest(String token) {
    try {
      return Bytes.of(
          MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
