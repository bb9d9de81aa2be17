/// The vendors' own clients as referees. They talk to the same server as ours, and are satisfied;
/// they send what we send; and they find nothing in our requests that they do not know.
@NullMarked
package dev.drover.model.http.referee;

import org.jspecify.annotations.NullMarked;
