/// Messages of JSON-RPC 2.0, lines of them on a byte stream, and a peer that asks and answers.
///
/// One thread reads and hands each message to [dev.drover.jsonrpc.RpcPeer#receive]: answers wake
/// their callers, notifications are handled in order on that thread, and each request of the other
/// side gets a virtual thread of its own, up to a limit. Messages are written by the threads that
/// send them, one at a time, so that nothing waits in a queue.
@NullMarked
package dev.drover.jsonrpc;

import org.jspecify.annotations.NullMarked;
