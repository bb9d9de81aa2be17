package dev.drover.testkit.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/// A server on loopback that imitates a provider. Each request takes the next action; a request
/// without one is answered with an error, because a test that sends more than it planned is wrong.
///
/// It uses plain sockets, because it must reset connections and notice when a client hangs up,
/// which no ready-made server allows.
///
/// All methods may be called by any thread; a connection has a virtual thread of its own.
public final class FakeProvider implements AutoCloseable {
  private final WireProtocol protocol;
  private final ServerSocket server;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<ServerAction> acts = new ArrayDeque<>();
  private final List<WireRequest> requests = new ArrayList<>();
  private final Set<Socket> open = new HashSet<>();
  private int connections;
  private int hangUps;
  private boolean closed;

  private FakeProvider(WireProtocol protocol) {
    this.protocol = protocol;
    try {
      this.server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    } catch (IOException unable) {
      throw new UncheckedIOException(unable);
    }
  }

  public static FakeProvider start(WireProtocol protocol) {
    var provider = new FakeProvider(protocol);
    Thread.ofVirtual().name("fake provider").start(provider::listen);
    return provider;
  }

  public String baseUrl() {
    return "http://%s:%d%s"
        .formatted(
            server.getInetAddress().getHostAddress(), server.getLocalPort(), protocol.base());
  }

  /// Appends to the planned actions.
  public FakeProvider then(ServerAction... next) {
    locked(() -> acts.addAll(List.of(next)));
    return this;
  }

  public List<WireRequest> requests() {
    lock.lock();
    try {
      return List.copyOf(requests);
    } finally {
      lock.unlock();
    }
  }

  /// The number of connections so far.
  public int connections() {
    lock.lock();
    try {
      return connections;
    } finally {
      lock.unlock();
    }
  }

  /// Waits until a client has hung up in the middle of an action.
  ///
  /// @return false on timeout
  public boolean awaitHangUp(Duration patience) throws InterruptedException {
    return await(() -> hangUps > 0, patience);
  }

  /// Waits until this many requests have been received.
  ///
  /// @return false on timeout
  public boolean awaitRequests(int count, Duration patience) throws InterruptedException {
    return await(() -> requests.size() >= count, patience);
  }

  private boolean await(BooleanSupplier state, Duration patience) throws InterruptedException {
    lock.lock();
    try {
      long left = patience.toNanos();
      while (!state.getAsBoolean() && left > 0) {
        left = changed.awaitNanos(left);
      }
      return state.getAsBoolean();
    } finally {
      lock.unlock();
    }
  }

  private void listen() {
    while (true) {
      Socket socket;
      try {
        socket = server.accept();
        socket.setTcpNoDelay(true);
      } catch (IOException closing) {
        return;
      }
      int number = opened(socket);
      Thread.ofVirtual().name("fake provider " + number).start(() -> serve(socket, number));
    }
  }

  private int opened(Socket socket) {
    lock.lock();
    try {
      open.add(socket);
      return ++connections;
    } finally {
      lock.unlock();
    }
  }

  private void serve(Socket socket, int number) {
    try (socket) {
      var connection = new FakeConnection(socket, protocol.encoder());
      while (true) {
        var request = connection.read(number);
        if (request == null || !connection.perform(next(request))) {
          return;
        }
      }
    } catch (IOException gone) {
      // The client is gone, or the test has ended.
      locked(() -> hangUps += closed ? 0 : 1);
    } finally {
      locked(() -> open.remove(socket));
    }
  }

  private ServerAction next(WireRequest request) {
    lock.lock();
    try {
      requests.add(request);
      changed.signalAll();
      var act = acts.poll();
      return act == null
          ? new ServerAction.Page(400, "text/plain", "the fake provider has no act left")
          : act;
    } finally {
      lock.unlock();
    }
  }

  private void locked(Runnable change) {
    lock.lock();
    try {
      change.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      server.close();
      for (var socket : open) {
        socket.close();
      }
    } catch (IOException unable) {
      throw new UncheckedIOException(unable);
    } finally {
      lock.unlock();
    }
  }
}
