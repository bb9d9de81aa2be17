package dev.drover.model.http;

import dev.drover.kernel.message.ModelReply;
import dev.drover.model.http.facts.ModelAbility;
import dev.drover.model.http.protocol.ModelTarget;
import dev.drover.model.http.protocol.ProtocolJson;
import dev.drover.model.http.protocol.ProviderError;
import dev.drover.model.http.protocol.ProviderErrorException;
import dev.drover.model.http.protocol.ProviderProtocol;
import dev.drover.model.http.protocol.ReplyReader;
import dev.drover.model.http.protocol.RetryAfterHeader;
import dev.drover.model.http.transport.HttpPost;
import dev.drover.model.http.transport.HttpResponseStream;
import dev.drover.model.http.transport.HttpTransport;
import dev.drover.model.http.transport.SseParser;
import dev.drover.model.http.transport.TransportException;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.model.ProviderKey;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;

/// One model. Combines two independent parts: a protocol, which knows no connection, and a
/// transport, which knows no model. A call is one attempt.
final class HttpModel implements Model {
  /// An event may contain a whole reply; no reply comes near this size.
  private static final int EVENT_LIMIT = 32 * 1024 * 1024;

  private static final int ERROR_LIMIT = 64 * 1024;

  private final ProviderProtocol protocol;
  private final ProviderEndpoint endpoint;
  private final ModelTarget target;
  private final HttpTransport wire;

  HttpModel(
      ProviderProtocol protocol,
      ProviderEndpoint endpoint,
      ModelTarget target,
      HttpTransport wire) {
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
  public ProviderKey providerKey() {
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
  public boolean supportsJsonSchema() {
    return target.facts().can(ModelAbility.JSON);
  }

  @Override
  public boolean acceptsMedia(String mediaType) {
    return target.facts().reads(mediaType);
  }

  @Override
  public ModelReply call(ModelRequest request, Delta.Sink deltas)
      throws ModelException, InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("the call was stopped before it began");
    }
    var secret = endpoint.secret();
    var failures = new HttpModelFailures(target.name(), endpoint, secret);
    if (secret.isEmpty() ? endpoint.needsKey() : !isPrintable(secret)) {
      // Sent as a header it would be included in the error message of the client.
      throw failures.withoutKey();
    }
    try (var answer = wire.send(post(request, secret))) {
      if (answer.status() / 100 != 2 || !isStream(answer)) {
        throw failures.refused(answer.status(), trouble(answer));
      }
      return read(answer, protocol.replyReader(target, deltas));
    } catch (TransportException broken) {
      throw failures.broken(broken);
    } catch (ProviderErrorException troubled) {
      throw failures.interrupted(troubled);
    }
  }

  private HttpPost post(ModelRequest request, String secret) {
    var headers = new HashMap<>(protocol.headers(secret));
    headers.put("content-type", "application/json");
    headers.put("accept", "text/event-stream");
    return new HttpPost(
        endpoint.at(protocol.path(target.model())), headers, protocol.body(request, target));
  }

  private static boolean isPrintable(String secret) {
    return secret.chars().allMatch(each -> each > ' ' && each < 127);
  }

  /// A page or a document instead of a stream comes from another server than intended, or is an
  /// error without an error status.
  private static boolean isStream(HttpResponseStream answer) {
    var type = answer.header("content-type").toLowerCase(Locale.ROOT);
    return !type.startsWith("text/html") && !type.startsWith("application/json");
  }

  private ProviderError trouble(HttpResponseStream answer) throws InterruptedException {
    var body = ProtocolJson.tryParse(answer.beginning(ERROR_LIMIT));
    if (answer.status() / 100 == 2 && !body.has("error")) {
      return new ProviderError(ModelException.Kind.UNREADABLE, "the answer is not a stream");
    }
    var trouble = protocol.error(answer.status() / 100 == 2 ? 0 : answer.status(), body);
    var asked = RetryAfterHeader.of(answer::header);
    return asked.isZero() ? trouble : new ProviderError(trouble.kind(), trouble.message(), asked);
  }

  private static ModelReply read(HttpResponseStream answer, ReplyReader reading)
      throws TransportException, ProviderErrorException, InterruptedException {
    var parser = new SseParser(EVENT_LIMIT);
    for (var pieces = answer.next(); pieces != null; pieces = answer.next()) {
      if (isWhole(pieces, parser, reading)) {
        answer.finish();
        break;
      }
    }
    return reading.reply();
  }

  private static boolean isWhole(List<ByteBuffer> pieces, SseParser parser, ReplyReader reading)
      throws TransportException, ProviderErrorException {
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
