import { POST as setEvents } from "@/app/api/v1/partner/profile/webhook/events/route";
import { POST as setWebhook } from "@/app/api/v1/partner/profile/webhook/route";
import { DAY_MS } from "@/lib/kernel/durations";
import { atSimulatedTime } from "@/lib/kernel/simulated-time";
import { setWebhookContract, setWebhookEventsContract } from "@/lib/partners/profile/contract";
import type { PartnerClient } from "../client";
import { deliverWebhooks } from "./deliver-webhooks";
import { planHistory } from "./plan";
import type { Decider } from "./programme";
import { runHistory } from "./run-history";
import { spanBefore } from "./times";

/** Not `card.transaction-event`: the purchases alone would be ten times as many deliveries as all others. */
const EVENTS = [
  "user.kyc-event",
  "wallet.deposit.crypto",
  "wallet.deposit.card-withdrawal",
  "wallet.withdrawal.crypto",
  "card.deposit.crypto",
];
const WEBHOOK_URL = "https://hooks.northwind.example/card-events";

/** When the partner joined, before the first day of its history. */
export const joinedAt = (nowMs: number, days: number) =>
  new Date(spanBefore(nowMs, days).startMs - DAY_MS);

interface PastPartner {
  partnerId: string;
  walletAddress: string;
  send: PartnerClient;
}

async function listenToEvents(send: PartnerClient): Promise<void> {
  const body = { webhookUrl: WEBHOOK_URL };
  await send(setWebhook, { contract: setWebhookContract, body });
  await send(setEvents, { contract: setWebhookEventsContract, body: { events: EVENTS } });
}

/** Makes the past of a partner that has just joined. The time must be simulated in the database too. */
export async function makeHistory(
  partner: PastPartner,
  decider: Decider,
  nowMs: number,
  days: number,
): Promise<void> {
  const { partnerId, send } = partner;
  await atSimulatedTime(joinedAt(nowMs, days), () => listenToEvents(send));
  const plan = planHistory(nowMs, days);
  const ids = { users: [], cards: [], withdrawals: [], approved: new Set<number>() };
  await runHistory({ plan, ...partner, decider, ...ids });
  await deliverWebhooks(partnerId, nowMs);
}
