package dev.drover.cli.environment;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The terminal on standard input. The JDK can neither test whether a read would block, nor drop an
/// incomplete line: the system can (`poll`, `tcflush`).
final class TerminalKeyboard implements KeyboardInput {
  private static final int STANDARD_INPUT = 0;
  private static final short POLLIN = 1;
  private static final int TCIFLUSH = System.getProperty("os.name").startsWith("Linux") ? 0 : 1;
  private static final MemoryLayout POLLFD =
      MemoryLayout.structLayout(
          JAVA_INT.withName("fd"), JAVA_SHORT.withName("events"), JAVA_SHORT.withName("revents"));
  private static final @Nullable MethodHandle POLL =
      function("poll", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
  private static final @Nullable MethodHandle TCFLUSH =
      function("tcflush", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));

  // Bypasses the buffer of System.in: the system does not see buffered input.
  private final FileInputStream in = new FileInputStream(FileDescriptor.in);
  private final byte[] bytes = new byte[4096];

  @SuppressWarnings("restricted")
  private static @Nullable MethodHandle function(String name, FunctionDescriptor descriptor) {
    var linker = Linker.nativeLinker();
    return linker
        .defaultLookup()
        .find(name)
        .map(address -> linker.downcallHandle(address, descriptor))
        .orElse(null);
  }

  static boolean isSupported() {
    return POLL != null && TCFLUSH != null;
  }

  @Override
  public boolean awaitInput(Duration patience) throws IOException {
    try (var arena = Arena.ofConfined()) {
      var asked = arena.allocate(POLLFD);
      asked.set(JAVA_INT, 0, STANDARD_INPUT);
      asked.set(JAVA_SHORT, JAVA_INT.byteSize(), POLLIN);
      return call(POLL, asked, 1L, (int) patience.toMillis()) > 0;
    }
  }

  @Override
  public @Nullable String read() throws IOException {
    int count = in.read(bytes);
    return count < 0 ? null : new String(bytes, 0, count, StandardCharsets.UTF_8);
  }

  @Override
  public boolean discard() throws IOException {
    boolean isAnything = awaitInput(Duration.ZERO);
    call(TCFLUSH, STANDARD_INPUT, TCIFLUSH);
    return isAnything;
  }

  private static int call(@Nullable MethodHandle function, Object... arguments) throws IOException {
    if (function == null) {
      throw new IOException("this system has no such call");
    }
    try {
      return (int) function.invokeWithArguments(arguments);
    } catch (Throwable broken) {
      throw new IOException("the terminal cannot be read", broken);
    }
  }
}
