import { CLOCK_MARGIN_S } from "./check-clock";
import { conclude } from "./conclude";
import { readIsUsed, readStateBlock } from "./read-state";
import type { ChainView, OpenPayouts, SendRun } from "./run";

const REASON =
  "The transfer was not possible before its authorization expired. The amount was refunded to the wallet. Request the withdrawal again.";

/**
 * Gives up authorizations that can never be executed; no other authorization is given up. Two conditions apply. First,
 * a finalized block has reached the time from which the token refuses the authorization, and the authorization is
 * unused in that block: later blocks have later times, and earlier ones are final. Second, the time is over by our own
 * clock as well, because the time of a block is only the node's statement. Source: threat 8.
 */
export async function expireAuthorizations(
  run: SendRun,
  { head, nowS }: ChainView,
  { authorizations }: OpenPayouts,
): Promise<void> {
  const late = authorizations.filter(
    ({ state, validBefore }) =>
      state === "open" && validBefore <= head.timeS && validBefore + CLOCK_MARGIN_S <= nowS,
  );
  if (late.length === 0) return;
  const finalized = await readStateBlock(run.network, "finalized");
  for (const authorization of late) {
    if (finalized.timeS < authorization.validBefore) continue;
    if (await readIsUsed(run.network, authorization, finalized.hash)) continue;
    await conclude(run, authorization, { unpaidFor: REASON });
  }
}
