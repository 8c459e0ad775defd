import { BlockList, isIP } from "node:net";

/** Address ranges outside the public Internet. Source: IANA's registries of special-purpose addresses. */
const CLOSED_IPV4 = [
  "0.0.0.0/8", // this network
  "10.0.0.0/8", // private
  "100.64.0.0/10", // carrier-grade NAT; the metadata service of a cloud
  "127.0.0.0/8", // loopback
  "169.254.0.0/16", // link-local; the metadata services of clouds
  "172.16.0.0/12", // private
  "192.0.0.0/24", // protocol assignments; the metadata service of a cloud
  "192.0.2.0/24", // documentation
  "192.88.99.0/24", // 6to4 relays
  "192.168.0.0/16", // private
  "198.18.0.0/15", // benchmarks
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved, broadcast
  "168.63.129.16/32", // the host of a cloud, in its public range
];

/**
 * The only range that IPv6 allocates to the public Internet. Mapped, translated, local and multicast addresses are
 * outside.
 */
const OPEN_IPV6 = ["2000::/3"];

const CLOSED_IPV6 = [
  "2001::/23", // protocol assignments: Teredo, benchmarks, ORCHID
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4: an IPv4 address inside
  "3ffe::/16", // returned to IANA
  "3fff::/20", // documentation
];

function listOf(subnets: readonly string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = "", prefix] = subnet.split("/");
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}

const closedIpv4 = listOf(CLOSED_IPV4, "ipv4");
const openIpv6 = listOf(OPEN_IPV6, "ipv6");
const closedIpv6 = listOf(CLOSED_IPV6, "ipv6");

/**
 * Whether an IP address is on the public Internet, so that a request to it cannot reach our own network. Takes the
 * canonical text of an address, without brackets; any other text is not public. Source: threat 18.
 */
export function isPublicAddress(ip: string): boolean {
  // A zone names one of our own network interfaces.
  if (ip.includes("%")) return false;
  const family = isIP(ip);
  if (family === 4) return !closedIpv4.check(ip, "ipv4");
  return family === 6 && openIpv6.check(ip, "ipv6") && !closedIpv6.check(ip, "ipv6");
}
