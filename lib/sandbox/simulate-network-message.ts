import { applyNetworkNotification } from "@/lib/cards/network/apply-notification";
import { authorizeNetworkRequest } from "@/lib/cards/network/authorize-request";
import type {
  NetworkDetails,
  NetworkMessage,
  NetworkNotification,
} from "@/lib/cards/network/message";
import { refuseOutsideCard } from "@/lib/cards/refuse-outside-card";
import { UNKNOWN_REASON } from "@/lib/cards/states";
import type { PartnerContext, UseCase } from "@/lib/contract/use-cases";
import { ValidationError } from "@/lib/kernel/errors";
import { findOrRefuse } from "@/lib/kernel/find-or-refuse";
import { newId } from "@/lib/kernel/ids";
import type { simulateNetworkMessageContract } from "./contract";
import { findCardIssuer, findReceived } from "./store";

type Body = PartnerContext<typeof simulateNetworkMessageContract>["input"]["body"];

/** @throws ValidationError when the message needs an amount and has none. */
function messageOf(
  { message, amount, isFinal = true }: Body,
  id: string,
  at: Date,
): NetworkMessage {
  if (message === "expiry") return { id, at, kind: message };
  if (amount === undefined)
    throw new ValidationError([
      { property: "amount", constraints: { isDefined: `amount is required with ${message}` } },
    ]);
  const common = { id, at, amountMicroUsd: amount };
  switch (message) {
    case "authorization":
      return { ...common, kind: message, declinedReason: null };
    case "decline":
      return { ...common, kind: message, declinedReason: UNKNOWN_REASON };
    case "capture":
      return { ...common, kind: message, isFinal };
    default:
      return { ...common, kind: message };
  }
}

/** The details of a transaction: the merchant, and what the network reports besides. */
function detailsOf(body: Body): NetworkDetails {
  const { merchantName, merchantCountry, currency = "USD", merchantAmountMinor } = body;
  return {
    type: "purchase",
    description: `Purchase at ${merchantName}`,
    merchantName,
    merchantCountry,
    merchantCurrency: currency,
    merchantAmountMinor:
      merchantAmountMinor === undefined ? undefined : BigInt(merchantAmountMinor),
    merchantCategoryCode: body.merchantCategoryCode,
    networkTransactionId: body.networkReference,
    authorizationCode: body.authorizationCode,
    entryMode: body.entryMode,
  };
}

async function receive(notification: NetworkNotification) {
  if (notification.messages[0]?.kind !== "authorization") {
    const { applied } = await applyNetworkNotification(notification);
    return { applied: applied > 0 };
  }
  const decision = await authorizeNetworkRequest({ notification });
  const { approved, declinedReason, isRepeated } = decision;
  return { applied: !isRepeated, approved, ...(declinedReason === null ? {} : { declinedReason }) };
}

const ISSUER = "sandbox";

/** @throws ServiceError CARD_NOT_FOUND, also for a card of a real issuer */
async function requireSandboxCard(partnerId: string, cardId: string): Promise<void> {
  const issuer = await findOrRefuse("card", cardId, "CARD_NOT_FOUND", () =>
    findCardIssuer(partnerId, cardId),
  );
  refuseOutsideCard(issuer);
}

/** A message on its way: its own id, the transaction that the request names, and the card. Ids without the partner's. */
interface Sent {
  cardId: string;
  messageId: string;
  named: string;
  own: (id: string) => string;
}

const storedId = ({ own }: Sent, id: string) => `${ISSUER}:${own(id)}`;

const findArrived = (sent: Sent) =>
  findReceived(storedId(sent, sent.messageId), storedId(sent, sent.named));

/**
 * Finds the transaction that a message belongs to. A message that was received before belongs to the one where it arrived, whatever
 * this request names.
 * @throws ValidationError when the transaction or the message is of another card
 */
async function transactionOf(sent: Sent): Promise<string> {
  const { ofMessage, ofTransaction } = await findArrived(sent);
  const isElsewhere = (found: { cardId: string } | undefined) =>
    found !== undefined && found.cardId !== sent.cardId;
  const refuse = (property: string) =>
    new ValidationError([
      { property, constraints: { isOfCard: `${property} was used for another card` } },
    ]);
  if (isElsewhere(ofTransaction)) throw refuse("networkTransaction");
  if (isElsewhere(ofMessage)) throw refuse("messageId");
  return ofMessage === undefined ? sent.named : ofMessage.id.slice(storedId(sent, "").length);
}

/**
 * Runs a delivery once more if it changed nothing or failed although its message or transaction is stored: another request may have
 * brought it after this one had looked for it. The second run finds it.
 */
async function evenIfOvertaken<T extends { applied: boolean }>(
  sent: Sent,
  deliver: () => Promise<T>,
): Promise<T> {
  try {
    const first = await deliver();
    if (first.applied) return first;
  } catch (error) {
    const { ofMessage, ofTransaction } = await findArrived(sent);
    if (ofMessage === undefined && ofTransaction === undefined) throw error;
  }
  return deliver();
}

/**
 * Simulates a message of the card network. Messages go through the same use cases as those of a real issuer.
 * Source: decision 0063.
 */
export const simulateNetworkMessage: UseCase<typeof simulateNetworkMessageContract> = async ({
  partner,
  input,
  at,
}) => {
  const { body } = input;
  const { messageId = newId("req"), networkTransaction: named = newId("req") } = body;
  const { serviceCardId: cardId } = input.params;
  // Ids of partners are apart: two partners may use one id.
  const own = (id: string) => `${partner.id}:${id}`;
  const message = messageOf(body, own(messageId), at);
  await requireSandboxCard(partner.id, cardId);
  const sent = { cardId, messageId, named, own };
  return evenIfOvertaken(sent, async () => {
    const networkTransaction = await transactionOf(sent);
    const received = await receive({
      issuer: ISSUER,
      issuerTransactionId: own(networkTransaction),
      issuerCardId: cardId,
      details: detailsOf(body),
      messages: [message],
    });
    return { networkTransaction, messageId, ...received };
  });
};
