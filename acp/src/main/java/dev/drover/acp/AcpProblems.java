package dev.drover.acp;

import dev.drover.acp.wire.AcpParams;
import dev.drover.jsonrpc.RpcError;
import dev.drover.jsonrpc.RpcErrorException;
import dev.drover.jsonrpc.RpcJson;
import dev.drover.kernel.value.Problem;
import dev.drover.problem.DroverException;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.problem.NotFound.SessionNotFound;
import dev.drover.problem.SessionUnavailable.SessionDeleted;
import dev.drover.spi.PortException;

/// Turns problems into the errors that an editor shows.
final class AcpProblems {
  private AcpProblems() {}

  /// Work of a request.
  interface Work<T> {
    T run() throws Exception;
  }

  /// Runs the work; what a person can act on becomes an error with its text.
  static <T> T translate(Work<T> work) throws Exception {
    try {
      return work.run();
    } catch (SessionNotFound | SessionDeleted missing) {
      throw error(AcpParams.NOT_FOUND, missing.problem());
    } catch (ConfigurationInvalid wrong) {
      throw error(RpcError.INVALID_PARAMS, wrong.problem());
    } catch (DroverException failed) {
      throw error(failed.problem());
    } catch (PortException broken) {
      throw error(broken.problem());
    } catch (EditorRefusal refused) {
      throw error(refused.problem());
    }
  }

  static RpcErrorException error(Problem problem) {
    return error(RpcError.INTERNAL_ERROR, problem);
  }

  private static RpcErrorException error(int code, Problem problem) {
    var data =
        RpcJson.object()
            .put("code", problem.code())
            .put("title", problem.title())
            .put("detail", problem.detail())
            .put("remedy", problem.remedy());
    return new RpcErrorException(new RpcError(code, problem.toString(), data));
  }
}
