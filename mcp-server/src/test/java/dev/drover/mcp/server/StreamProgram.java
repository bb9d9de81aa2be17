package dev.drover.mcp.server;

/// The agents of these tests as a program that a client starts.
public final class StreamProgram {
  private StreamProgram() {}

  public static void main(String[] args) {
    try (var fixture = new ServiceFixture()) {
      fixture.service.serve(System.in, System.out);
    }
  }
}
