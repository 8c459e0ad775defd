import type { EventData, EventType } from "./events";

/** The ids and addresses that the examples contain. */
export interface ExampleSubjects {
  partnerId: string;
  serviceId: string;
  serviceCardId: string;
  serviceTransactionId: string;
  withdrawalId: string;
  depositId: string;
  txHash: string;
  /** The chain of the deposits: one of the supported networks. */
  chain: string;
  /** The deposit address of the partner or of a card. */
  depositAddress: string;
}

/** Examples of each event's `data`, by name; test events use the first one. */
export type EventExamples = { [Type in EventType]: Record<string, EventData[Type]> };

const OUTSIDE_ADDRESS = "0x8617E340B3D01FA5F11F306F4090FD50E238070D";

function cardExamples({ serviceCardId, serviceTransactionId }: ExampleSubjects) {
  const purchase = {
    serviceCardId,
    serviceTransactionId,
    amount: 25,
    description: "Purchase at Blue Bottle Coffee",
  };
  return {
    approved: { type: "debit", status: "approved", ...purchase },
    declined: {
      type: "debit",
      status: "declined",
      ...purchase,
      fxFee: 0,
      declinedReason: "insufficient funds",
    },
    crossBorderFee: {
      type: "cross-border",
      status: "approved",
      ...purchase,
      serviceTransactionId: `${serviceTransactionId}_fx`,
      amount: 0.75,
      description: "Cross-border fee for Purchase at Blue Bottle Coffee",
    },
    reversal: {
      type: "credit",
      status: "reversed",
      ...purchase,
      serviceTransactionId: `${serviceTransactionId}_rev`,
      fxFee: 0,
    },
  } satisfies EventExamples["card.transaction-event"];
}

function cardWithdrawalExamples(subjects: ExampleSubjects) {
  const { partnerId, serviceCardId, serviceTransactionId } = subjects;
  const credited = { partnerId, serviceCardId, serviceTransactionId, currency: "USD" } as const;
  return {
    withdrawal: {
      ...credited,
      amount: 20,
      fee: 1,
      netAmount: 19,
      reference: "sweep 2026-11-21",
    },
    liquidation: { ...credited, amount: 120.5, fee: 0, netAmount: 120.5, source: "liquidation" },
  } satisfies EventExamples["wallet.deposit.card-withdrawal"];
}

function withdrawalExamples({ withdrawalId, txHash }: ExampleSubjects) {
  const withdrawal = {
    withdrawalId,
    amount: 100,
    fee: 0.5,
    netAmount: 99.5,
    toAddress: OUTSIDE_ADDRESS,
    chain: "base",
    token: "usdc",
  } as const;
  return {
    completed: {
      ...withdrawal,
      status: "completed",
      txHash,
      explorerUrl: `https://basescan.org/tx/${txHash}`,
    },
    cancelled: { ...withdrawal, status: "cancelled" },
    rejected: { ...withdrawal, status: "rejected", reason: "The address is not yours" },
    failed: { ...withdrawal, status: "failed", reason: "The transfer was not taken in time" },
  } satisfies EventExamples["wallet.withdrawal.crypto"];
}

/** Builds realistic payloads of every event with the given ids, for the API reference and for test events. */
export function eventExamples(subjects: ExampleSubjects): EventExamples {
  const { partnerId, serviceId, serviceCardId, depositId, txHash, chain } = subjects;
  const person = {
    serviceId,
    email: "amara.okafor@example.com",
    firstName: "Amara",
    lastName: "Okafor",
  };
  const deposit = {
    partnerId,
    amount: 250,
    txHash,
    chain,
    token: "usdc",
    fromAddress: OUTSIDE_ADDRESS,
    toAddress: subjects.depositAddress,
  };
  return {
    "user.kyc-event": {
      approved: { ...person, status: "approved" },
      denied: { ...person, status: "denied", reason: "WRONG_USER_REGION,REGULATIONS_VIOLATIONS" },
      needsVerification: {
        ...person,
        status: "needsVerification",
        verificationLink: `https://cards.example.com/verify/kyc_01k9x6m3q8e5t2v7w4y0z1a2b3.Q2FzdGxl`,
      },
    },
    "card.transaction-event": cardExamples(subjects),
    "wallet.deposit.crypto": { deposit },
    "wallet.deposit.card-withdrawal": cardWithdrawalExamples(subjects),
    "wallet.withdrawal.crypto": withdrawalExamples(subjects),
    "card.deposit.crypto": {
      deposit: { ...deposit, serviceCardId, serviceId, serviceTransactionId: depositId },
    },
  };
}
