import type { UseCase } from "@/lib/contract/use-cases";
import type { countReplayableEventsContract } from "./contract";
import { countReplayable } from "./replay/store";
import { MAX_REPLAYED } from "./replay-limits";

/** Counts, per status, the events that a replay with the same filters would send. */
export const countReplayableEvents: UseCase<typeof countReplayableEventsContract> = async ({
  partner,
  input,
}) => {
  const { since, until, event, resourceId } = input.query;
  const filters = { since, until, event, resourceId };
  const { failed, pending, not_sent } = await countReplayable(partner.id, filters, MAX_REPLAYED);
  return { failed: Number(failed), pending: Number(pending), not_sent: Number(not_sent) };
};
