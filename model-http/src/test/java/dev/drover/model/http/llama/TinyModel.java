package dev.drover.model.http.llama;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Writes a model of the Llama family in the GGUF format: two layers, a token for each byte, and
/// random weights from a fixed seed. About half a megabyte.
final class TinyModel {
  private static final int WIDTH = 64;
  private static final int INNER = 128;
  private static final int LAYERS = 2;
  private static final int HEADS = 4;
  private static final int CONTEXT = 4_096;
  private static final int SPECIAL = 3;
  private static final int VOCABULARY = SPECIAL + 256;

  private static final int UINT32 = 4;
  private static final int INT32 = 5;
  private static final int FLOAT32 = 6;
  private static final int STRING = 8;
  private static final int ARRAY = 9;

  private static final int UNKNOWN_TOKEN = 2;
  private static final int CONTROL_TOKEN = 3;
  private static final int BYTE_TOKEN = 6;

  private static final int VERSION = 3;
  private static final int ALIGNMENT = 32;
  private static final int ROOM = 4 * 1024 * 1024;

  private final ByteBuffer out = ByteBuffer.allocate(ROOM).order(ByteOrder.LITTLE_ENDIAN);
  private final SplittableRandom random = new SplittableRandom(7);
  private final List<Tensor> tensors = new ArrayList<>();

  private TinyModel() {}

  /// @param rows 0 for a tensor with one dimension
  private record Tensor(String name, int columns, int rows) {
    int size() {
      return columns * Math.max(1, rows);
    }

    long bytes() {
      return (long) size() * Float.BYTES;
    }
  }

  static void write(Path file) throws IOException {
    var model = new TinyModel();
    model.declareTensors();
    model.header();
    model.tensorTable();
    model.weights();
    Files.write(file, model.written());
  }

  private byte[] written() {
    var bytes = new byte[out.position()];
    out.flip().get(bytes);
    return bytes;
  }

  private void declareTensors() {
    tensors.add(new Tensor("token_embd.weight", WIDTH, VOCABULARY));
    tensors.add(new Tensor("output_norm.weight", WIDTH, 0));
    tensors.add(new Tensor("output.weight", WIDTH, VOCABULARY));
    for (int i = 0; i < LAYERS; i++) {
      var layer = "blk.%d.".formatted(i);
      tensors.add(new Tensor(layer + "attn_norm.weight", WIDTH, 0));
      for (var part : List.of("attn_q", "attn_k", "attn_v", "attn_output")) {
        tensors.add(new Tensor(layer + part + ".weight", WIDTH, WIDTH));
      }
      tensors.add(new Tensor(layer + "ffn_norm.weight", WIDTH, 0));
      tensors.add(new Tensor(layer + "ffn_gate.weight", WIDTH, INNER));
      tensors.add(new Tensor(layer + "ffn_up.weight", WIDTH, INNER));
      tensors.add(new Tensor(layer + "ffn_down.weight", INNER, WIDTH));
    }
  }

  private void header() {
    out.put("GGUF".getBytes(StandardCharsets.US_ASCII)).putInt(VERSION);
    out.putLong(tensors.size());
    int countAt = out.position();
    out.putLong(0);
    int entries = shape() + vocabulary();
    out.putLong(countAt, entries);
  }

  /// @return how many entries
  private int shape() {
    text("general.architecture", "llama");
    text("general.name", "tiny");
    number("llama.context_length", CONTEXT);
    number("llama.embedding_length", WIDTH);
    number("llama.block_count", LAYERS);
    number("llama.feed_forward_length", INNER);
    number("llama.attention.head_count", HEADS);
    number("llama.attention.head_count_kv", HEADS);
    number("llama.rope.dimension_count", WIDTH / HEADS);
    number("llama.vocab_size", VOCABULARY);
    string("llama.attention.layer_norm_rms_epsilon");
    out.putInt(FLOAT32).putFloat(1e-5f);
    return 11;
  }

  private int vocabulary() {
    text("tokenizer.ggml.model", "llama");
    array("tokenizer.ggml.tokens", STRING);
    for (var special : List.of("<unk>", "<s>", "</s>")) {
      string(special);
    }
    for (int i = 0; i < 256; i++) {
      string("<0x%02X>".formatted(i));
    }
    array("tokenizer.ggml.scores", FLOAT32);
    for (int i = 0; i < VOCABULARY; i++) {
      out.putFloat(0);
    }
    array("tokenizer.ggml.token_type", INT32);
    for (int i = 0; i < VOCABULARY; i++) {
      out.putInt(i == 0 ? UNKNOWN_TOKEN : i < SPECIAL ? CONTROL_TOKEN : BYTE_TOKEN);
    }
    number("tokenizer.ggml.unknown_token_id", 0);
    number("tokenizer.ggml.bos_token_id", 1);
    number("tokenizer.ggml.eos_token_id", 2);
    return 7;
  }

  private void tensorTable() {
    long offset = 0;
    for (var tensor : tensors) {
      string(tensor.name());
      out.putInt(tensor.rows() == 0 ? 1 : 2).putLong(tensor.columns());
      if (tensor.rows() > 0) {
        out.putLong(tensor.rows());
      }
      // Plain floats.
      out.putInt(0).putLong(offset);
      offset += aligned(tensor.bytes());
    }
  }

  private void weights() {
    pad();
    for (var tensor : tensors) {
      for (int i = 0; i < tensor.size(); i++) {
        out.putFloat(tensor.rows() == 0 ? 1 : (float) (random.nextGaussian() * 0.2));
      }
      pad();
    }
  }

  private void pad() {
    out.position((int) aligned(out.position()));
  }

  private static long aligned(long size) {
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }

  private void text(String key, String value) {
    string(key);
    out.putInt(STRING);
    string(value);
  }

  private void number(String key, int value) {
    string(key);
    out.putInt(UINT32).putInt(value);
  }

  private void array(String key, int type) {
    string(key);
    out.putInt(ARRAY).putInt(type).putLong(VOCABULARY);
  }

  private void string(String text) {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    out.putLong(bytes.length).put(bytes);
  }
}
