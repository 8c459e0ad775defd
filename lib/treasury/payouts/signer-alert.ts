import { perProcess } from "@/lib/kernel/per-process";
import type { OpenPayouts, SendRun } from "./run";
import { setAlert } from "./set-alert";
import { SignerFault } from "./signer-fault";

const KIND = "signer_missing";

/** By chain: the keys that did not sign when they were last asked to. Known to this process only. */
const failing = perProcess("failingKeys", () => new Map<string, Set<SignerFault["key"]>>());

/** Opens the alert while withdrawals wait and there are no keys. With keys, only signing shows whether they sign. */
export async function raiseMissingSigner(
  { network: { chain }, keys, signerFault, payoutToken }: SendRun,
  { waiting }: OpenPayouts,
): Promise<void> {
  if (!payoutToken || keys) return;
  const text = `Approved withdrawals on ${chain} cannot be sent: ${signerFault ?? "the service has no signer."}`;
  await setAlert(KIND, chain, waiting.count > 0n ? text : undefined);
}

/** Opens the alert about keys that were found and do not sign, as while a vault refuses them. */
export async function raiseSignerFault(
  { network: { chain } }: SendRun,
  error: unknown,
): Promise<void> {
  if (!(error instanceof SignerFault)) return;
  failing.set(chain, (failing.get(chain) ?? new Set()).add(error.key));
  const text = `Nothing can be signed on ${chain}, so payouts wait: ${error.message}`;
  await setAlert(KIND, chain, text);
}

/**
 * Closes the alert after a poll with keys. A poll that had nothing to sign, as while fees are too high, does not close it while a key
 * has not signed since it failed: the alert would open again with the next payout.
 */
export async function endSignerFault({ network: { chain }, counts }: SendRun): Promise<void> {
  const keys = failing.get(chain);
  if (counts.signed > 0) keys?.delete("treasury");
  if (counts.stored > 0) keys?.delete("relayer");
  if (!keys?.size) await setAlert(KIND, chain, undefined);
}
