package dev.drover.bench.peers.parent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.bench.peers.Reply;
import dev.drover.bench.peers.parent.Figures.Kept;
import dev.drover.bench.peers.parent.Figures.Payments;
import dev.drover.bench.peers.parent.Figures.Round;
import dev.drover.bench.peers.parent.Peer.Program;
import java.util.List;
import org.junit.jupiter.api.Test;

class EnginesReportTest {
  private static final Program NO_PROGRAM = new Program("", "");

  @Test
  void everyFigureStandsInItsTableAndWhoseServerDoesNotStartIsNamed() {
    var drover = figures(Peer.DROVER_ON_SQLITE, "", 12);
    drover.firstAnswer(1, 400);
    drover.round(1, 1, new Round(300, 30_000));
    drover.round(1, 64, new Round(2_000, 32_000));
    drover.kept(new Kept(11, 6, 40_000));
    drover.paid(new Payments(1, "prompt | result: unknown"));

    var engine = figures("Engine", "1.0", 11);
    engine.served(
        Served.of(
            Reply.parse(
                    "@ready\taddress=jdbc:x?user=y\tpid=7\tversion=Server 18\tsettings=fsync=on"
                        + "\tmillis=900\tmegabytes=60.4")
                .orElseThrow()));
    engine.firstAnswer(1, 800);
    engine.round(1, 1, new Round(150, 90_000));
    engine.round(1, 64, new Round(3_000, 80_000));
    engine.kept(
        Kept.of(Reply.parse("@kept\truns=10\tentries=60\tcommits=75\tbytes=500000").orElseThrow()));
    engine.paid(new Payments(2, "prompt | result: paid"));

    var broken = figures("Broken", "2.0", 30);
    broken.trouble("server: npm is not there");

    assertThat(new EnginesReport(Contest.ENGINES, List.of(drover, engine, broken)).markdown())
        .isEqualTo(
            """
            |  | bytes allocated in the JVM a run, one client | the same, 64 clients | entries kept a run | commits a run | bytes of log a run | jars | MB | MB of the server | payments after the kill |
            | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
            | Drover, SQLite | 30,000 (30,000–30,000) | 32,000 (32,000–32,000) | 11.0 | 6.0 | 40,000 | 12 | 2.5 | – | 1 |
            | Engine 1.0 | 90,000 (90,000–90,000) | 80,000 (80,000–80,000) | 6.0 | 7.5 | 50,000 | 11 | 2.5 | 60 | 2 |
            | Broken 2.0 | – | – | – | – | – | 30 | 2.5 | – | – |

            |  | runs/s, one client | against Drover on SQLite | runs/s, 64 clients | against Drover on SQLite | start to first answer, ms | against Drover on SQLite | start of the server before that, ms |
            | --- | --- | --- | --- | --- | --- | --- | --- |
            | Drover, SQLite | 300 (300–300) | 1.00 × (1.00–1.00) | 2,000 (2,000–2,000) | 1.00 × (1.00–1.00) | 400 (400–400) | 1.00 × (1.00–1.00) | – |
            | Engine 1.0 | 150 (150–150) | 0.50 × (0.50–0.50) | 3,000 (3,000–3,000) | 1.50 × (1.50–1.50) | 800 (800–800) | 2.00 × (2.00–2.00) | 900 |
            | Broken 2.0 | – | – | – | – | – | – | – |

            |  | sessions kept in | payments | what the model is told after the kill |
            | --- | --- | --- | --- |
            | Drover, SQLite | disk | 1 | prompt; result: unknown |
            | Engine 1.0 | disk | 2 | prompt; result: paid |

            Servers, and what they say themselves about bringing things to the disk:

            - Engine 1.0: Server 18, fsync=on

            Where another is better than Drover on SQLite:

            - entries kept a run: Engine 1.0 (0.55 ×)
            - jars: Engine 1.0 (0.92 ×)
            - seconds a run, many clients: Engine 1.0 (0.67 ×)

            What did not run:

            - Broken 2.0: server: npm is not there\
            """);
  }

  private static Figures figures(String name, String version, int jars) {
    var figures = new Figures(new Peer(name, "", NO_PROGRAM, "disk"));
    figures.carries(version, jars, 2.5);
    return figures;
  }
}
