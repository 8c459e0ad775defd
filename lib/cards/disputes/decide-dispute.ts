import { alertRow } from "@/lib/alerts/alert-row";
import { now } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { formatUsd } from "@/lib/kernel/money";
import {
  type ChangeSet,
  decideUnderLock,
  disputeWonJournal,
  mergeChangeSets,
  type RunQuery,
} from "@/lib/ledger";
import { type CardState, findCardState } from "../store";
import type { DisputeRow } from "./dispute";
import { takeCreditBack } from "./provisional-credit";
import { type DescribedDispute, findDescribedDispute } from "./sql-store";
import { CARD_DISPUTE_TRANSITIONS } from "./states";

/** The decision about a dispute at its issuer. */
export type DisputeChange =
  | { status: "submitted"; issuerDisputeId: string; detail: string; dueAt: Date }
  | { status: "won" | "lost" | "withdrawn" | "failed"; detail: string };

/** Tells administrators what the issuer refused. */
function failedAlert({ id, partnerId, transactionId, amountMicroUsd }: DisputeRow, detail: string) {
  const text =
    `The dispute ${id} of ${formatUsd(amountMicroUsd)} USD, transaction ${transactionId} of partner ${partnerId}, was not ` +
    `submitted: ${detail}.`;
  return alertRow({ kind: "dispute_failed", subject: id, text });
}

function changed(
  { id, partnerId, version }: DisputeRow,
  change: DisputeChange,
  at: Date,
): ChangeSet {
  const rest = { leasedUntil: null, attempts: 0, failure: null };
  const set =
    change.status === "submitted"
      ? { ...change, ...rest, submittedAt: at }
      : { ...change, ...rest, decidedAt: at, dueAt: null };
  return { partnerId, update: { card_disputes: [{ id, version, set }] } };
}

/** The money of a change: nothing while the network decides, its payment when won, else the card's return of the credit. */
function moneyOf(
  dispute: DescribedDispute,
  card: CardState,
  change: DisputeChange,
  at: Date,
): ChangeSet {
  const { id, partnerId, amountMicroUsd, description } = dispute;
  switch (change.status) {
    case "submitted":
      return {};
    case "won":
      return { journals: [disputeWonJournal({ sourceId: id, partnerId }, amountMicroUsd)] };
    case "failed":
      return mergeChangeSets(
        takeCreditBack({ dispute, card, rowId: newId("txn"), description, at }),
        {
          insert: { alerts: [failedAlert(dispute, change.detail)] },
        },
      );
    default:
      return takeCreditBack({ dispute, card, rowId: newId("txn"), description, at });
  }
}

async function read({ id, partnerId, cardId }: DisputeRow, runQuery: RunQuery) {
  const dispute = await findDescribedDispute(id, runQuery);
  const card = await findCardState(partnerId, cardId, runQuery);
  if (!dispute || !card) throw new Error(`dispute ${id} has no card`);
  return { dispute, card };
}

/**
 * Moves a dispute to its next status, with the money that follows. Nothing happens when another process did so already.
 * Source: docs/decisions/0072-disputes.md
 * @returns the dispute before the change
 */
export function decideDispute(known: DisputeRow, change: DisputeChange): Promise<DisputeRow> {
  const at = now();
  return decideUnderLock(
    (runQuery) => read(known, runQuery),
    ({ dispute, card }) => {
      const isAllowed = CARD_DISPUTE_TRANSITIONS[dispute.status].includes(change.status);
      const changeSet = isAllowed
        ? mergeChangeSets(changed(dispute, change, at), moneyOf(dispute, card, change, at))
        : {};
      return { changeSet, result: dispute };
    },
  );
}
