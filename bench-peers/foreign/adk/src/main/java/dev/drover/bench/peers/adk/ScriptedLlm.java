package dev.drover.bench.peers.adk;

import com.google.adk.models.BaseLlm;
import com.google.adk.models.BaseLlmConnection;
import com.google.adk.models.LlmRequest;
import com.google.adk.models.LlmResponse;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionCall;
import com.google.genai.types.GenerateContentResponseUsageMetadata;
import com.google.genai.types.Part;
import dev.drover.bench.peers.Scene;
import dev.drover.bench.peers.Stage;
import io.reactivex.rxjava3.core.Flowable;
import java.util.List;
import java.util.Map;

/// The scripted model, for ADK.
final class ScriptedLlm extends BaseLlm {
  private final Stage stage;
  private final LlmResponse answer;

  ScriptedLlm(Stage stage) {
    super("scripted");
    this.stage = stage;
    var text = Part.fromText(stage.scene().answer());
    this.answer = response(text, Scene.ANSWER_INPUT, Scene.ANSWER_OUTPUT);
  }

  private static LlmResponse response(Part part, int input, int output) {
    return LlmResponse.builder()
        .content(Content.builder().role("model").parts(List.of(part)).build())
        .usageMetadata(
            GenerateContentResponseUsageMetadata.builder()
                .promptTokenCount(input)
                .candidatesTokenCount(output)
                .totalTokenCount(input + output)
                .build())
        .build();
  }

  @Override
  public Flowable<LlmResponse> generateContent(LlmRequest request, boolean stream) {
    var contents = request.contents();
    if (stage.isListening()) {
      stage.told(contents.stream().map(ScriptedLlm::words).toList());
    }
    return Flowable.just(isResult(contents.getLast()) ? answer : ask());
  }

  private LlmResponse ask() {
    var scene = stage.scene();
    var call =
        FunctionCall.builder()
            .id(stage.callId())
            .name(scene.tool())
            .args(Map.of(scene.parameter(), scene.argument()))
            .build();
    return response(Part.builder().functionCall(call).build(), Scene.ASK_INPUT, Scene.ASK_OUTPUT);
  }

  @Override
  public BaseLlmConnection connect(LlmRequest request) {
    throw new UnsupportedOperationException("this model holds no live connection");
  }

  private static boolean isResult(Content content) {
    return last(content).functionResponse().isPresent();
  }

  private static Part last(Content content) {
    return content.parts().orElseThrow().getLast();
  }

  private static String words(Content content) {
    var part = last(content);
    if (part.functionCall().isPresent()) {
      return "call of pay";
    }
    return part.functionResponse()
        .map(result -> "result of pay: " + result.response())
        .orElse("prompt");
  }
}
