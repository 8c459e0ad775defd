import { alertRow } from "@/lib/alerts/alert-row";
import { recoverShortfall } from "@/lib/cards/movements/shortfall";
import type { TokenName } from "@/lib/chain/networks";
import { newId } from "@/lib/kernel/ids";
import { formatUsd } from "@/lib/kernel/money";
import {
  type ChangeSet,
  cardAccount,
  custodyAccount,
  depositJournal,
  mergeChangeSets,
  SUSPENSE_ACCOUNT,
  walletAccount,
} from "@/lib/ledger";
import { walletTransaction } from "@/lib/wallet/wallet-transaction";
import { emit } from "@/lib/webhooks/emit";
import { depositEventData } from "./deposit-event-data";
import { canBeCredited, type Owner, type OwnerCard } from "./owner";

/** The transfer that a deposit records. */
export interface DepositedTransfer {
  chain: string;
  token: TokenName;
  txHash: string;
  /** The number of the transfer within its transaction; unchanged when a reorganization moves the log. */
  ordinal: number;
  amountMicroUsd: bigint;
  fromAddress: string;
  /** Null when unknown. */
  blockNumber: bigint | null;
}

/** A transfer that becomes a deposit. */
export interface Deposit {
  id: string;
  transfer: DepositedTransfer;
  owner: Owner;
  at: Date;
}

/** Builds the deposit's row. A deposit in suspense has no partner. */
function rowOf({ id, transfer, owner, at }: Deposit) {
  const isCredited = canBeCredited(owner);
  const { chain, token, txHash, ordinal, amountMicroUsd, fromAddress, blockNumber } = transfer;
  return {
    id,
    partnerId: isCredited ? owner.partnerId : null,
    cardId: owner.card?.id ?? null,
    chain,
    txHash,
    ordinal,
    token,
    amountMicroUsd,
    fromAddress,
    toAddress: owner.address,
    createdAt: at,
    blockNumber,
  };
}

function journalOf({ transfer, owner }: Deposit, account: string) {
  const { chain, token, txHash, ordinal, amountMicroUsd } = transfer;
  const source = { sourceId: `${chain}:${txHash}:${ordinal}`, partnerId: owner.partnerId };
  return depositJournal(source, chain, token, account, amountMicroUsd);
}

function walletDeposit(deposit: Deposit): ChangeSet {
  const { id, transfer, owner, at } = deposit;
  const { partnerId } = owner;
  const journal = journalOf(deposit, walletAccount(partnerId));
  const narration = `Deposit of ${transfer.token.toUpperCase()} on ${transfer.chain}`;
  const data = depositEventData(transfer, owner);
  return {
    journals: [journal],
    walletTransactions: [walletTransaction(journal, { partnerId, narration, createdAt: at })],
    events: [emit({ partnerId, resourceId: id, type: "wallet.deposit.crypto", at, data })],
  };
}

/**
 * The card's transaction list contains no deposits: only purchases, withdrawals and refunds. Source: design 7,
 * `card.deposit.crypto` data.
 */
function cardDeposit(deposit: Deposit, card: OwnerCard): ChangeSet {
  const { id, transfer, owner, at } = deposit;
  const { partnerId } = owner;
  const data = {
    ...depositEventData(transfer, owner),
    serviceCardId: card.id,
    serviceId: card.userId,
    serviceTransactionId: id,
  };
  return {
    // Guards against a termination of the card between the read and the commit.
    lock: [cardAccount(card.id)],
    expect: { cards: { [card.id]: card.version } },
    journals: [journalOf(deposit, cardAccount(card.id))],
    events: [emit({ partnerId, resourceId: id, type: "card.deposit.crypto", at, data })],
  };
}

/** Source: design 6, suspense; threat 14. */
function suspenseDeposit(deposit: Deposit): ChangeSet {
  const { id, transfer, owner } = deposit;
  const amount = `${formatUsd(transfer.amountMicroUsd)} ${transfer.token.toUpperCase()}`;
  const text =
    `${amount} on ${transfer.chain} were sent to ${owner.address}, the address of the terminated card ` +
    `${owner.card?.id} of partner ${owner.partnerId}. The deposit is held. Transaction ${transfer.txHash}.`;
  return {
    journals: [journalOf(deposit, SUSPENSE_ACCOUNT)],
    insert: { alerts: [alertRow({ kind: "deposit_suspense", subject: id, text })] },
  };
}

/** The deposit with its posting, before the recovery of a shortfall. */
function posted(deposit: Deposit): ChangeSet {
  const { transfer, owner } = deposit;
  const { card } = owner;
  const credited = card ? cardDeposit(deposit, card) : walletDeposit(deposit);
  const changeSet = canBeCredited(owner) ? credited : suspenseDeposit(deposit);
  changeSet.accounts = [{ id: custodyAccount(transfer.chain, transfer.token), kind: "custody" }];
  changeSet.insert = { ...changeSet.insert, deposits: [rowOf(deposit)] };
  return changeSet;
}

/** The recovery of the shortfall of an address's card from the deposits to the address. */
function recovery([first, ...others]: readonly Deposit[]): ChangeSet {
  const card = first?.owner.card?.shortfall;
  if (!first || !card || !canBeCredited(first.owner)) return {};
  const { owner, at } = first;
  const credits = [first, ...others].map(({ id, transfer }) => ({
    sourceId: id,
    amountMicroUsd: transfer.amountMicroUsd,
  }));
  return recoverShortfall({ partnerId: owner.partnerId, card, at }, credits).changeSet;
}

/**
 * Builds the change set of confirmed transfers: the deposits, their postings to wallets and cards, and the partners'
 * events. When a card is terminated or its user deleted, the posting goes to suspense, with an alert and without an
 * event. A card's shortfall is recovered from all of its deposits at once.
 */
export function changeSetOfDeposits(deposits: readonly Deposit[]): ChangeSet {
  const byAddress = Map.groupBy(deposits, ({ owner }) => owner.address);
  const recoveries = [...byAddress.values()].map(recovery);
  return [...deposits.map(posted), ...recoveries].reduce(mergeChangeSets, {});
}

/** Builds the change set of one confirmed transfer: changeSetOfDeposits. */
export function depositChangeSet(
  transfer: DepositedTransfer,
  owner: Owner,
  at: Date,
): { id: string; changeSet: ChangeSet; isCredited: boolean } {
  const deposit = { id: newId("dep"), transfer, owner, at };
  const changeSet = changeSetOfDeposits([deposit]);
  return { id: deposit.id, changeSet, isCredited: canBeCredited(owner) };
}
