package dev.drover.server;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.kernel.value.Problem;

/// A call is refused with a status and a problem.
public final class CallRefusedException extends Exception {
  private static final long serialVersionUID = 1;

  private final int status;
  private final transient Problem problem;
  private final transient HeaderFields headers;

  public CallRefusedException(int status, Problem problem) {
    this(status, problem, HeaderFields.NONE);
  }

  public CallRefusedException(int status, Problem problem, HeaderFields headers) {
    super(problem.detail());
    this.status = status;
    this.problem = problem;
    this.headers = nonNull(headers, "headers");
  }

  public int status() {
    return status;
  }

  public Problem problem() {
    return problem;
  }

  /// The reply that says so.
  public HttpReply reply() {
    return ProblemReplies.of(status, problem, headers);
  }
}
