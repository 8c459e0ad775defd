import { createHash } from "node:crypto";
import { depositAddress } from "@/lib/chain/deposit-address";
import { nextDepositIndex } from "@/lib/chain/store";
import { supportedNetworks } from "@/lib/chain/supported-networks";
import type { PartnerContext, UseCase } from "@/lib/contract/use-cases";
import { isServiceError, ServiceError } from "@/lib/kernel/errors";
import { findOrRefuse } from "@/lib/kernel/find-or-refuse";
import { newId } from "@/lib/kernel/ids";
import { CARD_INTERVAL_MS } from "@/lib/kernel/rate-limits";
import { type Claim, ClaimedBefore, decideAndCommit } from "@/lib/ledger";
import { partnerTime } from "@/lib/partners/partner-time";
import { CardOrder } from "./card-order";
import type { createCardContract } from "./contract";
import { initialAmountMicroUsd } from "./create-card-body";
import { type CardCreationState, findCardCreationState } from "./creation/store";
import { newCardChangeSet } from "./new-card-change-set";

type Context = PartnerContext<typeof createCardContract>;

/**
 * What the issuer's keys for requests with this key of the client begin with. It is the same for each retry, and as a hash
 * it does not disclose the client's key. The user is in it: an issuer refuses a key that it knows with another cardholder,
 * and a client may use its key for another user after an outcome that it does not know.
 */
function issuerRequestKey({ partnerId, endpoint, key }: Claim, serviceId: string): string {
  return createHash("sha256")
    .update(JSON.stringify([partnerId, endpoint, key, serviceId]))
    .digest("hex");
}

async function findUserOf(
  { input, claim }: Context,
  requestKey: string,
): Promise<CardCreationState> {
  const { serviceId } = input.body;
  const user = await findOrRefuse("usr", serviceId, "USER_NOT_FOUND", () =>
    findCardCreationState(claim(), serviceId, requestKey),
  );
  // The first response replaces this refusal. Without it the issuer would be asked for one card more.
  if (user.isRepeat) throw new ServiceError("DUPLICATE_IDEMPOTENCY_KEY");
  return user;
}

function checkUser(user: CardCreationState, at: Date, costMicroUsd: bigint): void {
  if (user.status !== "approved") throw new ServiceError("USER_NOT_APPROVED");
  const lastAtMs = user.lastCardCreatedAt?.getTime() ?? Number.NEGATIVE_INFINITY;
  // A time that is far ahead is of a process whose clock was: it would refuse every card of the user until it has come.
  if (Math.abs(at.getTime() - lastAtMs) < CARD_INTERVAL_MS)
    throw new ServiceError("CARD_CREATION_LIMIT");
  if (user.walletMicroUsd < costMicroUsd) throw new ServiceError("INSUFFICIENT_WALLET_BALANCE");
}

/** Creates a card for an approved user, with its initial amount or its deposit address. Source: spec: Create Card. */
export const createCard: UseCase<typeof createCardContract> = async (context) => {
  const { partner, input, at, claim } = context;
  const { fundingType, serviceId } = input.body;
  const amount = initialAmountMicroUsd(input.body);
  const cardId = newId("card");
  const transactionId = newId("txn");
  const requestKey = issuerRequestKey(claim(), serviceId);
  const order = new CardOrder({ requestKey, cardId, at, partnerTime: partnerTime(partner, at) });
  let address: { address: string; derivationIndex: number } | undefined;

  const decide = async (user: CardCreationState) => {
    checkUser(user, at, amount + partner.cardCreationFeeMicroUsd);
    const { issuer, issued } = await order.issueFor(user);
    if (fundingType === "crypto" && !address) {
      const derivationIndex = await nextDepositIndex();
      address = { address: depositAddress(derivationIndex), derivationIndex };
    }
    const result = {
      serviceCardId: cardId,
      serviceTransactionId: transactionId,
      fundingType,
      ...(address
        ? {
            depositAddress: address.address,
            supportedNetworks: supportedNetworks(),
          }
        : {}),
    };
    const changeSet = newCardChangeSet({
      partner,
      user,
      cardId,
      transactionId,
      fundingType,
      amount,
      issuer,
      issued,
      requestKey,
      address,
      at,
    });
    return { changeSet: { ...changeSet, claim: claim(result) }, result };
  };

  try {
    return await decideAndCommit(() => findUserOf(context, requestKey), decide);
  } catch (error) {
    const isRefused =
      error instanceof ClaimedBefore || (isServiceError(error) && error.status < 500);
    // The card stays open when the outcome is unknown: it has no money, and a retry with the same key returns it.
    if (isRefused) order.leave();
    throw error;
  } finally {
    await order.giveUpLeftOver();
  }
};
