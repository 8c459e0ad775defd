import {
  CAPITAL_ACCOUNT,
  COSTS_ACCOUNT,
  cardAccount,
  FEES_ACCOUNT,
  type Leg,
  NETWORK_ACCOUNT,
  walletAccount,
} from "@/lib/ledger";
import type { PostingKind } from "./kinds";
import type { PostingRequest } from "./schema";

/** A leg of the journal to be posted; `reference` identifies the movement outside the books. */
export interface PostingLeg extends Leg {
  reference?: string;
}

type Fields = Required<PostingRequest>;

const leg = (account: string, amount: bigint, reference?: string): PostingLeg => ({
  account,
  amount,
  ...(reference !== undefined && { reference }),
});

/**
 * Debits one account and credits another. Custody and bank accounts have negative balances: a credit means that money
 * left them.
 */
const move = (from: string, to: string, amount: bigint) => [leg(from, -amount), leg(to, amount)];

const paid = (from: string, { paidFrom, amount, reference }: Fields) => [
  leg(from, -amount),
  leg(paidFrom, amount, reference),
];

const received = (to: string, { receivedAt, amount, reference }: Fields) => [
  leg(receivedAt, -amount, reference),
  leg(to, amount),
];

function transferred(fields: Fields): PostingLeg[] {
  const { paidFrom, receivedAt, amount, reference, receivedReference } = fields;
  const arrived = fields.amountReceived ?? amount;
  return [
    leg(paidFrom, amount, reference),
    leg(receivedAt, -arrived, receivedReference),
    leg(COSTS_ACCOUNT, arrived - amount),
  ].filter(({ amount: moved }) => moved !== 0n);
}

function corrected(fields: Fields): PostingLeg[] {
  const { partnerId, serviceCardId, direction, against, amount, reference } = fields;
  const owned = serviceCardId ? cardAccount(serviceCardId) : walletAccount(partnerId);
  const credit = direction === "credit" ? amount : -amount;
  return [leg(owned, credit), leg(against, -credit, reference)];
}

const LEGS: Record<PostingKind, (fields: Fields) => PostingLeg[]> = {
  network_payment: (fields) => paid(NETWORK_ACCOUNT, fields),
  network_receipt: (fields) => received(NETWORK_ACCOUNT, fields),
  fee_withdrawal: (fields) => paid(FEES_ACCOUNT, fields),
  treasury_transfer: transferred,
  capital_contribution: (fields) => received(CAPITAL_ACCOUNT, fields),
  capital_withdrawal: (fields) => paid(CAPITAL_ACCOUNT, fields),
  cost_payment: (fields) => paid(COSTS_ACCOUNT, fields),
  correction: corrected,
  service_correction: ({ takeFrom, addTo, amount, reference }) =>
    move(takeFrom, addTo, amount).map((each) => leg(each.account, each.amount, reference)),
};

/** Returns the legs of the requested journal. `checkRequest` must have accepted the request. */
export const legsOf = (request: PostingRequest): PostingLeg[] =>
  LEGS[request.kind](request as Fields);
