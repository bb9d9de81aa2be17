package dev.drover.internal.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Text;
import dev.drover.spi.tool.AgentTool;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The arguments of a method for the JSON of a model, and the errors for JSON that does not fit.
@Tag("D1")
class BindingTest {
  private static final List<AgentTool> TOOLS = JavaTools.of(new ParameterTypes());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          text | {"x":"a\\u00e4"} | String aä
          message | {"x":"ß"} | Character ß
          flag | {"x":true} | Boolean true
          boxedFlag | {"x":false} | Boolean false
          aByte | {"x":-128} | Byte -128
          aShort | {"x":32767} | Short 32767
          anInt | {"x":-2147483648} | Integer -2147483648
          anInt | {"x":1.0} | Integer 1
          anInt | {"x":2e3} | Integer 2000
          aLong | {"x":9223372036854775807} | Long 9223372036854775807
          aFloat | {"x":1.5} | Float 1.5
          aFloat | {"x":3} | Float 3.0
          aDouble | {"x":1e300} | Double 1.0E300
          bigWhole | {"x":12345678901234567890123} | BigInteger 12345678901234567890123
          bigWhole | {"x":1e3} | BigInteger 1000
          bigWhole | {"x":0.0} | BigInteger 0
          decimal | {"x":0.10} | BigDecimal 0.10
          unit | {"x":"FOOT"} | String FOOT
          instant | {"x":"2026-03-01T10:00:00+01:00"} | Instant 2026-03-01T09:00:00Z
          date | {"x":"2026-03-01"} | LocalDate 2026-03-01
          time | {"x":"10:15"} | LocalTime 10:15
          dateTime | {"x":"2026-03-01T10:00:01"} | LocalDateTime 2026-03-01T10:00:01
          duration | {"x":"PT90M"} | Duration PT1H30M
          uuid | {"x":"123e4567-e89b-12d3-a456-426614174000"} | UUID 123e4567-e89b-12d3-a456-426614174000
          uri | {"x":"https://example.com/a"} | URI https://example.com/a
          list | {"x":["b","a","b"]} | ListN [b, a, b]
          list | {"x":[]} | ListN []
          set | {"x":["FOOT","METRE","FOOT"]} | ListN [FOOT, METRE]
          array | {"x":[[1],[],[2,3]]} | String [[1], [], [2, 3]]
          arrayOfLists | {"x":[[1],[]]} | String [[1], []]
          map | {"x":{"b":[1],"a":[]}} | UnmodifiableMap {b=[1], a=[]}
          order | {"x":{"sizes":[{"width":1},{"height":3,"width":2}],"item-no":"i"}}| String i [Size[width=1, height=Optional.empty], Size[width=2, height=Optional[3]]] null 1
          nothing | {"x":{}} | Nothing Nothing[]
          optional | {} | Optional Optional.empty
          optional | {"x":null} | Optional Optional.empty
          optional | {"x":{"width":1}} | Optional Optional[Size[width=1, height=Optional.empty]]
          optionalInt | {} | OptionalInt OptionalInt.empty
          optionalInt | {"x":1} | OptionalInt OptionalInt[1]
          optionalLong | {} | OptionalLong OptionalLong.empty
          optionalLong | {"x":1} | OptionalLong OptionalLong[1]
          optionalDouble | {} | OptionalDouble OptionalDouble.empty
          optionalDouble | {"x":1} | OptionalDouble OptionalDouble[1.0]
          nullable | {} | null
          nullable | {"x":null} | null
          nullable | {"x":"a"} | String a
          defaultText | {} | String a "b"
          defaultText | {"x":"c"} | String c
          defaultUnit | {} | String FOOT
          none | {} | String called
          several | {"m":1,"z":"zz"} | String zz s-1.e7 Optional.empty 1
          """)
  void aMethodReceivesTheArgumentsOfTheModel(String tool, String arguments, String seen)
      throws Exception {
    assertThat(tool(tool).call(new PlainToolCall(arguments)))
        .isEqualTo(new ToolOutcome.Succeeded(Text.of(seen)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          text | {} | x: missing, and it is required
          text | {"x":null} | x: expected string, got null
          text | {"x":1} | x: expected string, got integer
          text | {"y":"a"} | y: no such property; known: x
          none | {"y":1} | y: no such property; there are none
          text | {"x":"a","x":"b"} | x: given twice
          text | [] | expected object, got array
          text | ~~ | expected a JSON object, got nothing
          message | {"x":"ab"} | x: expected one character, got 'ab'
          flag | {"x":"true"} | x: expected boolean, got string
          aByte | {"x":128} | x: 128 does not fit byte
          aShort | {"x":-32769} | x: -32769 does not fit short
          anInt | {"x":2147483648} | x: 2147483648 does not fit int
          anInt | {"x":1.5} | x: 1.5 does not fit int
          anInt | {"x":"1"} | x: expected integer, got string
          aLong | {"x":9223372036854775808} | x: 9223372036854775808 does not fit long
          aLong | {"x":1e999999999} | x: 1e999999999 does not fit long
          aFloat | {"x":1e39} | x: 1e39 does not fit float
          aDouble | {"x":1e309} | x: 1e309 does not fit double
          bigWhole | {"x":1e999999999} | x: 1e999999999 does not fit integer
          bigWhole | {"x":1.5} | x: 1.5 does not fit integer
          unit | {"x":"foot"} | x: expected one of METRE, FOOT, got 'foot'
          instant | {"x":"tomorrow"} | x: expected an instant like 2026-03-01T10:00:00Z, got 'tomorrow'
          date | {"x":"1.3.2026"} | x: expected a date like 2026-03-01, got '1.3.2026'
          time | {"x":"noon"} | x: expected a time like 10:00:00, got 'noon'
          dateTime | {"x":""} | x: expected a date and time like 2026-03-01T10:00:00, got ''
          duration | {"x":"1h"} | x: expected a duration like PT1H30M, got '1h'
          uuid | {"x":"1"} | x: expected a UUID like 123e4567-e89b-12d3-a456-426614174000, got '1'
          uri | {"x":"a b"} | x: expected a URI like https://example.com/, got 'a b'
          list | {"x":["a",2]} | x[1]: expected string, got integer
          list | {"x":[null]} | x[0]: expected string, got null
          list | {"x":{}} | x: expected array, got object
          array | {"x":[[1],[true]]} | x[1][0]: expected integer, got boolean
          map | {"x":{"a":[1,2.5]}} | x.a[1]: 2.5 does not fit int
          map | {"x":{"a":[],"a":[]}} | x.a: given twice
          map | {"x":[]} | x: expected object, got array
          order | {"x":{"item-no":"i","sizes":[{"height":1}]}} | x.sizes[0].width: missing, and it is required
          order | {"x":{"item-no":"i","sizes":[{"with":1}]}} | x.sizes[0].with: no such property; did you mean width?
          order | {"x":{"item-no":"i","sizes":[],"count":0}} | x: count: at least 1, not 0
          """)
  void anInvalidArgumentIsRefusedWithItsPlace(String tool, String arguments, String reason)
      throws Exception {
    assertThat(tool(tool).call(new PlainToolCall(arguments)))
        .isEqualTo(new ToolOutcome.Refused(reason));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'x':1 | expected a name in double quotes, got ' (line 1, column 2)
          { | expected a name in double quotes, got the end of the text (line 1, column 2)
          """)
  void invalidJsonIsRefused(String arguments, String reason) throws Exception {
    assertThat(tool("text").call(new PlainToolCall(arguments)))
        .isEqualTo(new ToolOutcome.Refused(reason));
  }

  @Test
  void aDefaultIsFreshForEachCall() throws Exception {
    for (int i = 0; i < 2; i++) {
      assertThat(tool("defaultArray").call(new PlainToolCall("{}")))
          .isEqualTo(new ToolOutcome.Succeeded(Text.of("String [1, 2]")));
    }
  }

  private static AgentTool tool(String name) {
    return TOOLS.stream().filter(tool -> tool.spec().name().equals(name)).findFirst().orElseThrow();
  }
}
