/** The lines of a new Debian. The resolvers of some programs take the address from a line of another name, so they belong to it. */
const DEBIAN = ["127.0.0.1 localhost", "::1 localhost ip6-localhost ip6-loopback"];

/** The text of /etc/hosts with these names beside Debian's own. */
export function hostsFile(addresses: Readonly<Record<string, string>>): string {
  const own = Object.entries(addresses).map(([name, address]) => `${address} ${name}`);
  return [...DEBIAN, ...own, ""].join("\n");
}

/**
 * The address of a host's network card, made of its address in the network: every host knows those of the others from the beginning. So a
 * host that does not answer is not found out by the question for its card, as it is not where routers are between the hosts.
 */
export function cardOf(address: string): string {
  const parts = address.split(".").map((part) => Number(part).toString(16).padStart(2, "0"));
  return ["02", "00", ...parts].join(":");
}
