import type { AnyContract, UploadRule } from "@/lib/contract/contract";
import { limitUpload } from "./limit-upload";
import { readBytes } from "./read-body";

interface Authorization<Caller> {
  /** Authenticates and authorizes the sender; throws the refusal. Called twice if the body arrives late. */
  identify: () => Promise<Caller>;
  /** Applies the rate limit; throws above it. Called once. */
  limit?: (caller: Caller) => Promise<void>;
}

const nextTurn = () => new Promise<false>((resolve) => setImmediate(resolve, false));

/** True if the body has arrived or failed. Does not wait for it. */
function hasArrived(arrival: Promise<unknown>): Promise<boolean> {
  const settled = arrival.then(
    () => true,
    () => true,
  );
  return Promise.race([settled, nextTurn()]);
}

/**
 * A file is too large to be read for a stranger, or for a caller with too many of them: the caller is authorized before and
 * after it is read, and limited before.
 */
async function authorizeUpload<Caller>(
  request: Request,
  rule: UploadRule,
  { identify, limit }: Authorization<Caller>,
): Promise<Caller> {
  await limit?.(await identify());
  await limitUpload(rule);
  // A failed body is refused where it is read (parse.ts).
  await readBytes(request, rule.maxBytes).catch(() => undefined);
  return identify();
}

/**
 * Authorizes the caller of a request after its body has arrived. A client can delay a body for the whole of
 * REQUEST_TIMEOUT_MS, and a credential that is revoked in that time must not act. If the body is late, the caller is
 * also authorized before the wait, so that strangers cannot hold a request open. A body that arrives with its headers
 * costs one authorization. Faults of the body are reported later, and only to an authorized caller.
 * Source: docs/decisions/0040-authorized-on-arrival.md
 */
export async function authorizeOnArrival<Caller>(
  contract: AnyContract,
  request: Request,
  { identify, limit }: Authorization<Caller>,
): Promise<Caller> {
  const { upload } = contract;
  if (upload) return authorizeUpload(request, upload, { identify, limit });
  const arrival = contract.body ? readBytes(request) : undefined;
  const isLate = arrival !== undefined && !(await hasArrived(arrival));
  const caller = await identify();
  await limit?.(caller);
  if (!isLate) return caller;
  // A failed body is refused where it is read (parse.ts).
  await arrival.catch(() => undefined);
  return identify();
}
