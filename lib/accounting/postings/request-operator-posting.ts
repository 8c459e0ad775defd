import { auditAdminAction } from "@/lib/audit/audit-admin-action";
import type { AdminContext, AdminUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { requireSecondFactor } from "@/lib/identity/second-factor/require-second-factor";
import { describeAudit } from "@/lib/kernel/audit-context";
import { DAY_MS } from "@/lib/kernel/durations";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { decideAndCommit } from "@/lib/ledger";
import type { requestOperatorPostingContract } from "./contract";
import { describeLegs } from "./describe-legs";
import { REQUEST_DAYS } from "./kinds";
import { refuseObstacle } from "./obstacle-of";
import { type PostingPlan, planPosting } from "./plan-posting";
import { amountOf } from "./present";
import { showPosting } from "./read-posting";
import { isRequested, storedLegs } from "./store";

type Context = AdminContext<typeof requestOperatorPostingContract>;

function rowOf(id: string, { input, person, at }: Context, { legs }: PostingPlan) {
  const { kind, partnerId, serviceCardId, reason, reference } = input.body;
  return {
    id,
    kind,
    status: "pending",
    partnerId: partnerId ?? null,
    cardId: serviceCardId ?? null,
    legs: storedLegs(legs),
    reason: reason.trim(),
    reference: reference ?? null,
    requestedBy: person.id,
    createdAt: at,
    expiresAt: new Date(at.getTime() + REQUEST_DAYS * DAY_MS),
  };
}

function describeRequest({ input }: Context, { legs }: PostingPlan) {
  const { kind, partnerId, serviceCardId, reason, reference } = input.body;
  return {
    kind,
    amount: usdFromMicroUsd(amountOf(legs)),
    ...(partnerId !== undefined && { partnerId }),
    ...(serviceCardId !== undefined && { serviceCardId }),
    legs: describeLegs(legs),
    reason,
    ...(reference !== undefined && { reference }),
  };
}

/**
 * Requests a posting that another administrator must confirm. Nothing is posted yet.
 * @throws ServiceError POSTING_EXISTS when a request for the same journal is pending, or its chain transaction is
 * booked.
 */
export const requestOperatorPosting: AdminUseCase<typeof requestOperatorPostingContract> = async (
  context,
) => {
  const { person, input } = context;
  const { totp, ...request } = input.body;
  await requireSecondFactor(person, totp, context.at);
  // By a clock that is ahead, who became an administrator after the request could confirm it.
  const at = await databaseTimeOf(context.at);
  const id = newId("pst");
  await auditAdminAction(context, "posting.request", { targetId: id, before: {} }, () =>
    decideAndCommit(
      async () => {
        const plan = await planPosting(request);
        if (await isRequested(request.kind, plan.legs, at))
          throw new ServiceError("POSTING_EXISTS");
        return plan;
      },
      (plan) => {
        refuseObstacle(plan, plan.balances);
        describeAudit({ after: describeRequest(context, plan) });
        return {
          changeSet: {
            partnerId: request.partnerId,
            insert: { operator_postings: [rowOf(id, { ...context, at }, plan)] },
          },
          result: undefined,
        };
      },
    ),
  );
  return showPosting(id, { person, at });
};
