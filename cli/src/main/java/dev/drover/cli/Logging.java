package dev.drover.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.spi.ContextAwareBase;
import dev.drover.cli.host.Host;
import dev.drover.cli.screen.Printer;
import java.util.Locale;
import org.slf4j.LoggerFactory;

/// Where warnings go: to standard error, one line each. Set up by calls and not by a file, and
/// printed by hand and not by a pattern, because reading either takes longer than everything else
/// at a start.
public final class Logging extends ContextAwareBase implements Configurator {
  public Logging() {}

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    install(context, new Lines(Detail.ONE_LINE), Level.WARN);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  /// From now on with stack traces, and more of it.
  static void speakUp() {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      install(context, new Lines(Detail.STACK_TRACES), Level.INFO);
    }
  }

  private static void install(LoggerContext context, Lines lines, Level level) {
    lines.setContext(context);
    lines.start();
    var root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.detachAndStopAllAppenders();
    root.setLevel(level);
    root.addAppender(lines);
    // The commands say themselves what a run waits for.
    context.getLogger("dev.drover.runtime.waiting").setLevel(Level.ERROR);
  }

  private enum Detail {
    ONE_LINE,
    STACK_TRACES
  }

  /// Prints to standard error, which belongs to the whole process.
  private static final class Lines extends AppenderBase<ILoggingEvent> {
    private static final Printer ERR = Printer.err(Host.system());

    private final Detail detail;

    Lines(Detail detail) {
      this.detail = detail;
    }

    @Override
    protected void append(ILoggingEvent event) {
      var line = new StringBuilder(event.getLevel().toString().toLowerCase(Locale.ROOT));
      line.append(": ").append(event.getFormattedMessage());
      if (detail == Detail.STACK_TRACES && event.getThrowableProxy() != null) {
        line.append('\n').append(ThrowableProxyUtil.asString(event.getThrowableProxy()));
      }
      ERR.line(line.toString());
    }
  }
}
