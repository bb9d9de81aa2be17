package dev.drover.internal.agent;

import dev.drover.kernel.value.Identity;

/// Obtains the tools that differ between the users of an agent. Safe for use by any thread.
public interface UserToolSource {
  UserToolSource NONE =
      new UserToolSource() {
        @Override
        public boolean isPerUser(String agent) {
          return false;
        }

        @Override
        public void await(String agent, Identity identity) {}

        @Override
        public boolean isReady(String agent, Identity identity, Runnable whenReady) {
          return true;
        }
      };

  /// Whether the tools of the agent differ between users.
  boolean isPerUser(String agent);

  /// Waits until the tools of the user are known, or cannot be obtained in time. Returns at once if
  /// the tools of the agent are the same for all users.
  void await(String agent, Identity identity);

  /// Whether [#await] would return at once. If not, the tools are obtained from now on.
  ///
  /// @param whenReady called once, if the answer is no
  boolean isReady(String agent, Identity identity, Runnable whenReady);
}
