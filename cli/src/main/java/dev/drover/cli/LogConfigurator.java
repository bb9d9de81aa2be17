package dev.drover.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.spi.ContextAwareBase;
import dev.drover.cli.environment.CliEnvironment;
import dev.drover.cli.output.ConsolePrinter;
import java.util.Locale;
import org.slf4j.LoggerFactory;

/// Sends warnings to standard error, one line each. Configured by calls instead of a file, and
/// formatted without a pattern, because parsing either dominates the startup time.
public final class LogConfigurator extends ContextAwareBase implements Configurator {
  public LogConfigurator() {}

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    install(context, new Lines(Detail.ONE_LINE), Level.WARN);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  /// Adds stack traces and more detailed messages from now on.
  static void enableVerbose() {
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
    // The commands report themselves why a run waits.
    context.getLogger("dev.drover.runtime.waiting").setLevel(Level.ERROR);
  }

  private enum Detail {
    ONE_LINE,
    STACK_TRACES
  }

  /// Prints to standard error, which the whole process shares.
  private static final class Lines extends AppenderBase<ILoggingEvent> {
    private static final ConsolePrinter ERR = ConsolePrinter.err(CliEnvironment.system());

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
