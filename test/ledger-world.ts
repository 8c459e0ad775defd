import { cardAccount, holdAccount, walletAccount } from "@/lib/ledger";
import { clientOf } from "./client";
import { makeCard, makePartner, sql, type TestPartner } from "./make";
import { decisionsIn, withdrawalsOf } from "./withdrawals";
import { makePerson, signedIn, codeOf } from "./people";

/** A partner's card with transactions in every state, and its accounts. */
export interface CardWorld {
  partner: TestPartner;
  partnerId: string;
  cardId: string;
  wallet: string;
  card: string;
  hold: string;
  /** Each of 10 USD: authorised; settled; settled and refunded by 4; reversed; declined. */
  authorized: string;
  settled: string;
  refunded: string;
  reversed: string;
  declined: string;
  /** The refund of `refunded`. */
  refund: string;
}

/** A card with 100 USD and a history, of a partner with 10,000. */
export async function makeCardWorld(): Promise<CardWorld> {
  const partner = await makePartner();
  const cardId = await makeCard(partner, { amountUsd: 130 });
  const client = clientOf(partner);
  const authorize = async (amount: number) => {
    const { json } = await client.authorize(cardId, { amount });
    return String(json.data.serviceTransactionId);
  };
  const [authorized, settled, refunded, reversed, declined] = [
    await authorize(10),
    await authorize(10),
    await authorize(10),
    await authorize(10),
    await authorize(1_000),
  ];
  await client.settle(settled);
  await client.settle(refunded);
  await client.refund(refunded, 4);
  await client.reverse(reversed);
  const { partnerId } = partner;
  return {
    partner,
    partnerId,
    cardId,
    wallet: walletAccount(partnerId),
    card: cardAccount(cardId),
    hold: holdAccount(cardId),
    authorized,
    settled,
    refunded,
    reversed,
    declined,
    refund: `${refunded}_rev`,
  };
}
