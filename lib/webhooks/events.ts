/** Every event that partners hear, and the fields of its `data`. Source: spec, Events. */
export interface EventData {
  "user.kyc-event": {
    serviceId: string;
    status: "approved" | "denied" | "needsVerification";
    email: string;
    firstName: string;
    lastName: string;
    /** Only when denied: denial codes, separated by commas. */
    reason?: string;
    /** Only when more is needed. */
    verificationLink?: string;
  };
  "card.transaction-event":
    | {
        type: "debit";
        status: "approved" | "declined";
        serviceCardId: string;
        serviceTransactionId: string;
        amount: number;
        description: string;
        /** Only when declined, both. */
        fxFee?: number;
        declinedReason?: string;
      }
    | {
        type: "cross-border";
        status: "approved";
        serviceTransactionId: string;
        serviceCardId: string;
        amount: number;
        description: string;
      }
    | {
        type: "credit";
        status: "reversed";
        serviceTransactionId: string;
        serviceCardId: string;
        amount: number;
        fxFee: 0;
        description: string;
      };
  "wallet.deposit.crypto": {
    partnerId: string;
    amount: number;
    txHash: string;
    chain: string;
    token: string;
    fromAddress: string;
    toAddress: string;
  };
  "card.deposit.crypto": EventData["wallet.deposit.crypto"] & {
    serviceCardId: string;
    serviceId: string;
    serviceTransactionId: string;
  };
  "wallet.deposit.card-withdrawal": {
    partnerId: string;
    serviceCardId: string;
    serviceTransactionId: string;
    amount: number;
    fee: number;
    netAmount: number;
    currency: "USD";
    source?: "liquidation";
    reference?: string;
  };
  "wallet.withdrawal.crypto": {
    withdrawalId: string;
    amount: number;
    fee: number;
    netAmount: number;
    toAddress: string;
    chain: "base";
    token: "usdc";
    status: "completed" | "cancelled" | "rejected" | "failed";
    txHash?: string;
    explorerUrl?: string;
    reason?: string;
  };
}

export type EventType = keyof EventData;

export const EVENT_TYPES = [
  "user.kyc-event",
  "card.transaction-event",
  "wallet.deposit.crypto",
  "wallet.deposit.card-withdrawal",
  "wallet.withdrawal.crypto",
  "card.deposit.crypto",
] as const satisfies readonly EventType[];
