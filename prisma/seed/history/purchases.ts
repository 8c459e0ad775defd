import { applyNetworkNotification } from "@/lib/cards/network/apply-notification";
import { authorizeNetworkRequest } from "@/lib/cards/network/authorize-request";
import type { NetworkMessage, NetworkNotification } from "@/lib/cards/network/message";
import { now } from "@/lib/kernel/clock";
import { idOf, microUsd, type Programme } from "./programme";
import type { Step } from "./steps";

type PurchaseStep = Extract<Step, { purchase: number }>;

function notificationOf(
  { plan, partnerId, cards }: Programme,
  number: number,
  messages: readonly NetworkMessage[],
): NetworkNotification {
  const purchase = plan.purchases[number];
  if (!purchase) throw new Error(`there is no purchase ${number}`);
  const { merchantName, city, country, currency, amountMinor, categoryCode, entryMode } = purchase;
  return {
    issuer: "sandbox",
    issuerTransactionId: `${partnerId}:history-${number}`,
    issuerCardId: idOf(cards, purchase.card),
    details: {
      type: "purchase",
      description: `Purchase at ${merchantName}${city === "" ? "" : `, ${city}`}`,
      merchantName,
      merchantCountry: country,
      merchantCurrency: currency,
      merchantAmountMinor: amountMinor === undefined ? undefined : BigInt(amountMinor),
      merchantCategoryCode: categoryCode,
      authorizationCode: String(100_000 + ((number * 7_919) % 900_000)),
      entryMode,
    },
    messages,
  };
}

/** Messages of a purchase need ids of their own, also two captures of one hold. */
const messageId = ({ partnerId }: Programme, { kind, purchase, atMs }: PurchaseStep) =>
  `${partnerId}:history-${purchase}-${kind}-${atMs}`;

async function authorize(programme: Programme, step: PurchaseStep): Promise<void> {
  const purchase = programme.plan.purchases[step.purchase];
  if (!purchase) throw new Error(`there is no purchase ${step.purchase}`);
  const { amountUsd, isSingle, declinedReason } = purchase;
  const common = { id: messageId(programme, step), at: now(), amountMicroUsd: microUsd(amountUsd) };
  if (declinedReason !== undefined) {
    const decline: NetworkMessage = { ...common, kind: "decline", declinedReason };
    await applyNetworkNotification(notificationOf(programme, step.purchase, [decline]));
    return;
  }
  const messages: NetworkMessage[] = [{ ...common, kind: "authorization", declinedReason: null }];
  if (isSingle)
    messages.push({ ...common, id: `${common.id}-capture`, kind: "capture", isFinal: true });
  const notification = notificationOf(programme, step.purchase, messages);
  const { approved } = await authorizeNetworkRequest({ notification });
  if (approved) programme.approved.add(step.purchase);
}

function messageOf(programme: Programme, step: PurchaseStep): NetworkMessage {
  const common = { id: messageId(programme, step), at: now() };
  switch (step.kind) {
    case "capture":
      return {
        ...common,
        kind: "capture",
        amountMicroUsd: microUsd(step.amountUsd),
        isFinal: step.isFinal,
      };
    case "refund":
      return { ...common, kind: "refund", amountMicroUsd: microUsd(step.amountUsd) };
    case "expire":
      return { ...common, kind: "expiry" };
    default: {
      const { amountUsd = 0 } = programme.plan.purchases[step.purchase] ?? {};
      return { ...common, kind: "reversal", amountMicroUsd: microUsd(amountUsd) };
    }
  }
}

/** Performs a message of the card network, as a card issuer reports it. What follows a declined purchase is left out. */
export async function performPurchaseStep(programme: Programme, step: PurchaseStep): Promise<void> {
  if (step.kind === "authorize") return authorize(programme, step);
  if (!programme.approved.has(step.purchase)) return;
  const messages = [messageOf(programme, step)];
  await applyNetworkNotification(notificationOf(programme, step.purchase, messages));
}
