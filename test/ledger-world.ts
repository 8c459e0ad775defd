import { now } from "@/lib/kernel/clock";
import {
  cardAccount,
  commit,
  custodyAccount,
  holdAccount,
  type Work,
  walletAccount,
  withdrawalCompletedJournal,
} from "@/lib/ledger";
import { moveWithdrawal } from "@/lib/withdrawals/move-withdrawal";
import type { WithdrawalStatus } from "@/lib/withdrawals/states";
import { findWithdrawal } from "@/lib/withdrawals/store";
import { giveApproval } from "./approvals";
import { clientOf } from "./client";
import { makeCard, makePartner, type TestPartner } from "./make";
import { withdrawalsOf } from "./withdrawals";

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

const TX_HASH = `0x${"ab".repeat(32)}`;
const MOVES = {
  pending: [],
  approved: ["approve"],
  completed: ["approve"],
  cancelled: ["cancel"],
  rejected: ["reject"],
  failed: ["approve", "fail"],
} as const;

/** What the sending of withdrawals commits when one has arrived. */
export function completion(withdrawal: {
  id: string;
  partnerId: string;
  amountMicroUsd: bigint;
  feeMicroUsd: bigint;
  version: number;
}): Work {
  const { id, partnerId, amountMicroUsd, feeMicroUsd, version } = withdrawal;
  const set = { status: "completed", completedAt: now(), txHash: TX_HASH };
  return {
    accounts: [{ id: custodyAccount("base", "usdc"), kind: "custody" }],
    update: { withdrawals: [{ id, version, set }] },
    journals: [
      withdrawalCompletedJournal({ sourceId: id, partnerId }, "base", amountMicroUsd, feeMicroUsd),
    ],
  };
}

async function stored({ partnerId }: TestPartner, id: string) {
  const withdrawal = await findWithdrawal(partnerId, id);
  if (!withdrawal || withdrawal === "foreign") throw new Error(`there is no withdrawal ${id}`);
  return withdrawal;
}

/** A withdrawal of 100 USD that has come to a status by the moves that lead there. */
export async function makeWithdrawal(
  partner: TestPartner,
  status: WithdrawalStatus,
): Promise<string> {
  const id = await withdrawalsOf(partner).make(100);
  for (const action of MOVES[status]) {
    if (action === "approve") await giveApproval(id);
    const { work } = moveWithdrawal(await stored(partner, id), action, {
      at: now(),
      reason: "because",
    });
    await commit(work);
  }
  if (status === "completed") await commit(completion(await stored(partner, id)));
  return id;
}
