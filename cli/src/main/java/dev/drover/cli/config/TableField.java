package dev.drover.cli.config;

import java.util.List;

/// One field of the entries of a table, such as `baseUrl` of each provider.
///
/// @param word its name in a file
/// @param type the form of its value, for people
/// @param effect its effect, for people
public record TableField(String word, String type, String effect) {
  static List<String> words(List<TableField> fields) {
    return fields.stream().map(TableField::word).toList();
  }
}
