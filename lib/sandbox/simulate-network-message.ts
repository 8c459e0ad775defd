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
import { ServiceError, ValidationError } from "@/lib/kernel/errors";
import { isId, newId } from "@/lib/kernel/ids";
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
  const issuer = isId("card", cardId) ? await findCardIssuer(partnerId, cardId) : undefined;
  if (issuer === undefined) throw new ServiceError("CARD_NOT_FOUND");
  refuseOutsideCard(issuer);
}

/**
 * Finds the transaction that a message belongs to. A message that was received before belongs to the one where it arrived, whatever
 * this request names.
 * @throws ValidationError when the transaction or the message is of another card
 */
async function transactionOf(
  { cardId, own }: { cardId: string; own: (id: string) => string },
  named: string,
  messageId: string,
): Promise<string> {
  const idOf = (id: string) => `${ISSUER}:${own(id)}`;
  const { ofMessage, ofTransaction } = await findReceived(idOf(messageId), idOf(named));
  const isElsewhere = (found: { cardId: string } | undefined) =>
    found !== undefined && found.cardId !== cardId;
  const refuse = (property: string) =>
    new ValidationError([
      { property, constraints: { isOfCard: `${property} was used for another card` } },
    ]);
  if (isElsewhere(ofTransaction)) throw refuse("networkTransaction");
  if (isElsewhere(ofMessage)) throw refuse("messageId");
  return ofMessage === undefined ? named : ofMessage.id.slice(idOf("").length);
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
  const { messageId = newId("req") } = body;
  // Ids of partners are apart: two partners may use one id.
  const own = (id: string) => `${partner.id}:${id}`;
  const message = messageOf(body, own(messageId), at);
  const { serviceCardId: cardId } = input.params;
  await requireSandboxCard(partner.id, cardId);
  const named = body.networkTransaction ?? newId("req");
  const networkTransaction = await transactionOf({ cardId, own }, named, messageId);
  const received = await receive({
    issuer: ISSUER,
    issuerTransactionId: own(networkTransaction),
    issuerCardId: cardId,
    details: detailsOf(body),
    messages: [message],
  });
  return { networkTransaction, messageId, ...received };
};
