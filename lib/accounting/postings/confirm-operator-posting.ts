import type { AdminUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { requireSecondFactor } from "@/lib/identity/second-factor/require-second-factor";
import { ServiceError } from "@/lib/kernel/errors";
import { NOT_SECOND } from "@/lib/people/admin-requests/refuse-unconfirmed";
import type { confirmOperatorPostingContract } from "./contract";
import { decidePosting } from "./decide-posting";
import { refuseObstacle } from "./obstacle-of";
import { postingChangeSet } from "./posting-change-set";

/**
 * Posts another administrator's request, once. The two administrators must be independent, as two approvers must.
 * @throws ServiceError SECOND_APPROVER_NEEDED for the requester; SECOND_ADMINISTRATOR_NEEDED when the person does not
 * count as the second administrator.
 */
export const confirmOperatorPosting: AdminUseCase<typeof confirmOperatorPostingContract> = async (
  context,
) => {
  const { person, input } = context;
  await requireSecondFactor(person, input.body.totp, context.at);
  // By a clock that is ahead, the delay of a new administrator would be over.
  const at = await databaseTimeOf(context.at);
  return decidePosting(
    { ...context, at },
    {
      action: "posting.confirm",
      to: "posted",
      decide: (posting, balances, card) => {
        if (posting.requestedBy === person.id)
          throw new ServiceError("SECOND_APPROVER_NEEDED", {
            text: "You requested this posting. Another administrator must confirm it.",
          });
        const { confirmObstacle } = posting;
        if (confirmObstacle !== null)
          throw new ServiceError("SECOND_ADMINISTRATOR_NEEDED", {
            text: NOT_SECOND[confirmObstacle],
          });
        if (!posting.isRequesterAdmin) throw new ServiceError("POSTING_REQUESTER_GONE");
        refuseObstacle(posting, balances);
        return postingChangeSet(posting, { card, decidedBy: person.id, at });
      },
    },
  );
};
