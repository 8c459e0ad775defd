import type { z } from "zod";
import type { Data } from "@/lib/contract/contract";
import type { CallingPartner } from "@/lib/contract/partner";
import { groupedUsd } from "@/lib/kernel/grouped-usd";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import type { getWebhookEndpointContract } from "@/lib/webhooks/contract";
import type { noticeSchema } from "./schema";
import type { StandingRow } from "./store";

type Notice = z.input<typeof noticeSchema>;

/** The data from which notices are derived. */
export interface Situation {
  partner: CallingPartner;
  standing: StandingRow;
  /** Of the last 7 days. */
  recentFeesMicroUsd: bigint;
  endpoint: Data<typeof getWebhookEndpointContract>;
}

const several = (count: number, one: string, many = `${one}s`, hasMore = false) =>
  `${count}${hasMore ? "+" : ""} ${count === 1 ? one : many}`;

/** Formats an amount for people: `1,204.50`. */
const dollars = (microUsd: bigint) => groupedUsd(usdFromMicroUsd(microUsd));

function walletNotices({ partner, standing, recentFeesMicroUsd }: Situation): Notice[] {
  const balance = standing.availableMicroUsd;
  const amount = usdFromMicroUsd(balance);
  const first = partner.kycFeeMicroUsd + partner.cardCreationFeeMicroUsd;
  if (balance < first)
    return [
      {
        code: "wallet_empty",
        level: "attention",
        text: `Wallet balance is ${dollars(balance)} USD. Fees for a new user and card are ${dollars(first)} USD. Deposit before you create one.`,
        amount,
      },
    ];
  const threshold = standing.lowBalanceMicroUsd;
  if (threshold !== null && balance < threshold)
    return [
      {
        code: "wallet_low",
        level: "attention",
        text: `Wallet balance is ${dollars(balance)} USD, below your threshold of ${dollars(threshold)} USD.`,
        amount,
      },
    ];
  if (balance >= recentFeesMicroUsd) return [];
  return [
    {
      code: "wallet_low",
      level: "attention",
      text: `Wallet balance is ${dollars(balance)} USD, less than your fees of the last 7 days (${dollars(recentFeesMicroUsd)} USD).`,
      amount,
    },
  ];
}

function webhookNotices({ endpoint }: Situation): Notice[] {
  const { status, pending, hasMorePending, failed24h, hasMoreFailed24h, failingSince } = endpoint;
  const waiting =
    pending > 0
      ? ` ${several(pending, "event is pending", "events are pending", hasMorePending)}.`
      : "";
  switch (status) {
    case "not_set":
      return [
        {
          code: "webhook_not_set",
          level: "info",
          text: "No webhook URL is set. Events are saved but not sent.",
        },
      ];
    case "paused":
      return [
        {
          code: "webhook_paused",
          level: "attention",
          text: failingSince
            ? `Your webhook endpoint was paused after repeated failures.${waiting} Fix it, then resume. No events are lost.`
            : `Your webhook endpoint is paused.${waiting} Resume it when it is ready. No events are lost.`,
          count: pending,
        },
      ];
    case "failing":
      return [
        {
          code: "webhook_failing",
          level: "attention",
          text: `Your webhook endpoint is failing.${waiting} Deliveries are retried.`,
          count: pending,
        },
      ];
    default:
      if (failed24h === 0) return [];
      return [
        {
          code: "webhook_events_failed",
          level: "attention",
          text: `${several(failed24h, "event", "events", hasMoreFailed24h)} failed in the last 24 hours. Check the responses, then replay the events.`,
          count: failed24h,
        },
      ];
  }
}

/** What pays the shortfall of cards: a funding, which a terminated card does not take. */
function shortfallRemedy(count: number, terminated: number): string {
  if (terminated === 0) return `Fund ${count === 1 ? "it" : "them"} to pay the shortfall.`;
  if (terminated < count)
    return "Fund those that are not terminated to pay their shortfall. For the terminated ones, contact support.";
  const are = count === 1 ? "It is" : "They are";
  return `${are} terminated and cannot be funded. Contact support to pay the shortfall.`;
}

function shortfallNotices({ standing }: Situation): Notice[] {
  const { owingCards, owingTerminatedCards, owedMicroUsd } = standing;
  if (owingCards === 0n) return [];
  const count = Number(owingCards);
  const [owe, they] = count === 1 ? ["owes", "it"] : ["owe", "they"];
  const remedy = shortfallRemedy(count, Number(owingTerminatedCards));
  return [
    {
      code: "cards_owing",
      level: "attention",
      text: `${several(count, "card")} ${owe} ${dollars(owedMicroUsd)} USD: the card network collected more than ${they} had. ${remedy}`,
      count,
      amount: usdFromMicroUsd(owedMicroUsd),
    },
  ];
}

function waitingNotices({ standing }: Situation): Notice[] {
  const { users, confirmingDeposits, confirmingMicroUsd, pendingWithdrawals, pendingMicroUsd } =
    standing;
  const notices: Notice[] = [];
  const count = (users.pending ?? 0) + (users.pending_kyc ?? 0);
  if (count > 0)
    notices.push({
      code: "kyc_waiting",
      level: "info",
      text: `${several(count, "user has", "users have")} not completed identity verification.`,
      count,
    });
  if (confirmingDeposits > 0n)
    notices.push({
      code: "deposits_confirming",
      level: "info",
      text: `${several(Number(confirmingDeposits), "deposit is", "deposits are")} confirming: ${dollars(confirmingMicroUsd)} USD.`,
      count: Number(confirmingDeposits),
      amount: usdFromMicroUsd(confirmingMicroUsd),
    });
  if (pendingWithdrawals > 0n)
    notices.push({
      code: "withdrawals_pending",
      level: "info",
      text: `${several(Number(pendingWithdrawals), "withdrawal is", "withdrawals are")} pending: ${dollars(pendingMicroUsd)} USD.`,
      count: Number(pendingWithdrawals),
      amount: usdFromMicroUsd(pendingMicroUsd),
    });
  return notices;
}

/** Returns the notices, with those that need an action first. */
export function noticesOf(situation: Situation): Notice[] {
  const notices = [
    ...webhookNotices(situation),
    ...shortfallNotices(situation),
    ...walletNotices(situation),
    ...waitingNotices(situation),
  ];
  const isUrgent = ({ level }: Notice) => level === "attention";
  return [...notices.filter(isUrgent), ...notices.filter((notice) => !isUrgent(notice))];
}
