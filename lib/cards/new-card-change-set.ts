import type { IssuedCard } from "@/lib/cards/issuer/port";
import type { CallingPartner } from "@/lib/contract/partner";
import { seal } from "@/lib/kernel/seal";
import { type ChangeSet, cardAccounts, feeJournal, fundingJournal } from "@/lib/ledger";
import { walletTransaction } from "@/lib/wallet/wallet-transaction";
import type { CardCreationState } from "./creation/store";
import type { IssuerName } from "./network/message";

interface NewCard {
  partner: CallingPartner;
  user: CardCreationState;
  cardId: string;
  /** The id of the first wallet transaction: the funding, or the fee when nothing is funded. */
  transactionId: string;
  fundingType: "float" | "crypto";
  /** Micro-USD; 0 for a crypto card. */
  amount: bigint;
  issuer: IssuerName;
  issued: IssuedCard;
  requestKey: string;
  address: { address: string; derivationIndex: number } | undefined;
  at: Date;
}

function cardRow({ partner, user, cardId, issuer, issued, address, at, ...card }: NewCard) {
  const { secrets } = issued;
  const sealed = (field: string, text: string) =>
    seal(text, { partnerId: partner.id, rowId: cardId, field });
  return {
    id: cardId,
    partnerId: partner.id,
    userId: user.userId,
    cardName: `${user.firstName} ${user.lastName}`,
    currency: "USD",
    status: "active",
    program: user.program,
    fundingType: card.fundingType,
    first6: issued.first6,
    last4: issued.last4,
    numberSealed: secrets ? sealed("number", secrets.number) : null,
    cvvSealed: secrets ? sealed("cvv", secrets.cvv) : null,
    expirySealed: sealed("expiry", issued.expiry),
    issuer,
    issuerCardId: issued.issuerCardId,
    requestKey: card.requestKey,
    depositAddress: address?.address ?? null,
    billingStreet: issued.billingAddress.street,
    billingCity: issued.billingAddress.city,
    billingState: issued.billingAddress.state,
    billingPostalCode: issued.billingAddress.postalCode,
    billingCountry: issued.billingAddress.country,
    createdAt: at,
    terminatedAt: null,
    terminateReference: null,
    version: 1,
  };
}

/** Builds the change set of a new card: the card, its accounts, the fee, and the initial funding or deposit address. */
export function newCardChangeSet(card: NewCard): ChangeSet {
  const { partner, user, cardId, transactionId, amount, issued, address, at } = card;
  const { last4 } = issued;
  const source = { sourceId: transactionId, partnerId: partner.id };
  const owner = { partnerId: partner.id, cardId, createdAt: at };
  const changeSet: Required<Pick<ChangeSet, "journals" | "walletTransactions">> = {
    journals: [],
    walletTransactions: [],
  };
  if (amount > 0n) {
    const funding = fundingJournal(source, cardId, amount);
    changeSet.journals.push(funding);
    changeSet.walletTransactions.push(
      walletTransaction(funding, {
        ...owner,
        id: transactionId,
        narration: `First funding of card ending ${last4}`,
      }),
    );
  }
  if (partner.cardCreationFeeMicroUsd > 0n) {
    const fee = feeJournal("card_creation_fee", source, partner.cardCreationFeeMicroUsd);
    const id = amount > 0n ? {} : { id: transactionId };
    changeSet.journals.push(fee);
    changeSet.walletTransactions.push(
      walletTransaction(fee, { ...owner, ...id, narration: `Creation of card ending ${last4}` }),
    );
  }
  return {
    ...changeSet,
    accounts: cardAccounts(partner.id, cardId),
    // The user's version guards the user's approval, deletion and time of the last card at once.
    update: { users: [{ id: user.userId, version: user.version, set: { lastCardCreatedAt: at } }] },
    insert: {
      cards: [cardRow(card)],
      deposit_addresses: address
        ? [{ ...address, partnerId: partner.id, cardId, createdAt: at }]
        : [],
    },
  };
}
