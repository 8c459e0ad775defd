import { sumOf } from "@/lib/kernel/bigint";
import { type ChangeSet, cardAccount, mergeChangeSets, settlementJournal } from "@/lib/ledger";
import type { CardTransactionRow, PostedDebit, TransactionFamily } from "../store";
import type { MovementContext, NetworkFacts } from "./context";
import { refund, release, unlinkedRefund } from "./credits";
import { type DebitFamily, newDebit, newFee } from "./debits";
import { collectedOf, type Movement, type MovementPlan, planMovement } from "./plan-movement";
import { settleBalance } from "./settle-balance";

/** What a movement does to a transaction. */
export interface MovedTransaction {
  changeSet: ChangeSet;
  /** The debits as they are after the movement, the new ones last. */
  debits: CardTransactionRow[];
  /** The refunds of this movement. */
  refunds: CardTransactionRow[];
}

type Part = MovementPlan["parts"][number];

/** The row of a debit after its part of the movement. A debit of which nothing was collected is reversed. */
function changedDebit({ debit, capturedMicroUsd, releasedMicroUsd, refundedMicroUsd }: Part) {
  const held = debit.heldMicroUsd - capturedMicroUsd - releasedMicroUsd;
  const collected = collectedOf(debit) + capturedMicroUsd;
  const isReversed = held === 0n && collected === 0n;
  const isOpen = held > 0n;
  return {
    status: isOpen
      ? ("authorized" as const)
      : isReversed
        ? ("reversed" as const)
        : ("settled" as const),
    amountMicroUsd: isReversed ? debit.amountMicroUsd : held + collected,
    heldMicroUsd: held,
    refundedMicroUsd: debit.refundedMicroUsd + refundedMicroUsd,
  };
}

/** The first capture has the debit's id as source, as the database expects; further captures add the row's version. */
function captureSource(debit: PostedDebit): string {
  return collectedOf(debit) === 0n ? debit.id : `${debit.id}:${debit.version}`;
}

function moveDebit(
  context: MovementContext,
  cardId: string,
  { part, facts }: { part: Part; facts: Partial<NetworkFacts> },
) {
  const { debit, capturedMicroUsd, releasedMicroUsd, refundedMicroUsd } = part;
  const set = { ...changedDebit(part), ...facts };
  const after: CardTransactionRow = { ...debit, ...changedDebit(part) };
  const isMoved = capturedMicroUsd + releasedMicroUsd + refundedMicroUsd > 0n;
  if (!isMoved && Object.keys(facts).length === 0) return { changeSet: {}, after, refunds: [] };

  const capture = {
    update: { card_transactions: [{ id: debit.id, version: debit.version, set }] },
    journals:
      capturedMicroUsd > 0n
        ? [
            settlementJournal(
              { sourceId: captureSource(debit), partnerId: context.partnerId },
              cardId,
              capturedMicroUsd,
            ),
          ]
        : [],
  };
  let nth = debit.lastCredit;
  const credits = [];
  if (releasedMicroUsd > 0n) {
    nth += 1;
    credits.push(release(context, { cardId, debit, nth, amountMicroUsd: releasedMicroUsd }));
  }
  if (refundedMicroUsd > 0n) {
    nth += 1;
    credits.push(refund(context, { cardId, debit, nth, amountMicroUsd: refundedMicroUsd }));
  }
  const changeSet = credits.reduce(
    (all, credit) => mergeChangeSets(all, credit.changeSet),
    capture as ChangeSet,
  );
  return { changeSet, after, refunds: refundedMicroUsd > 0n ? credits.slice(-1) : [] };
}

/** The new debits of a movement, and the fee on the newest. */
function newDebits(
  context: MovementContext,
  family: DebitFamily,
  plan: MovementPlan,
  feeMicroUsd: bigint,
) {
  const wanted = [
    { amountMicroUsd: plan.directCaptureMicroUsd, isCaptured: true },
    { amountMicroUsd: plan.newHoldMicroUsd, isCaptured: false },
  ].filter(({ amountMicroUsd }) => amountMicroUsd > 0n);
  let current = family;
  let changeSet: ChangeSet = {};
  const rows: CardTransactionRow[] = [];
  for (const [index, debit] of wanted.entries()) {
    const fee = index === wanted.length - 1 ? feeMicroUsd : 0n;
    const made = newDebit(context, { family: current, ...debit, feeMicroUsd: fee });
    current = made.family;
    changeSet = mergeChangeSets(changeSet, made.changeSet);
    rows.push(made.row);
  }
  const [newest] = rows.slice(-1);
  if (newest && feeMicroUsd > 0n)
    changeSet = mergeChangeSets(changeSet, newFee(context, newest, feeMicroUsd));
  return { rows, changeSet };
}

/**
 * Builds the change set of a movement of a transaction: captures, releases, refunds, further holds and the cross-border
 * fee, with their rows and events. The card need not be able to pay: what it lacks becomes its shortfall. Credits of a
 * terminated card are liquidated at once. Source: design 6 and 7; decisions 0046 and 0063.
 * @param movement.facts what the first debit learns about the purchase
 */
export function moveTransaction(
  context: MovementContext,
  transaction: TransactionFamily,
  movement: Movement & { feeMicroUsd?: bigint; facts?: Partial<NetworkFacts> },
): MovedTransaction {
  const { card, debits } = transaction;
  const { feeMicroUsd = 0n, facts = {} } = movement;
  const plan = planMovement(debits, movement);
  const moved = plan.parts.map((part, index) =>
    moveDebit(context, card.id, { part, facts: index === 0 ? facts : {} }),
  );
  const unlinked =
    plan.unlinkedRefundMicroUsd > 0n
      ? [unlinkedRefund(context, card.id, plan.unlinkedRefundMicroUsd)]
      : [];
  const family = { cardId: card.id, rootId: debits[0]?.id, count: debits.length };
  const added = newDebits(context, family, plan, feeMicroUsd);
  const credits = [
    ...moved.map(({ changeSet }) => changeSet),
    ...unlinked.map(({ changeSet }) => changeSet),
  ];
  const [creditRow] = credits.flatMap(({ insert }) => insert?.card_transactions ?? []) as {
    id: string;
  }[];
  const { before, after } = settleBalance(context, card, {
    creditedMicroUsd:
      sumOf(plan.parts.map((part) => part.releasedMicroUsd)) + movement.refundedMicroUsd,
    debitedMicroUsd: plan.directCaptureMicroUsd + plan.newHoldMicroUsd + feeMicroUsd,
    sourceId: (added.rows[0] ?? creditRow)?.id ?? "",
  });
  const guard: ChangeSet = {
    lock: [cardAccount(card.id)],
    expect: { cards: { [card.id]: card.version } },
  };
  return {
    changeSet: [...credits, before, added.changeSet, after].reduce(mergeChangeSets, guard),
    debits: [...moved.map(({ after: row }) => row), ...added.rows],
    refunds: [...moved.flatMap(({ refunds }) => refunds), ...unlinked].map(({ row }) => row),
  };
}
