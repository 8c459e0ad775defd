import { CLOCK_MARGIN_S } from "./check-clock";
import { conclude } from "./conclude";
import { readIsUsed, readStateBlock } from "./read-state";
import type { ChainView, OpenPayouts, SendRun } from "./run";

const REASON =
  "The transfer was not possible before its authorization expired. The amount was refunded to the wallet. Request the withdrawal again.";

/**
 * Gives up what can never be paid any more, and nothing else is ever given up: a finalised block has reached the time
 * from which on the token refuses the authorisation, and in that block it is unused. Every later block is later in time,
 * and none before can be another one. By our own clock that time must be over as well: of a block's time there is only
 * the node's word. Source: threat 8.
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
