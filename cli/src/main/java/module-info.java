/// The command line: assembles the parts and shows the output.
///
/// The composition root: only it reads the environment, the arguments and the home folder, and only
/// it writes to the standard streams. Refuses to know what a session decides.
module dev.drover.cli {
  requires ch.qos.logback.classic;
  requires ch.qos.logback.core;
  requires dev.drover.acp;
  requires dev.drover.codec;
  requires dev.drover.files;
  requires dev.drover.mcp.server;
  requires dev.drover.model.http;
  requires dev.drover.model.script;
  requires dev.drover.replay;
  requires dev.drover.commands;
  requires dev.drover.runtime;
  requires dev.drover.server;
  requires dev.drover.store.jdbc;
  requires dev.drover.store.postgres;
  requires dev.drover.tools;
  requires info.picocli;
  requires java.net.http;
  requires org.jline.reader;
  requires org.jline.terminal;
  requires static org.jspecify;
  requires org.slf4j;
  requires org.snakeyaml.engine;
  requires tools.jackson.core;
  requires tools.jackson.databind;

  uses dev.drover.spi.mcp.McpConnector;

  provides ch.qos.logback.classic.spi.Configurator with
      dev.drover.cli.LogConfigurator;
}
