package dev.drover.mcp.server.agent;

import dev.drover.jsonrpc.RpcErrorException;
import dev.drover.jsonrpc.RpcJson;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.mcp.server.protocol.McpErrors;
import dev.drover.spi.Bytes;
import dev.drover.spi.time.Time;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.JsonNode;

/// Writes what a question is about into a text that the client keeps, and reads it back. The client
/// cannot change it, and can use it only for the same call, as the same principal, and for some
/// time. That it is used once is up to the approvals themselves: each takes one answer.
public final class RequestStateSeal {
  private static final String ALGORITHM = "HmacSHA256";
  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

  private final SecretKeySpec key;
  private final Duration validity;
  private final Time time;

  public RequestStateSeal(Bytes key, Duration validity, Time time) {
    this.key = new SecretKeySpec(key.array(), ALGORITHM);
    this.validity = validity;
    this.time = time;
  }

  /// The call that a question belongs to.
  ///
  /// @param digest of its method, name and arguments
  record Origin(String principal, String digest) {}

  /// A run that waits for answers.
  record AwaitedRun(SessionId session, RunId run, List<ApprovalId> approvals) {
    AwaitedRun {
      approvals = List.copyOf(approvals);
    }
  }

  String seal(Origin origin, AwaitedRun awaited) {
    var json =
        RpcJson.object()
            .put("principal", origin.principal())
            .put("digest", origin.digest())
            .put("until", time.now().plus(validity).getEpochSecond())
            .put("session", awaited.session().value())
            .put("run", awaited.run().toString());
    var approvals = json.putArray("approvals");
    awaited.approvals().forEach(id -> approvals.add(id.toString()));
    return sealed(RpcJson.text(json).getBytes(StandardCharsets.UTF_8));
  }

  /// @throws RpcErrorException if it was not sealed here, for this call, or not in time
  AwaitedRun open(String state, Origin origin) throws RpcErrorException {
    var json = verified(state);
    if (!json.path("principal").asString("").equals(origin.principal())) {
      throw refused("it belongs to another principal");
    }
    if (!json.path("digest").asString("").equals(origin.digest())) {
      throw refused("it belongs to another call");
    }
    if (json.path("until").asLong(0) < time.now().getEpochSecond()) {
      throw refused("it is too old; call again without it");
    }
    var approvals = new ArrayList<ApprovalId>();
    json.path("approvals").forEach(id -> approvals.add(ApprovalId.parse(id.asString())));
    return new AwaitedRun(
        new SessionId(json.path("session").asString()),
        new RunId(json.path("run").asString()),
        approvals);
  }

  /// The text is compared with what this seal would have written: the last digit of a code in
  /// Base64 can be changed without changing its bytes.
  private JsonNode verified(String state) throws RpcErrorException {
    int dot = Math.max(state.indexOf('.'), 0);
    try {
      var content = Base64.getUrlDecoder().decode(state.substring(0, dot));
      var expected = sealed(content).getBytes(StandardCharsets.UTF_8);
      if (MessageDigest.isEqual(expected, state.getBytes(StandardCharsets.UTF_8))) {
        return RpcJson.parse(new String(content, StandardCharsets.UTF_8));
      }
    } catch (IllegalArgumentException malformed) {
      throw refused("it was changed");
    }
    throw refused("it was changed");
  }

  private String sealed(byte[] content) {
    return ENCODER.encodeToString(content) + "." + ENCODER.encodeToString(mac(content));
  }

  private static RpcErrorException refused(String why) {
    return McpErrors.invalidParams("requestState is refused: " + why);
  }

  /// A text that cannot be guessed without the key.
  public String secretName(String purpose) {
    return ENCODER.encodeToString(mac(purpose.getBytes(StandardCharsets.UTF_8)));
  }

  private byte[] mac(byte[] content) {
    try {
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return mac.doFinal(content);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
