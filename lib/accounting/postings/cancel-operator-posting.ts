import type { AdminUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
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
  const { person } = context;
  const at = await databaseTimeOf(context.at);
  return decidePosting(
    { ...context, at },
    {
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
    },
  );
};
