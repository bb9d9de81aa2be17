package dev.drover.tools.web;

import dev.drover.spi.Bytes;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/// Distinguishes addresses of the public internet from those of this machine, its network, and
/// cloud services at special addresses.
final class PublicAddressCheck {
  /// Network and prefix length; addresses in these ranges are not public.
  private static final List<Range> SPECIAL =
      List.of(
          range("0.0.0.0", 8),
          range("10.0.0.0", 8),
          range("100.64.0.0", 10),
          range("127.0.0.0", 8),
          range("169.254.0.0", 16),
          range("172.16.0.0", 12),
          range("192.0.0.0", 24),
          range("192.0.2.0", 24),
          range("192.88.99.0", 24),
          range("192.168.0.0", 16),
          range("198.18.0.0", 15),
          range("198.51.100.0", 24),
          range("203.0.113.0", 24),
          range("224.0.0.0", 3));

  /// Only this part of IPv6 is assigned to the internet, except for these ranges.
  private static final Range GLOBAL_V6 = range("2000::", 3);

  private static final List<Range> SPECIAL_V6 =
      List.of(range("2001::", 23), range("2001:db8::", 32), range("3fff::", 20));

  /// IPv4 addresses embedded in IPv6: a router may forward them to the address inside.
  private static final Range NAT64 = range("64:ff9b::", 96);

  private static final Range SIX_TO_FOUR = range("2002::", 16);

  private PublicAddressCheck() {}

  private record Range(Bytes network, int bits) {
    boolean contains(byte[] address) {
      var prefix = network.array();
      if (address.length != prefix.length) {
        return false;
      }
      int whole = bits / 8;
      if (!Arrays.equals(address, 0, whole, prefix, 0, whole)) {
        return false;
      }
      int rest = bits % 8;
      int mask = 0xFF << (8 - rest) & 0xFF;
      return rest == 0 || (address[whole] & mask) == (prefix[whole] & mask);
    }
  }

  private static Range range(String network, int bits) {
    try {
      return new Range(Bytes.of(InetAddress.ofLiteral(network).getAddress()), bits);
    } catch (IllegalArgumentException malformed) {
      throw new IllegalStateException(network, malformed);
    }
  }

  static boolean isPublic(InetAddress address) {
    return switch (address) {
      case Inet4Address v4 -> isPublic4(v4.getAddress());
      case Inet6Address v6 -> isPublic6(v6.getAddress());
      default -> false;
    };
  }

  private static boolean isPublic4(byte[] address) {
    return SPECIAL.stream().noneMatch(range -> range.contains(address));
  }

  private static boolean isPublic6(byte[] address) {
    if (NAT64.contains(address)) {
      return isPublic4(Arrays.copyOfRange(address, 12, 16));
    }
    if (SIX_TO_FOUR.contains(address)) {
      return isPublic4(Arrays.copyOfRange(address, 2, 6));
    }
    return GLOBAL_V6.contains(address)
        && SPECIAL_V6.stream().noneMatch(range -> range.contains(address));
  }

  /// All addresses of a name, from the system's resolver.
  static List<InetAddress> resolve(String host) throws UnknownHostException {
    return List.of(InetAddress.getAllByName(host));
  }
}
