package dev.drover.mcp;

import dev.drover.jsonrpc.RpcError;
import dev.drover.jsonrpc.RpcErrorException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The calls of one connection that may be asked something, and those that wait for a person. Safe
/// for use by many threads.
final class LiveCalls {
  private static final int MAX_WAITING = 64;

  private final ReentrantLock lock = new ReentrantLock();
  private final Set<LiveCall> running = new LinkedHashSet<>();
  private final Map<String, LiveCall> waiting = new LinkedHashMap<>();
  private long lastKey;

  void add(LiveCall call) {
    lock.lock();
    try {
      running.add(call);
    } finally {
      lock.unlock();
    }
  }

  void remove(LiveCall call) {
    lock.lock();
    try {
      running.remove(call);
    } finally {
      lock.unlock();
    }
  }

  /// Keeps a call whose question is being asked.
  ///
  /// @return the key under which it is found again, or null if too many wait
  @Nullable String park(LiveCall call) {
    lock.lock();
    try {
      if (waiting.size() >= MAX_WAITING) {
        return null;
      }
      var key = "q" + ++lastKey;
      waiting.put(key, call);
      return key;
    } finally {
      lock.unlock();
    }
  }

  @Nullable LiveCall unpark(String key) {
    lock.lock();
    try {
      return waiting.remove(key);
    } finally {
      lock.unlock();
    }
  }

  boolean isWaiting(String key) {
    lock.lock();
    try {
      return waiting.containsKey(key);
    } finally {
      lock.unlock();
    }
  }

  /// A question of the server. Over standard streams it does not say to which call it belongs: then
  /// it is the oldest one that has no open question.
  ObjectNode ask(JsonNode params, @Nullable LiveCall during)
      throws RpcErrorException, InterruptedException {
    var call = during == null ? oldest() : during;
    if (call == null) {
      throw new RpcErrorException(
          RpcError.INVALID_REQUEST, "questions can be asked during a tool call only");
    }
    return call.ask(params);
  }

  private @Nullable LiveCall oldest() {
    lock.lock();
    try {
      return running.stream().filter(call -> !waiting.containsValue(call)).findFirst().orElse(null);
    } finally {
      lock.unlock();
    }
  }

  /// The connection is over: calls end with it.
  void cancelAll() {
    lock.lock();
    try {
      running.forEach(LiveCall::cancel);
      waiting.clear();
    } finally {
      lock.unlock();
    }
  }
}
