import type { AdminUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { ServiceError } from "@/lib/kernel/errors";
import type { rejectOperatorPostingContract } from "./contract";
import { decidePosting } from "./decide-posting";

/**
 * Rejects another person's request. No code is needed, because a rejection grants nothing.
 * @throws ServiceError SECOND_APPROVER_NEEDED for the requester, who cancels instead.
 */
export const rejectOperatorPosting: AdminUseCase<typeof rejectOperatorPostingContract> = async (
  context,
) => {
  const { person, input } = context;
  const at = await databaseTimeOf(context.at);
  const reason = input.body.reason.trim();
  return decidePosting(
    { ...context, at },
    {
      action: "posting.reject",
      to: "rejected",
      reason,
      decide: ({ id, partnerId, requestedBy }) => {
        if (requestedBy === person.id)
          throw new ServiceError("SECOND_APPROVER_NEEDED", {
            text: "You requested this posting. Cancel it, or have another administrator reject it.",
          });
        const set = { status: "rejected", decidedBy: person.id, decidedAt: at };
        return {
          ...(partnerId !== null && { partnerId }),
          update: { operator_postings: [{ id, set: { ...set, decisionReason: reason } }] },
        };
      },
    },
  );
};
