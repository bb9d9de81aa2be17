package dev.drover.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.mcp.McpConnector;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("H1")
class ConnectorServiceTest {
  @Test
  void theConnectorIsFoundOnTheClassPath() {
    assertThat(ServiceLoader.load(McpConnector.class))
        .singleElement()
        .isInstanceOf(McpClientConnector.class);
  }
}
