import { amountUsd, opaque } from "@/lib/contract/fields";
import { MAX_CARD_AMOUNT_USD, MIN_CARD_MOVE_USD } from "@/lib/partners/terms";

/** What is moved to a card or off it, in micro-USD. Source: spec: Limits. */
export const moveAmount = amountUsd({ min: MIN_CARD_MOVE_USD, max: MAX_CARD_AMOUNT_USD });

/** The spec limits the reference of a withdrawal alone. This bound is ours, for what is stored and sent in events. */
const MAX_REFERENCE_CHARACTERS = 4_096;

/** A reference that may be left out. An empty one is none, also for a repeat of the request. */
export const optionalReference = opaque(0, MAX_REFERENCE_CHARACTERS)
  .transform((reference) => (reference === "" ? undefined : reference))
  .optional();
