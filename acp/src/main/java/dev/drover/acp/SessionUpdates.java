package dev.drover.acp;

import dev.drover.acp.update.EditorUpdate;
import dev.drover.acp.wire.UpdateJson;
import dev.drover.jsonrpc.RpcJson;
import dev.drover.jsonrpc.RpcPeer;
import dev.drover.kernel.value.SessionId;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/// Sends what an editor shows of one session. An editor that is gone is not waited for: the end of
/// its connection is noticed by the reader.
///
/// Safe for use by many threads.
record SessionUpdates(RpcPeer peer, SessionId session, UpdateJson format) {
  private static final Logger LOG = LoggerFactory.getLogger(SessionUpdates.class);

  void send(List<EditorUpdate> updates) {
    updates.forEach(this::send);
  }

  void send(EditorUpdate update) {
    format.write(update).ifPresent(this::sendJson);
  }

  void sendJson(ObjectNode update) {
    var params = RpcJson.object().put("sessionId", session.value());
    params.set("update", update);
    try {
      peer.notify("session/update", params);
    } catch (IOException gone) {
      LOG.debug("an update of session {} could not be sent", session, gone);
    }
  }
}
