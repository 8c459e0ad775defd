import { setImmediate as nextTurn } from "node:timers/promises";
import { openAlert } from "@/lib/alerts/open-alert";
import { depositAddress } from "@/lib/chain/deposit-address";
import type { Token } from "@/lib/chain/networks";
import { refusedPrefix } from "./movable";
import { leaveAlone } from "./refused";
import type { SweepRun } from "./run";
import type { PlannedSweep } from "./sign-sweep";

/**
 * Selects the first `room` addresses that were derived from the signer's keys, and derives no more than it needs for that. An
 * alert reports each address of other keys, which is skipped and does not delay the rest.
 */
export async function signable(
  { network: { chain } }: SweepRun,
  { token }: Token,
  planned: readonly PlannedSweep[],
  room: number,
): Promise<PlannedSweep[]> {
  const able: PlannedSweep[] = [];
  for (const sweep of planned) {
    if (able.length >= room) break;
    // Each derivation keeps the process from other work for milliseconds.
    await nextTurn();
    const { address, depositIndex } = sweep;
    if (depositAddress(depositIndex).toLowerCase() === address.toLowerCase()) {
      able.push(sweep);
      continue;
    }
    const subject = `${refusedPrefix(chain, token)}${address}`;
    leaveAlone(subject);
    const text = `The deposit address ${address} was not derived from the current DEPOSIT_XPUB. The service has no key to sweep ${token} on ${chain} from it. The balance counts as custody but cannot be paid out.`;
    await openAlert({ kind: "sweep_failed", subject, text });
  }
  return able;
}
