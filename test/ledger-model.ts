/** The books as a few numbers, micro-USD: what the ledger must show after each operation. Written from the design alone. */
export interface ModelCard {
  status: "active" | "frozen" | "terminated";
  available: bigint;
  held: bigint;
}
export interface ModelTransaction {
  card: ModelCard;
  status: "authorized" | "settled" | "reversed";
  amount: bigint;
  refunded: bigint;
}
export interface ModelWithdrawal {
  status: "pending" | "approved" | "completed" | "cancelled" | "rejected" | "failed";
  amount: bigint;
}

export const MODEL_FEES = {
  kycFeeMicroUsd: 0n,
  cardCreationFeeMicroUsd: 0n,
  fundingFeeMicroUsd: 250_000n,
  fundingFeeBps: 150,
  cardWithdrawalFeeMicroUsd: 1_230_000n,
  crossBorderFeeBps: 300,
};

const CENT = 10_000n;
const FROZEN_OR_TERMINATED = {
  frozen: "CARD_ALREADY_FROZEN",
  terminated: "CARD_ALREADY_TERMINATED",
} as const;

/** `bps` of an amount, half a cent and more rounded up to a whole one. */
const share = (amount: bigint, bps: number) =>
  ((amount * BigInt(bps) * 2n + 10_000n * CENT) / (2n * 10_000n * CENT)) * CENT;

/** Answers of operations: `ok`, or the code of the refusal; then nothing has changed. */
export class ModelBooks {
  fees = 0n;
  network = 0n;
  payout = 0n;
  custody = 0n;
  readonly transactions: ModelTransaction[] = [];
  readonly withdrawals: ModelWithdrawal[] = [];

  constructor(
    public wallet: bigint,
    readonly cards: ModelCard[],
  ) {}

  deposit(amount: bigint): string {
    this.custody -= amount;
    this.wallet += amount;
    return "ok";
  }

  fund(card: ModelCard, amount: bigint): string {
    const fee = MODEL_FEES.fundingFeeMicroUsd + share(amount, MODEL_FEES.fundingFeeBps);
    if (card.status !== "active") return FROZEN_OR_TERMINATED[card.status];
    if (this.wallet < amount + fee) return "INSUFFICIENT_WALLET_BALANCE";
    this.wallet -= amount + fee;
    this.fees += fee;
    card.available += amount;
    return "ok";
  }

  withdraw(card: ModelCard, amount: bigint): string {
    const fee = MODEL_FEES.cardWithdrawalFeeMicroUsd;
    if (card.status !== "active") return FROZEN_OR_TERMINATED[card.status];
    if (card.available < amount) return "INSUFFICIENT_FUNDS";
    card.available -= amount;
    this.wallet += amount - fee;
    this.fees += fee;
    return "ok";
  }

  authorize(card: ModelCard, amount: bigint, isForeign: boolean): string {
    const fee = isForeign ? share(amount, MODEL_FEES.crossBorderFeeBps) : 0n;
    if (card.status !== "active" || card.available < amount + fee) return "declined";
    card.available -= amount + fee;
    card.held += amount;
    this.fees += fee;
    this.transactions.push({ card, status: "authorized", amount, refunded: 0n });
    return "authorized";
  }

  settle(transaction: ModelTransaction, amount = transaction.amount): string {
    const { card, amount: held } = transaction;
    if (transaction.status !== "authorized") return "TRANSACTION_NOT_OPEN";
    if (amount - held > card.available) return "INSUFFICIENT_FUNDS";
    card.held -= held;
    this.network += amount;
    this.credit(card, held - amount);
    Object.assign(transaction, { status: "settled", amount });
    return "ok";
  }

  reverse(transaction: ModelTransaction, amount = transaction.amount): string {
    if (transaction.status !== "authorized") return "TRANSACTION_NOT_OPEN";
    if (amount > transaction.amount) return "AMOUNT_ABOVE_TRANSACTION";
    transaction.card.held -= amount;
    this.credit(transaction.card, amount);
    if (amount === transaction.amount) transaction.status = "reversed";
    else transaction.amount -= amount;
    return "ok";
  }

  refund(transaction: ModelTransaction, wanted?: bigint): string {
    const left = transaction.amount - transaction.refunded;
    if (transaction.status !== "settled" || left === 0n) return "TRANSACTION_NOT_OPEN";
    const amount = wanted ?? left;
    if (amount > left) return "AMOUNT_ABOVE_TRANSACTION";
    transaction.refunded += amount;
    this.network -= amount;
    this.credit(transaction.card, amount);
    return "ok";
  }

  switch(card: ModelCard, action: "freeze" | "unfreeze"): string {
    if (card.status === "terminated") return "CARD_ALREADY_TERMINATED";
    const to = action === "freeze" ? "frozen" : "active";
    if (card.status === to) return to === "frozen" ? "CARD_ALREADY_FROZEN" : "CARD_IS_ACTIVE";
    card.status = to;
    return "ok";
  }

  terminate(card: ModelCard): string {
    if (card.status === "terminated") return "CARD_ALREADY_TERMINATED";
    card.status = "terminated";
    this.wallet += card.available;
    card.available = 0n;
    return "ok";
  }

  createWithdrawal(amount: bigint): string {
    if (this.wallet < amount) return "INSUFFICIENT_BALANCE";
    this.wallet -= amount;
    this.payout += amount;
    this.withdrawals.push({ status: "pending", amount });
    return "ok";
  }

  /** A withdrawal goes on to a state that its table allows; the rest is left as it is. */
  move(withdrawal: ModelWithdrawal, to: ModelWithdrawal["status"]): void {
    withdrawal.status = to;
    if (to === "approved") return;
    this.payout -= withdrawal.amount;
    if (to !== "completed") {
      this.wallet += withdrawal.amount;
      return;
    }
    this.custody += withdrawal.amount - 500_000n;
    this.fees += 500_000n;
  }

  /** What comes back to a card; that of a terminated one goes on to the wallet. Less than zero takes from the card. */
  private credit(card: ModelCard, amount: bigint): void {
    if (card.status === "terminated") this.wallet += amount;
    else card.available += amount;
  }
}
