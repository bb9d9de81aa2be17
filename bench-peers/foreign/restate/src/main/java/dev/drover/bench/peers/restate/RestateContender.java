package dev.drover.bench.peers.restate;

import dev.drover.bench.peers.AgentLoop;
import dev.drover.bench.peers.Child;
import dev.drover.bench.peers.Contender;
import dev.drover.bench.peers.Scene;
import dev.drover.bench.peers.Stage;
import dev.restate.client.Client;
import dev.restate.common.Request;
import dev.restate.common.Target;
import dev.restate.common.function.ThrowingBiFunction;
import dev.restate.sdk.Context;
import dev.restate.sdk.HandlerRunner;
import dev.restate.sdk.endpoint.Endpoint;
import dev.restate.sdk.endpoint.definition.HandlerDefinition;
import dev.restate.sdk.endpoint.definition.HandlerType;
import dev.restate.sdk.endpoint.definition.ServiceDefinition;
import dev.restate.sdk.endpoint.definition.ServiceType;
import dev.restate.sdk.http.vertx.RestateHttpServer;
import dev.restate.serde.TypeTag;
import dev.restate.serde.jackson.JacksonSerdeFactory;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.function.Supplier;

/// A handler whose steps are the model's answers and the tool's. This JVM serves it and also asks
/// for it, through the server, as a client would.
///
/// The service is defined as the annotation processor of the library would define it. It keeps its
/// port in the folder of the stage: the server knows a service by its address, so one that was
/// killed comes back at the same.
public final class RestateContender implements Contender.Durable {
  private static final String SERVICE = "Clerk";
  private static final String HANDLER = "run";
  private static final TypeTag<String> TEXT = TypeTag.of(String.class);

  private final Scene scene;
  private final Vertx vertx = Vertx.vertx();
  private final Client client;
  private final Admin admin;

  private RestateContender(Stage stage) throws IOException {
    var address = Address.parse(stage.engine());
    this.scene = stage.scene();
    this.admin = new Admin(address);
    var port = stage.folder().resolve("port");
    if (Files.exists(port)) {
      var _ = serve(stage, Integer.parseInt(Files.readString(port)));
    } else {
      int free = serve(stage, 0);
      Files.writeString(port, String.valueOf(free));
      admin.register("http://127.0.0.1:" + free);
    }
    this.client = Client.connect(address.ingress(), JacksonSerdeFactory.DEFAULT);
  }

  public static void main(String[] args) {
    Child.main(RestateContender::new, args);
  }

  private int serve(Stage stage, int port) {
    return RestateHttpServer.fromEndpoint(vertx, Endpoint.bind(service(stage)))
        .listen(port, "127.0.0.1")
        .toCompletionStage()
        .toCompletableFuture()
        .join()
        .actualPort();
  }

  private static ServiceDefinition service(Stage stage) {
    var loop = new AgentLoop(stage);
    ThrowingBiFunction<Context, String, String> body =
        (context, prompt) -> loop.run(prompt, new ContextLedger(context));
    var text = JacksonSerdeFactory.DEFAULT.create(TEXT);
    var runner = HandlerRunner.of(body, JacksonSerdeFactory.DEFAULT, HandlerRunner.Options.DEFAULT);
    var handler = HandlerDefinition.of(HANDLER, HandlerType.SHARED, text, text, runner);
    return ServiceDefinition.of(SERVICE, ServiceType.SERVICE, List.of(handler));
  }

  @Override
  public Conversation open(String id) {
    return prompt -> {
      var request = Request.of(Target.service(SERVICE, HANDLER), TEXT, TEXT, prompt);
      if (scene == Scene.PAYMENT) {
        // Who asks again after a crash says that it is the same bill, and gets the same invocation.
        request.idempotencyKey(id);
      }
      return client.call(request.build()).response();
    };
  }

  @Override
  public Kept kept() {
    return new Kept(admin.journalEntries(), admin.syncs(), admin.logBytes());
  }

  @Override
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  private record ContextLedger(Context context) implements AgentLoop.Ledger {
    @Override
    public <T> T take(String name, Class<T> type, Supplier<T> work) {
      return context.run(name, type, work::get);
    }
  }
}
