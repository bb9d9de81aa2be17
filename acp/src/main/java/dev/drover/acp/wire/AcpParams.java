package dev.drover.acp.wire;

import dev.drover.jsonrpc.RpcError;
import dev.drover.jsonrpc.RpcErrorException;
import dev.drover.kernel.value.SessionId;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;

/// Reads the parameters of requests. What is wrong is answered as invalid parameters, with the name
/// of the field.
public final class AcpParams {
  /// The error code for a session that does not exist.
  public static final int NOT_FOUND = -32002;

  private AcpParams() {}

  public static RpcErrorException invalid(String why) {
    return new RpcErrorException(RpcError.INVALID_PARAMS, why);
  }

  public static String text(JsonNode params, String field) throws RpcErrorException {
    var value = params.path(field);
    if (!value.isString()) {
      throw invalid(field + " must be a text");
    }
    return value.asString();
  }

  public static SessionId session(JsonNode params) throws RpcErrorException {
    var id = text(params, "sessionId");
    try {
      return new SessionId(id);
    } catch (IllegalArgumentException malformed) {
      throw new RpcErrorException(
          NOT_FOUND, "there is no session with this id: " + malformed.getMessage());
    }
  }

  /// The folder that the session works in.
  public static Path folder(JsonNode params) throws RpcErrorException {
    var folder = path(text(params, "cwd"));
    if (!Files.isDirectory(folder)) {
      throw invalid("cwd: %s is not a folder; open an existing one".formatted(folder));
    }
    return folder;
  }

  /// @param text the value of `cwd`
  public static Path path(String text) throws RpcErrorException {
    try {
      var path = Path.of(text);
      if (path.isAbsolute()) {
        return path.normalize();
      }
    } catch (InvalidPathException malformed) {
      throw invalid("cwd is not a path: " + malformed.getReason());
    }
    throw invalid("cwd must be an absolute path, not '%s'".formatted(text));
  }

  public static void requireOneFolder(JsonNode params) throws RpcErrorException {
    if (!params.path("additionalDirectories").isEmpty()) {
      throw invalid("additionalDirectories are not supported: a session works in one folder, cwd");
    }
  }
}
