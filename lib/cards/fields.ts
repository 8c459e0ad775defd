import { amountUsd, opaque } from "@/lib/contract/fields";
import { personal } from "@/lib/contract/sensitive";
import { MAX_CARD_AMOUNT_USD, MIN_CARD_MOVE_USD } from "@/lib/partners/limits";

/** An amount moved to or from a card, in micro-USD. Source: spec: Limits. */
export const moveAmount = amountUsd({ min: MIN_CARD_MOVE_USD, max: MAX_CARD_AMOUNT_USD });

/** The spec limits only the reference of a withdrawal. This own limit bounds what is stored and sent in events. */
const MAX_REFERENCE_CHARACTERS = 4_096;

/** An optional reference. An empty reference counts as none, also when retries are compared. */
const optionalReference = opaque(0, MAX_REFERENCE_CHARACTERS)
  .transform((reference) => (reference === "" ? undefined : reference))
  .optional();

/** The optional reference of an operation. Partners may write names into it, so the request log leaves it out. */
export const optionalReferenceOf = (description: string) =>
  personal(optionalReference.meta({ description }));

/** The reference of a withdrawal. Source: spec: Limits. */
export const requiredReferenceOf = (description: string) =>
  personal(opaque(1, 256).meta({ description }));
