package dev.drover.server;

import static dev.drover.kernel.check.NullChecks.nonNull;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.drover.kernel.value.Problem;
import dev.drover.spi.text.IoErrors;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A handler on a port, in the JDK's server, with a virtual thread for each call.
///
/// Limits of the JDK's server that are properties of the whole JVM, such as the time to send the
/// header of a call, belong to the program that starts it.
///
/// Safe for use by any thread.
public final class HttpListener implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpListener.class);
  private static final int DEFAULT_BACKLOG = 0;
  private static final int UNAVAILABLE = 503;

  private final HttpServer server;
  private final CallHandler handler;
  private final HttpLimits limits;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Semaphore slots;
  private final Set<Thread> calls = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean stopping = new AtomicBoolean();

  private HttpListener(HttpServer server, CallHandler handler, HttpLimits limits) {
    this.server = server;
    this.handler = handler;
    this.limits = limits;
    this.slots = new Semaphore(limits.calls());
  }

  /// Listens on this machine only.
  ///
  /// @param port 0 for any free one
  /// @throws IOException if the port is taken
  public static HttpListener onLoopback(int port, CallHandler handler, HttpLimits limits)
      throws IOException {
    return on(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), handler, limits);
  }

  /// Listens on an address. If other machines can reach it, the handler must check who calls, and a
  /// proxy in front must encrypt.
  ///
  /// @throws IOException if the address is taken, or not one of this machine
  public static HttpListener on(InetSocketAddress address, CallHandler handler, HttpLimits limits)
      throws IOException {
    nonNull(handler, "handler");
    nonNull(limits, "limits");
    var server = HttpServer.create(address, DEFAULT_BACKLOG);
    var listener = new HttpListener(server, handler, limits);
    server.setExecutor(listener.threads);
    server.createContext("/", listener::serve);
    server.start();
    return listener;
  }

  public int port() {
    return server.getAddress().getPort();
  }

  private void serve(HttpExchange exchange) {
    var sending = new ReplySender(exchange, limits);
    boolean admitted = slots.tryAcquire();
    try {
      if (!admitted || stopping.get()) {
        sending.send(busy().reply());
        return;
      }
      calls.add(Thread.currentThread());
      if (stopping.get()) {
        Thread.currentThread().interrupt();
      }
      sending.send(answer(exchange));
    } catch (IOException gone) {
      LOG.debug("a reply was not sent: {}", IoErrors.describe(gone));
    } catch (InterruptedException stopped) {
      LOG.debug("a call ended with the server");
    } finally {
      calls.remove(Thread.currentThread());
      if (admitted) {
        slots.release();
      }
      sending.close();
    }
  }

  private HttpReply answer(HttpExchange exchange) throws InterruptedException {
    try {
      return handler.handle(ReceivedCalls.of(exchange, limits));
    } catch (CallRefusedException refused) {
      return refused.reply();
    } catch (RuntimeException | Error bug) {
      LOG.warn("a call failed: {} {}", exchange.getRequestMethod(), bug.toString(), bug);
      return new CallRefusedException(
              500,
              new Problem(
                  "internal_error",
                  "A bug in the server",
                  "the call could not be answered",
                  "Nothing that was reported is lost. The log of the server has more."))
          .reply();
    }
  }

  private static CallRefusedException busy() {
    return new CallRefusedException(
        UNAVAILABLE,
        new Problem(
            "server_busy",
            "Too many calls",
            "the server has too many calls, or is about to stop",
            "Call again later."),
        HeaderFields.NONE.with("Retry-After", "1"));
  }

  /// Refuses new calls, ends those in progress, waits for them, and frees the port.
  @Override
  public void close() {
    if (stopping.getAndSet(true)) {
      return;
    }
    calls.forEach(Thread::interrupt);
    awaitCalls();
    server.stop(0);
    threads.shutdownNow();
  }

  private void awaitCalls() {
    try {
      if (slots.tryAcquire(limits.calls(), limits.stopTime().toMillis(), TimeUnit.MILLISECONDS)) {
        slots.release(limits.calls());
      } else {
        LOG.warn("calls were still in progress when the server stopped");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
