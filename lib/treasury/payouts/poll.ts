import { isHeadOld } from "@/lib/chain/is-head-old";
import { log } from "@/lib/kernel/log";
import { signingHold } from "../restored/signing-hold";
import { broadcast } from "./broadcast";
import { checkClock } from "./check-clock";
import { checkKeys } from "./check-keys";
import { checkRefunds } from "./check-refunds";
import { concludeUsed } from "./conclude-used";
import { expireAuthorizations } from "./expire";
import { quoteFees } from "./fee-quote";
import { findOpenPayouts } from "./find-open-payouts";
import { raiseLateAlerts } from "./raise-late-alerts";
import { readView, timeOf } from "./read-view";
import { reviveTransactions } from "./relayer/store";
import { replaceSlots } from "./replace-slots";
import { type ChainView, isUnmined, type OpenPayouts, type SendRun } from "./run";
import { sendNew } from "./send-new";
import { setAlert } from "./set-alert";
import { settleSlots } from "./settle-slots";
import { endSignerFault, raiseSignerFault } from "./signer-fault";

/** Closes the sender's alerts: with nothing to send, their conditions have ended. */
async function clearAlerts({ network: { chain } }: SendRun): Promise<void> {
  const kinds = [
    "chain_clock",
    "gas_low",
    "fees_high",
    "treasury_short",
    "token_refuses",
    "payout_stuck",
    "payout_unread",
  ] as const;
  for (const kind of kinds) await setAlert(kind, chain, undefined);
  await endSignerFault(chain, "relayer");
}

/**
 * Makes transactions pending again that a reorganization removed from the chain. A node that stands still, or is set up
 * again, lacks the newest blocks for another reason: days of transactions would be pending, and each be settled again.
 */
async function revive(
  run: SendRun,
  { mined, head, nowS }: ChainView,
  { lastMined }: OpenPayouts,
): Promise<number> {
  if (isHeadOld(timeOf(head), new Date(Number(nowS) * 1_000))) return 0;
  let revived = 0;
  for (const { relayerAddress, nonce } of lastMined) {
    const next = mined.get(relayerAddress)?.atHead ?? 0n;
    if (next > nonce) continue;
    revived += await reviveTransactions(run.lease, run.network.chain, relayerAddress, next);
  }
  return revived;
}

/** Leaves out the keys while nothing may be signed: what is stored is still sent and completed. */
async function withKeysIfAllowed(run: SendRun): Promise<SendRun> {
  if (!run.keys) return run;
  const reason = await signingHold(run.network);
  if (reason === undefined) return run;
  log().warn({ chain: run.network.chain, reason }, "nothing is signed");
  return { ...run, keys: undefined };
}

/** Replaces late transactions and begins waiting payouts, as far as something may be signed now. */
async function signAndSend(
  run: SendRun,
  view: ChainView,
  work: OpenPayouts,
  freed: ReadonlySet<string>,
): Promise<void> {
  const signing = await withKeysIfAllowed(run);
  const quote = signing.keys && (await quoteFees(signing, view));
  const replaced = await replaceSlots(signing, view, work, quote);
  const slots = work.slots.map((slot) => replaced.get(slot) ?? slot);
  const added = await sendNew(signing, view, { ...work, slots }, { freed, quote });
  await broadcast(run, view, [...replaced.values(), ...added]);
}

/**
 * Polls a chain once: records certain results, resends or replaces unmined transactions, and starts waiting payouts.
 * After a crash at any point, the next poll continues from the stored state.
 */
export async function poll(run: SendRun): Promise<void> {
  const found = await findOpenPayouts(run);
  await checkKeys(run, found);
  await checkRefunds(run);
  const isIdle = found.slots.length + found.authorizations.length === 0 && !found.waiting.count;
  if (isIdle) await clearAlerts(run);
  if (isIdle && found.lastMined.length === 0) return;
  const relayers = [
    ...found.slots.map(({ relayerAddress }) => relayerAddress),
    ...found.lastMined.map(({ relayerAddress }) => relayerAddress),
    ...(run.keys ? [run.keys.relayer] : []),
  ];
  const view = await readView(run.network, [...new Set(relayers)]);
  if (!(await checkClock(run, view))) return;
  const isRevived = (await revive(run, view, found)) > 0;
  if (isIdle && !isRevived) return;

  const work = isRevived ? await findOpenPayouts(run) : found;
  const freed = await settleSlots(run, view, work);
  await concludeUsed(run, view, work);
  await raiseLateAlerts(run, view, work);
  // Comes before any signing, so that stored transactions are sent even when the signer fails.
  await broadcast(
    run,
    view,
    work.slots.filter((slot) => isUnmined(view, slot)),
  );
  const failure = await signAndSend(run, view, work, freed).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  if (failure) await raiseSignerFault(run.network.chain, failure.error);
  // Also after a failure: what has expired must not wait until a key signs again. Comes last: a node that does not know the
  // finalized block refunds nothing, and everything else has been sent. A lost lease ends it before anything is recorded.
  await expireAuthorizations(run, view, work);
  if (failure) throw failure.error;
}
