package dev.drover.model.http;

import dev.drover.kernel.ModelReply;
import dev.drover.model.http.facts.Ability;
import dev.drover.model.http.protocol.Json;
import dev.drover.model.http.protocol.Protocol;
import dev.drover.model.http.protocol.Reading;
import dev.drover.model.http.protocol.RetryAfter;
import dev.drover.model.http.protocol.Target;
import dev.drover.model.http.protocol.Trouble;
import dev.drover.model.http.protocol.Troubled;
import dev.drover.model.http.wire.Answer;
import dev.drover.model.http.wire.Post;
import dev.drover.model.http.wire.SseParser;
import dev.drover.model.http.wire.Wire;
import dev.drover.model.http.wire.WireBroken;
import dev.drover.spi.model.Account;
import dev.drover.spi.model.DeltaSink;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;

/// One model. Puts together what does not know of each other: a protocol, which knows no
/// connection, and a wire, which knows no model. A call is one attempt.
final class HttpModel implements Model {
  /// An event may carry a whole reply; no reply is near this.
  private static final int EVENT_LIMIT = 32 * 1024 * 1024;

  private static final int ERROR_LIMIT = 64 * 1024;

  private final Protocol protocol;
  private final Endpoint endpoint;
  private final Target target;
  private final Wire wire;

  HttpModel(Protocol protocol, Endpoint endpoint, Target target, Wire wire) {
    this.protocol = protocol;
    this.endpoint = endpoint;
    this.target = target;
    this.wire = wire;
  }

  @Override
  public String name() {
    return target.name();
  }

  @Override
  public Account account() {
    return endpoint.account();
  }

  @Override
  public int maxOutput() {
    return target.facts().maxOutput();
  }

  @Override
  public int window() {
    return target.facts().window();
  }

  @Override
  public boolean givesJson() {
    return target.facts().can(Ability.JSON);
  }

  @Override
  public boolean reads(String mediaType) {
    return target.facts().reads(mediaType);
  }

  @Override
  public ModelReply call(ModelRequest request, DeltaSink deltas)
      throws ModelException, InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("the call was stopped before it began");
    }
    var secret = endpoint.secret();
    var failures = new Failures(target.name(), endpoint, secret);
    if (secret.isEmpty() ? endpoint.needsKey() : !isPrintable(secret)) {
      // Sent as a header it would come back inside the client's complaint.
      throw failures.withoutKey();
    }
    try (var answer = wire.send(post(request, secret))) {
      if (answer.status() / 100 != 2 || !isStream(answer)) {
        throw failures.refused(answer.status(), trouble(answer));
      }
      return read(answer, protocol.reading(target, deltas));
    } catch (WireBroken broken) {
      throw failures.broken(broken);
    } catch (Troubled troubled) {
      throw failures.interrupted(troubled);
    }
  }

  private Post post(ModelRequest request, String secret) {
    var headers = new HashMap<>(protocol.headers(secret));
    headers.put("content-type", "application/json");
    headers.put("accept", "text/event-stream");
    return new Post(
        endpoint.at(protocol.path(target.model())), headers, protocol.body(request, target));
  }

  private static boolean isPrintable(String secret) {
    return secret.chars().allMatch(each -> each > ' ' && each < 127);
  }

  /// A page or a document in the place of a stream comes from something else than was meant, or it
  /// is an error that forgot its status.
  private static boolean isStream(Answer answer) {
    var type = answer.header("content-type").toLowerCase(Locale.ROOT);
    return !type.startsWith("text/html") && !type.startsWith("application/json");
  }

  private Trouble trouble(Answer answer) throws InterruptedException {
    var body = Json.tryParse(answer.beginning(ERROR_LIMIT));
    if (answer.status() / 100 == 2 && !body.has("error")) {
      return new Trouble(Trouble.Kind.UNREADABLE, "the answer is not a stream");
    }
    var trouble = protocol.trouble(answer.status() / 100 == 2 ? 0 : answer.status(), body);
    var asked = RetryAfter.of(answer::header);
    return asked.isZero() ? trouble : new Trouble(trouble.kind(), trouble.said(), asked);
  }

  private static ModelReply read(Answer answer, Reading reading)
      throws WireBroken, Troubled, InterruptedException {
    var parser = new SseParser(EVENT_LIMIT);
    for (var pieces = answer.next(); pieces != null; pieces = answer.next()) {
      if (isWhole(pieces, parser, reading)) {
        answer.finish();
        break;
      }
    }
    return reading.reply();
  }

  private static boolean isWhole(List<ByteBuffer> pieces, SseParser parser, Reading reading)
      throws WireBroken, Troubled {
    for (var piece : pieces) {
      for (var event : parser.feed(piece)) {
        if (reading.accept(event)) {
          return true;
        }
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return target.name();
  }
}
