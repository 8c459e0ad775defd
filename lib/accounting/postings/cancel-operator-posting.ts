import type { AdminUseCase } from "@/lib/contract/use-cases";
import { ServiceError } from "@/lib/kernel/errors";
import type { cancelOperatorPostingContract } from "./contract";
import { decidePosting } from "./decide-posting";

/**
 * Cancels the administrator's own request.
 * @throws ServiceError POSTING_NOT_YOURS for another person's request.
 */
export const cancelOperatorPosting: AdminUseCase<typeof cancelOperatorPostingContract> = async (
  context,
) => {
  const { person, at } = context;
  return decidePosting(context, {
    action: "posting.cancel",
    to: "cancelled",
    decide: ({ id, partnerId, requestedBy }) => {
      if (requestedBy !== person.id) throw new ServiceError("POSTING_NOT_YOURS");
      const set = { status: "cancelled", decidedBy: person.id, decidedAt: at };
      return {
        ...(partnerId !== null && { partnerId }),
        update: { operator_postings: [{ id, set }] },
      };
    },
  });
};
