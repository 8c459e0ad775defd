import { ServiceError } from "@/lib/kernel/errors";
import { checkRequest } from "./check-request";
import { legsOf, type PostingLeg } from "./legs-of";
import { balancesOf } from "./read-posting";
import type { PostingRequest } from "./schema";
import { type CorrectedRow, findBooking, findCorrected } from "./store";

/** The journal of a request and the data that decides whether it can be posted. */
export interface PostingPlan extends Pick<CorrectedRow, "cardStatus" | "last4"> {
  legs: PostingLeg[];
  /** The present balances of its accounts, in micro-USD. */
  balances: ReadonlyMap<string, bigint>;
  /** The posted operator posting that has booked the same chain transaction in the same account. */
  bookedBy: string | null;
}

async function corrected({ partnerId, serviceCardId }: PostingRequest) {
  if (partnerId === undefined) return { cardStatus: null, last4: null };
  const found = await findCorrected(partnerId, serviceCardId);
  if (!found) throw new ServiceError("PARTNER_NOT_FOUND");
  if (serviceCardId !== undefined && found.cardId === null)
    throw new ServiceError("CARD_NOT_FOUND", { text: "The partner has no card with this id." });
  return found;
}

/**
 * Returns the journal of a request and the balances that it would change.
 * @throws ValidationError; ServiceError PARTNER_NOT_FOUND, CARD_NOT_FOUND
 */
export async function planPosting(request: PostingRequest): Promise<PostingPlan> {
  checkRequest(request);
  const { cardStatus, last4 } = await corrected(request);
  const legs = legsOf(request);
  const [balances, bookedBy] = await Promise.all([balancesOf({ legs }), findBooking(legs)]);
  return { legs, cardStatus, last4, balances, bookedBy };
}
