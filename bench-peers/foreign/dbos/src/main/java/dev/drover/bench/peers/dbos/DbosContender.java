package dev.drover.bench.peers.dbos;

import dev.dbos.transact.DBOS;
import dev.dbos.transact.StartWorkflowOptions;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.workflow.Workflow;
import dev.drover.bench.peers.AgentLoop;
import dev.drover.bench.peers.Child;
import dev.drover.bench.peers.Contender;
import dev.drover.bench.peers.Stage;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.function.Supplier;

/// A workflow whose steps are the model's answers and the tool's. Its id is the session's, so who
/// asks again gets the same workflow; one that a killed process left behind goes on at the launch.
///
/// Each stage has a schema of its own in the one database, so that no round carries the rows of
/// those before it.
public final class DbosContender implements Contender.Durable {
  private static final String USER = "postgres";

  private final DBOS dbos;
  private final Clerk clerk;
  private final String address;
  private final String schema;

  private DbosContender(Stage stage) {
    this.address = stage.engine();
    this.schema = "bench_" + Integer.toHexString(stage.folder().hashCode());
    this.dbos =
        new DBOS(
            DBOSConfig.defaults("bench")
                .withDatabaseUrl(address)
                .withDbUser(USER)
                .withDbPassword("")
                .withDatabaseSchema(schema));
    this.clerk = dbos.registerProxy(Clerk.class, new DurableClerk(dbos, new AgentLoop(stage)));
    dbos.launch();
  }

  public static void main(String[] args) {
    Child.main(DbosContender::new, args);
  }

  @Override
  public Conversation open(String id) {
    return prompt ->
        dbos.startWorkflow(() -> clerk.run(prompt), new StartWorkflowOptions(id)).getResult();
  }

  /// Rows of workflows and of their steps. A transaction gets a number when it writes, so the
  /// numbers count those that the disk is waited for.
  @Override
  public Kept kept() {
    var rows =
        "(SELECT count(*) FROM "
            + schema
            + ".workflow_status)"
            + " + (SELECT count(*) FROM "
            + schema
            + ".operation_outputs)";
    var writes = "pg_snapshot_xmax(pg_current_snapshot())::text::bigint";
    var log = "pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint";
    try (var connection = DriverManager.getConnection(address);
        var ask = connection.createStatement();
        var row = ask.executeQuery("SELECT " + rows + ", " + writes + ", " + log)) {
      row.next();
      return new Kept(row.getLong(1), row.getLong(2), row.getLong(3));
    } catch (SQLException broken) {
      throw new IllegalStateException("PostgreSQL cannot count: " + broken.getMessage(), broken);
    }
  }

  @Override
  public void close() {
    dbos.close();
  }

  /// What the framework makes a proxy of.
  public interface Clerk {
    String run(String prompt);
  }

  /// Public, with a public method: the framework looks for those.
  public record DurableClerk(DBOS dbos, AgentLoop loop) implements Clerk, AgentLoop.Ledger {
    @Override
    @Workflow
    public String run(String prompt) {
      return loop.run(prompt, this);
    }

    @Override
    public <T> T take(String name, Class<T> type, Supplier<T> work) {
      return dbos.runStep(work::get, name);
    }
  }
}
