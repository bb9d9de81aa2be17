package dev.drover.bench.peers.parent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.bench.peers.Reply;
import dev.drover.bench.peers.parent.Figures.Payments;
import dev.drover.bench.peers.parent.Figures.Round;
import dev.drover.bench.peers.parent.Peer.Program;
import java.util.List;
import org.junit.jupiter.api.Test;

class FrameworksReportTest {
  private static final Program NO_PROGRAM = new Program("", "");

  @Test
  void everyFigureStandsInItsTableAndEveryLossIsNamed() {
    var drover = figures(Peer.DROVER_IN_MEMORY, "", 10);
    drover.firstAnswer(1, 400);
    drover.round(1, 1, new Round(1_000, 20_000));
    drover.round(2, 1, new Round(3_000, 20_002));
    drover.round(1, Contest.FRAMEWORKS.crowd(), new Round(9_000, 21_000));
    drover.idle(700);
    drover.paid(new Payments(1, "prompt | result: unknown"));

    var other = figures("Other", "1.2", 5);
    other.firstAnswer(1, 600);
    other.round(1, 1, new Round(500, 12_000));
    other.round(2, 1, new Round(6_000, 12_000));
    other.round(1, Contest.FRAMEWORKS.crowd(), new Round(1_800, 42_000));
    other.trouble("idle sessions: said no 'idle' within 120 s");

    assertThat(new FrameworksReport(Contest.FRAMEWORKS, List.of(drover, other)).markdown())
        .isEqualTo(
            """
            |  | bytes allocated a run, one thread | the same, 1,000 virtual threads | heap of an idle session, bytes | jars | MB | payments after the kill |
            | --- | --- | --- | --- | --- | --- | --- |
            | Drover, memory | 20,001 (20,000–20,002) | 21,000 (21,000–21,000) | 700 | 10 | 2.5 | 1 |
            | Other 1.2 | 12,000 (12,000–12,000) | 42,000 (42,000–42,000) | – | 5 | 2.5 | – |

            |  | runs/s, one thread | against Drover in memory | runs/s, 1,000 virtual threads | against Drover in memory | start to first answer, ms | against Drover in memory |
            | --- | --- | --- | --- | --- | --- | --- |
            | Drover, memory | 2,000 (1,000–3,000) | 1.00 × (1.00–1.00) | 9,000 (9,000–9,000) | 1.00 × (1.00–1.00) | 400 (400–400) | 1.00 × (1.00–1.00) |
            | Other 1.2 | 3,250 (500–6,000) | 1.25 × (0.50–2.00) | 1,800 (1,800–1,800) | 0.20 × (0.20–0.20) | 600 (600–600) | 1.50 × (1.50–1.50) |

            |  | sessions kept in | payments | what the model is told after the kill |
            | --- | --- | --- | --- |
            | Drover, memory | memory | 1 | prompt; result: unknown |

            Where another is better than Drover in memory:

            - bytes a run, one thread: Other 1.2 (0.60 ×)
            - jars: Other 1.2 (0.50 ×)
            - seconds a run, one thread: Other 1.2 (0.62 ×)

            What did not run:

            - Other 1.2: idle sessions: said no 'idle' within 120 s\
            """);
  }

  @Test
  void aRoundIsReadFromItsReply() {
    var reply = Reply.parse("@round\truns=500\tnanos=2000000000\tbytes=1000000").orElseThrow();
    assertThat(Round.of(reply)).isEqualTo(new Round(250, 2_000));
  }

  private static Figures figures(String name, String version, int jars) {
    var figures = new Figures(new Peer(name, "", NO_PROGRAM, "memory"));
    figures.carries(version, jars, 2.5);
    return figures;
  }
}
