import { Resolver } from "node:dns/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCodeOf } from "@/lib/kernel/error-code";
import { DeliveryFault } from "./delivery-fault";

const QUERY_TIMEOUT_MS = 2_000;
/** The wait for addresses of the other family, once one family has been resolved. */
const RESOLUTION_DELAY_MS = 500;

const NO_ADDRESS = new Set(["ENOTFOUND", "ENODATA"]);

function faultOf(errors: readonly unknown[]): DeliveryFault {
  const isKnown = errors.every((error) => NO_ADDRESS.has(errorCodeOf(error) ?? ""));
  const problem = isKnown ? "has no address" : "could not be resolved";
  return new DeliveryFault(
    `The host name of the webhook URL ${problem}. Check its spelling and its DNS records.`,
    { cause: errors[0] },
  );
}

/**
 * Returns the IPv4 and IPv6 addresses of a host name. Queries the name servers directly: the system's resolver uses one
 * of the few threads that the whole process shares, and a silent name server would block that thread.
 * @throws DeliveryFault when there are no addresses; the signal's reason when aborted.
 */
export async function resolveHost(host: string, until: AbortSignal): Promise<readonly string[]> {
  if (host === "localhost") return ["127.0.0.1", "::1"];
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS });
  const cancel = () => resolver.cancel();
  until.addEventListener("abort", cancel, { once: true });
  const found: string[] = [];
  const add = (addresses: string[]) => void found.push(...addresses);
  const lookups = [resolver.resolve4(host).then(add), resolver.resolve6(host).then(add)];
  try {
    await Promise.any(lookups);
    const delay = sleep(RESOLUTION_DELAY_MS, undefined, { ref: false });
    await Promise.race([Promise.allSettled(lookups), delay]);
    until.throwIfAborted();
    return found;
  } catch (error) {
    until.throwIfAborted();
    throw faultOf(error instanceof AggregateError ? error.errors : [error]);
  } finally {
    until.removeEventListener("abort", cancel);
    cancel();
  }
}
