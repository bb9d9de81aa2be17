/// The vendors' own clients as a reference. They communicate with the same server as ours, without
/// errors; they send the same requests as ours; and they know every field of our requests.
@NullMarked
package dev.drover.model.http.referee;

import org.jspecify.annotations.NullMarked;
