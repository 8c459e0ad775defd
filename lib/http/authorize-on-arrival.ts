import type { AnyContract } from "@/lib/contract/contract";
import { readBytes } from "./read-body";

interface Authorization<Caller> {
  /** Who sends the request, and whether they may; throws the refusal. Called twice for a body that is late. */
  identify: () => Promise<Caller>;
  /** Counts the request; throws when there are too many. Called once. */
  limit?: (caller: Caller) => void;
}

const nextTurn = () => new Promise<false>((resolve) => setImmediate(resolve, false));

/** Whether the body is here, or has failed, without waiting for it. */
function hasArrived(arrival: Promise<unknown>): Promise<boolean> {
  const settled = arrival.then(
    () => true,
    () => true,
  );
  return Promise.race([settled, nextTurn()]);
}

/**
 * The caller of a request, authorized once its body is here: a sender may hold a body back for the whole of
 * REQUEST_TIMEOUT_MS, and what was revoked meanwhile must not act. Strangers do not wait that long: a body that has not
 * arrived yet is waited for only after a first look at its sender. A body that came with its headers costs one look.
 * What is wrong with the body is told afterwards, to who may know.
 * Source: docs/decisions/0040-authorized-on-arrival.md
 */
export async function authorizeOnArrival<Caller>(
  contract: AnyContract,
  request: Request,
  { identify, limit }: Authorization<Caller>,
): Promise<Caller> {
  const arrival = contract.body ? readBytes(request) : undefined;
  const isLate = arrival !== undefined && !(await hasArrived(arrival));
  const caller = await identify();
  limit?.(caller);
  if (!isLate) return caller;
  // A body that failed is refused where it is read (parse.ts).
  await arrival.catch(() => undefined);
  return identify();
}
