import type { OpenPayouts, SendRun } from "./run";
import { setAlert } from "./set-alert";
import { endSignerFault } from "./signer-fault";

/**
 * Opens the alert while withdrawals wait and there are no keys, and closes it once there are. Whether keys that were found sign is
 * another cause with alerts of its own: only a signature shows that. The treasury's key has nothing to sign when no withdrawal waits.
 */
export async function checkKeys(
  { network: { chain }, keys, signerFault }: SendRun,
  { waiting }: OpenPayouts,
): Promise<void> {
  const isNeeded = waiting.count > 0n;
  const text = `Approved withdrawals on ${chain} cannot be sent: ${signerFault ?? "the service has no signer."}`;
  await setAlert("signer_missing", chain, isNeeded && !keys ? text : undefined);
  if (!isNeeded) await endSignerFault(chain, "treasury");
}
