import type { OpenPayouts, SendRun } from "./run";
import { setAlert } from "./set-alert";
import { doKeysSign, excuseKeys, SignerFault } from "./signer-fault";

const KIND = "signer_missing";

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
  const text = `Nothing can be signed on ${chain}, so payouts wait: ${error.message}`;
  await setAlert(KIND, chain, text);
}

/**
 * Closes the alert after a poll with keys. A poll that had nothing to sign, as while fees are too high, does not close it while a key
 * has not signed since it failed, or since this process began: the alert would open again with the next payout. Without waiting
 * withdrawals, which may have been given up, the treasury's key has nothing to sign.
 */
export async function endSignerFault(
  { network: { chain } }: SendRun,
  { waiting }: OpenPayouts,
): Promise<void> {
  if (waiting.count === 0n) excuseKeys(chain, "treasury");
  if (doKeysSign(chain)) await setAlert(KIND, chain, undefined);
}

/** Closes the alert when nothing is to be sent. */
export async function clearSignerFault({ network: { chain } }: SendRun): Promise<void> {
  excuseKeys(chain, "treasury", "relayer");
  await setAlert(KIND, chain, undefined);
}
