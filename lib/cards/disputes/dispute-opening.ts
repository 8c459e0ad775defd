import { ServiceError, ValidationError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { formatUsd } from "@/lib/kernel/money";
import { type ChangeSet, mergeChangeSets, type RunQuery } from "@/lib/ledger";
import { findTransactionOf } from "../find-transaction-of";
import { MICRO_USD_PER_CENT } from "../issuer/disputes/cents";
import type { IssuerName } from "../network/message";
import type { CardState, PostedDebit } from "../store";
import { deadlineOf } from "./deadline";
import type { DisputeRow } from "./dispute";
import { EVIDENCE_FILES_OF } from "./files/rules";
import { type EvidenceFileRow, findFreeFiles } from "./files/store";
import { creditProvisionally } from "./provisional-credit";
import type { DisputeFacts } from "./schema";
import { findDisputeBasis } from "./sql-store";
import type { ListedDispute } from "./store";

/** The facts that a decision about a new dispute depends on. */
export interface DisputeBasis {
  card: CardState;
  debit: PostedDebit;
  issuer: IssuerName;
  /** The instant from which the time limit counts. */
  countsFrom: Date;
  /** Whether the transaction has a dispute that keeps another one out. */
  isDisputed: boolean;
  /** The amounts that the card network collected, in micro-USD. */
  captures: readonly string[];
  /** The files of the transaction that a new dispute can have. */
  freeFiles: readonly EvidenceFileRow[];
}

/**
 * Reads what a decision about a new dispute depends on.
 * @param filedAt when the cardholder complained; null for now
 * @throws ServiceError TRANSACTION_NOT_FOUND
 */
export async function readBasis(
  partnerId: string,
  transactionId: string,
  runQuery: RunQuery,
  filedAt: Date | null = null,
): Promise<DisputeBasis> {
  const { card, debits } = await findTransactionOf(partnerId, transactionId, runQuery);
  const [debit] = debits;
  const basis = await findDisputeBasis(transactionId, filedAt, runQuery);
  if (!debit || !basis) throw new ServiceError("TRANSACTION_NOT_FOUND");
  const freeFiles = await findFreeFiles(partnerId, transactionId, runQuery);
  return { card, debit, ...basis, freeFiles };
}

/** The part of a settled debit that was not refunded, in whole cents. */
export function disputableOf(debit: PostedDebit): bigint {
  const { category, status, amountMicroUsd, refundedMicroUsd } = debit;
  if (category !== "authorization" || status !== "settled") return 0n;
  const left = amountMicroUsd - refundedMicroUsd;
  return left - (left % MICRO_USD_PER_CENT);
}

/**
 * Stripe disputes one capture, so the amount must tell which: it equals a capture, or only one capture is as large.
 * @throws ServiceError DISPUTE_PART_UNCLEAR
 */
function requireOneCapture({ issuer, captures }: DisputeBasis, amountMicroUsd: bigint): void {
  if (issuer !== "stripe" || captures.length === 0) return;
  const parts = captures.map(BigInt);
  const isClear =
    parts.includes(amountMicroUsd) || parts.filter((part) => part >= amountMicroUsd).length === 1;
  if (isClear) return;
  const amounts = parts.map((part) => `${formatUsd(part)} USD`).join(", ");
  throw new ServiceError("DISPUTE_PART_UNCLEAR", {
    text: `The merchant collected this transaction in parts: ${amounts}. Dispute the amount of one part.`,
  });
}

/** The longest explanation that an issuer takes: Stripe's document has 1500 for all reasons. */
const EXPLANATION_CHARACTERS_OF: Partial<Record<IssuerName, number>> = { stripe: 1_500 };

/** @throws ValidationError for an explanation that the issuer would refuse, after the card was credited */
function requireShortExplanation({ issuer }: DisputeBasis, explanation: string): void {
  const max = EXPLANATION_CHARACTERS_OF[issuer];
  if (max === undefined || [...explanation].length <= max) return;
  const maxLength = `explanation must be shorter than or equal to ${max} characters: the card issuer takes no more`;
  throw new ValidationError([{ property: "explanation", constraints: { maxLength } }]);
}

/**
 * The files that the new dispute takes.
 * @throws ServiceError EVIDENCE_FILE_NOT_FOUND; ValidationError for more files than the issuer takes
 */
function filesOf({ freeFiles, issuer }: DisputeBasis, { evidenceFileIds = [] }: DisputeFacts) {
  const maxFiles = EVIDENCE_FILES_OF[issuer];
  if (evidenceFileIds.length > maxFiles) {
    const arrayMaxSize = `evidenceFileIds must have at most ${maxFiles} ${maxFiles === 1 ? "element" : "elements"}: the card issuer takes no more files`;
    throw new ValidationError([{ property: "evidenceFileIds", constraints: { arrayMaxSize } }]);
  }
  return evidenceFileIds.map((id) => {
    const file = freeFiles.find((each) => each.id === id);
    if (!file) throw new ServiceError("EVIDENCE_FILE_NOT_FOUND");
    return file;
  });
}

function refuse(basis: DisputeBasis, amountMicroUsd: bigint, filedAt: Date): void {
  const { debit, isDisputed, countsFrom } = basis;
  const disputable = disputableOf(debit);
  if (isDisputed) throw new ServiceError("DISPUTE_EXISTS");
  if (disputable <= 0n) throw new ServiceError("TRANSACTION_NOT_DISPUTABLE");
  if (filedAt > deadlineOf(countsFrom)) throw new ServiceError("DISPUTE_TOO_LATE");
  if (amountMicroUsd > disputable) throw new ServiceError("AMOUNT_ABOVE_TRANSACTION");
  requireOneCapture(basis, amountMicroUsd);
}

/** The statement of a cardholder about a transaction. */
type DisputeContent = Pick<DisputeRow, "amountMicroUsd" | "reason" | "explanation" | "facts">;

/**
 * Decides about a new dispute: its row, the provisional credit, and a lock against a refund or another dispute.
 * @param filedAt when the cardholder complained, where that was before `at`; the basis must be read for the same instant
 * @throws ServiceError TRANSACTION_NOT_DISPUTABLE, DISPUTE_TOO_LATE, DISPUTE_EXISTS,
 *   AMOUNT_ABOVE_TRANSACTION, DISPUTE_PART_UNCLEAR, EVIDENCE_FILE_NOT_FOUND; ValidationError for what the issuer does not take
 */
export function disputeOpening(
  partnerId: string,
  basis: DisputeBasis,
  content: DisputeContent,
  { id, at, filedAt = null }: { id: string; at: Date; filedAt?: Date | null },
): { dispute: ListedDispute; changeSet: ChangeSet } {
  const { card, debit, issuer } = basis;
  refuse(basis, content.amountMicroUsd, filedAt ?? at);
  const { amountMicroUsd, reason, explanation, facts } = content;
  requireShortExplanation(basis, explanation);
  const files = filesOf(basis, facts);
  const dispute: DisputeRow = {
    id,
    partnerId,
    cardId: card.id,
    transactionId: debit.id,
    issuer,
    amountMicroUsd,
    reason,
    explanation,
    facts,
    status: "pending",
    issuerDisputeId: null,
    detail: null,
    createdAt: at,
    filedAt,
    submittedAt: null,
    decidedAt: null,
    dueAt: at,
    leasedUntil: null,
    attempts: 0,
    failure: null,
    version: 1,
  };
  const rowId = newId("txn");
  const { description, merchantName } = debit;
  const changeSet = mergeChangeSets(
    creditProvisionally({ dispute, card, rowId, description, at }),
    {
      insert: { card_disputes: [dispute] },
      // A refund or another dispute of the transaction makes this decision stale, and the other way round.
      update: { card_transactions: [{ id: debit.id, version: debit.version, set: {} }] },
    },
  );
  const listed = { ...dispute, creditTransactionId: rowId, reversalTransactionId: undefined };
  return { dispute: { ...listed, last4: card.last4, merchantName, files }, changeSet };
}
