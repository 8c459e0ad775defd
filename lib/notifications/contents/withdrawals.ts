import { z } from "zod";
import {
  instantText,
  type MailContext,
  type MailKind,
  mailKind,
  microUsd,
  pageUrl,
  usdText,
  whySent,
} from "./content";
import {
  countPendingWithdrawals,
  countWaiting,
  knowsLater,
  type WaitingWithdrawals,
} from "./sql-store";

const withdrawal = z.object({
  withdrawalId: z.string(),
  amountMicroUsd: microUsd,
  feeMicroUsd: microUsd,
  toAddress: z.string(),
  txHash: z.string().optional(),
  reason: z.string().optional(),
});

const OUTCOMES = {
  approved: ["Withdrawal approved", "The withdrawal was approved and will be sent."],
  rejected: [
    "Withdrawal rejected",
    "The withdrawal was rejected. The amount is back in your wallet.",
  ],
  completed: ["Withdrawal completed", "The withdrawal was sent, and the chain has confirmed it."],
  failed: [
    "Withdrawal failed",
    "The withdrawal could not be sent. The amount is back in your wallet.",
  ],
} as const;

function outcomeKind(status: keyof typeof OUTCOMES): MailKind {
  const [title, text] = OUTCOMES[status];
  const write = (data: z.output<typeof withdrawal>, context: MailContext) => ({
    ...{ subject: title, heading: title, paragraphs: [text] },
    facts: [
      ["Amount", usdText(data.amountMicroUsd)],
      ["Fee", usdText(data.feeMicroUsd)],
      ["To", data.toAddress],
      ...(data.reason === undefined ? [] : [["Reason", data.reason] as const]),
      ...(data.txHash === undefined ? [] : [["Transaction", data.txHash] as const]),
    ] as const,
    action: { label: "View withdrawal", url: pageUrl(`/withdrawals/${data.withdrawalId}`) },
    afterwards: [whySent(context)],
  });
  return mailKind(withdrawal, write, "withdrawals");
}

/**
 * One message for all withdrawals that are pending when it is sent. While no e-mail can be sent, one message is queued for each
 * minute with a withdrawal: the first that is sent makes those before it useless.
 */
async function pendingContent(context: MailContext) {
  const { personId, queuedAt } = context;
  if (await knowsLater(personId, "withdrawal_pending", queuedAt)) return undefined;
  const { count, oldestAt, amountMicroUsd } = await countPendingWithdrawals();
  if (count === 0 || oldestAt === null) return undefined;
  const title =
    count === 1 ? "A withdrawal is pending review" : `${count} withdrawals are pending review`;
  return {
    ...{ subject: title, heading: title },
    paragraphs: ["Each withdrawal is sent only after it was approved."],
    facts: [
      ["Amount", usdText(amountMicroUsd)],
      ["Oldest", instantText(oldestAt)],
    ] as const,
    action: { label: "Review withdrawals", url: pageUrl("/admin/withdrawals") },
    afterwards: [whySent(context)],
  };
}

const RULE =
  "above the amount for which a second person of your company must approve, together with those of the last 24 hours that needed none";

function oneWaiting(waiting: WaitingWithdrawals) {
  const { withdrawalId, amountMicroUsd, feeMicroUsd, toAddress, requestedBy } = waiting;
  const title = "A withdrawal needs your approval";
  return {
    ...{ subject: title, heading: title },
    paragraphs: [
      `${requestedBy ?? "An API key of your company"} requested a withdrawal. It is ${RULE}. Nothing is sent before.`,
    ],
    facts: [
      ["Amount", usdText(amountMicroUsd)],
      ["Fee", usdText(feeMicroUsd)],
      ["To", toAddress],
    ] as const,
    action: { label: "Review withdrawal", url: pageUrl(`/withdrawals/${withdrawalId}`) },
  };
}

function severalWaiting({ count, amountMicroUsd }: WaitingWithdrawals) {
  const title = `${count} withdrawals need your approval`;
  return {
    ...{ subject: title, heading: title },
    paragraphs: [`Each of them is ${RULE}. Nothing is sent before.`],
    facts: [["Amount", usdText(amountMicroUsd)]] as const,
    action: { label: "Review withdrawals", url: pageUrl("/withdrawals") },
  };
}

/** One message for all withdrawals that wait for the recipient when it is sent. A later one makes those before it useless. */
async function ownApprovalContent(context: MailContext) {
  const { partnerId, personId, queuedAt } = context;
  if (await knowsLater(personId, "withdrawal_own_approval", queuedAt)) return undefined;
  const waiting = await countWaiting(partnerId, personId);
  if (!waiting) return undefined;
  const content = waiting.count === 1 ? oneWaiting(waiting) : severalWaiting(waiting);
  return { ...content, afterwards: [whySent(context)] };
}

/** Messages about withdrawals: to those who may approve them, and to the owners of their partner. */
export const WITHDRAWAL_KINDS = {
  withdrawal_pending: mailKind(
    z.object({}),
    (_, context) => pendingContent(context),
    "withdrawals",
  ),
  withdrawal_own_approval: mailKind(
    z.object({}),
    (_, context) => ownApprovalContent(context),
    "withdrawals",
  ),
  withdrawal_approved: outcomeKind("approved"),
  withdrawal_rejected: outcomeKind("rejected"),
  withdrawal_completed: outcomeKind("completed"),
  withdrawal_failed: outcomeKind("failed"),
};
