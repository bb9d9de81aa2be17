package dev.drover.kernel;

/// A model was asked something beside the conversation: for a title, say. What it said is with
/// whoever asked; what it used is the session's.
///
/// @param name what it was asked for; it is counted under this
/// @param model `provider/model`
/// @param budgets that it was under, at the price of that model
public record OneShot(String name, String model, Usage usage, Budgets budgets) {
  public OneShot {
    Ids.check("completion", name);
  }

  /// What it comes to.
  public Amount cost() {
    return Amount.ofReply(usage, budgets.price());
  }
}
