import { alertRow } from "@/lib/alerts/alert-row";
import { smaller } from "@/lib/kernel/bigint";
import { formatUsd } from "@/lib/kernel/money";
import {
  type ChangeSet,
  cardAccount,
  cardShortfallAccount,
  type Journal,
  shortfallJournal,
  shortfallRecoveryJournal,
} from "@/lib/ledger";
import type { CardState } from "../store";

/** The state of a card that a decision about its shortfall needs. */
export type ShortfallState = Pick<
  CardState,
  | "id"
  | "last4"
  | "version"
  | "accountVersion"
  | "shortfallMicroUsd"
  | "shortfallSince"
  | "shortfallAlertId"
>;

/** A card whose shortfall changes. */
interface ShortCard {
  partnerId: string;
  card: ShortfallState;
  at: Date;
}

interface MovedAmount {
  amountMicroUsd: bigint;
  /** The id of the row that debits or credits the card. */
  sourceId: string;
}

/** A decision about a shortfall depends on the exact balance, and later decisions on whether the card has a shortfall. */
function guard({ card }: ShortCard, shortfallSince: Date | null): ChangeSet {
  return {
    expect: { accounts: { [cardAccount(card.id)]: card.accountVersion } },
    update: { cards: [{ id: card.id, version: card.version, set: { shortfallSince } }] },
  };
}

/** The alert of a card with a shortfall. Opens it, or gives the open one the amount that the card owes now. */
function owes({ partnerId, card }: ShortCard, owedMicroUsd: bigint) {
  const text =
    `The card network collected ${formatUsd(owedMicroUsd)} USD more than card ${card.id}, ending ${card.last4}, of ` +
    `partner ${partnerId} had.`;
  return { alerts: [alertRow({ kind: "card_shortfall", subject: card.id, text })] };
}

/**
 * Books to the card's shortfall account what the card cannot pay, so that its balance stays at zero or above. Opens the
 * alert. Source: decision 0063.
 */
export function bookShortfall(shortfall: ShortCard & MovedAmount): ChangeSet {
  const { partnerId, card, amountMicroUsd, sourceId, at } = shortfall;
  return {
    ...guard(shortfall, card.shortfallSince ?? at),
    accounts: [
      { id: cardShortfallAccount(card.id), kind: "card_shortfall", partnerId, cardId: card.id },
    ],
    journals: [shortfallJournal({ sourceId, partnerId }, card.id, amountMicroUsd)],
    insert: owes(shortfall, card.shortfallMicroUsd + amountMicroUsd),
  };
}

/**
 * Recovers a shortfall from money that is credited to the card in the same commit: from each credit in turn, until
 * nothing is owed. All credits of a commit are given together, because the card and its alert can change only once in a
 * commit. Nothing happens for a card without a shortfall. Source: decision 0063.
 */
export function recoverShortfall(
  short: ShortCard,
  credits: readonly MovedAmount[],
): { changeSet: ChangeSet; recoveredMicroUsd: bigint } {
  const { partnerId, card, at } = short;
  let owedMicroUsd = card.shortfallMicroUsd;
  const journals: Journal[] = [];
  for (const { sourceId, amountMicroUsd } of credits) {
    const recovered = smaller(amountMicroUsd, owedMicroUsd);
    if (recovered === 0n) continue;
    owedMicroUsd -= recovered;
    journals.push(shortfallRecoveryJournal({ sourceId, partnerId }, card.id, recovered));
  }
  const recoveredMicroUsd = card.shortfallMicroUsd - owedMicroUsd;
  if (recoveredMicroUsd === 0n) return { changeSet: {}, recoveredMicroUsd };
  const isRecovered = owedMicroUsd === 0n;
  const guarded = guard(short, isRecovered ? null : card.shortfallSince);
  const ended =
    isRecovered && card.shortfallAlertId
      ? [{ id: card.shortfallAlertId, set: { closedAt: at } }]
      : [];
  return {
    changeSet: {
      ...guarded,
      update: { ...guarded.update, alerts: ended },
      ...(isRecovered ? {} : { insert: owes(short, owedMicroUsd) }),
      journals,
    },
    recoveredMicroUsd,
  };
}
