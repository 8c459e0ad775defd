import { once } from "node:events";
import { connect, isIP, type LookupFunction, type Socket } from "node:net";
import { DeliveryFault } from "./delivery-fault";
import { resolveHost } from "./resolve-host";

export interface Destination {
  /** A host name or an address, without brackets. */
  host: string;
  port: number;
  /** Whether connections to this address are allowed. */
  isAllowed(ip: string): boolean;
  until: AbortSignal;
}

function checkAddresses(addresses: readonly string[], { isAllowed }: Destination): void {
  if (addresses.length > 0 && addresses.every(isAllowed)) return;
  throw new DeliveryFault(
    "The host of the webhook URL is not a public address. Set a URL whose every DNS record is public.",
  );
}

/** Returns the checked addresses, so that no second DNS query can return others. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const checked = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, callback) => {
    if (options.all) callback(null, checked);
    else callback(null, checked[0]?.address ?? "", checked[0]?.family);
  };
}

/**
 * Opens a connection to one of a host's addresses, after all of them were checked. Nothing has been sent on it. Source:
 * threat 18: every address is checked at connect time, and that address is the one dialled.
 */
export async function dial(destination: Destination): Promise<Socket> {
  const { host, port, until } = destination;
  until.throwIfAborted();
  const addresses = isIP(host) === 0 ? await resolveHost(host, until) : [host];
  checkAddresses(addresses, destination);
  const lookup = lookupOf(addresses);
  const socket = connect({ host, port, lookup, autoSelectFamily: true, noDelay: true });
  try {
    await once(socket, "connect", { signal: until });
    checkAddresses([socket.remoteAddress ?? ""], destination);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
