import type { JournalRow } from "./store";
import { amountText } from "./words";

/** The sum of the journals of a type, in micro-USD: each has one credited leg. */
const sumOf = (rows: readonly JournalRow[], type: string): bigint =>
  rows
    .filter((row) => row.type === type)
    .flatMap(({ legs }) => legs.map(({ amountMicroUsd }) => BigInt(amountMicroUsd)))
    .reduce((sum, amount) => (amount > 0n ? sum + amount : sum), 0n);

/** Says how much of an amount became a shortfall of the card, or recovered one. Undefined if neither did. */
export function shortfallRemark(rows: readonly JournalRow[]): string | undefined {
  const booked = sumOf(rows, "card_shortfall");
  if (booked > 0n)
    return `The card had ${amountText(booked)} too little. The card owes this shortfall, and the next money that comes to it pays it.`;
  const recovered = sumOf(rows, "shortfall_recovery");
  if (recovered > 0n) return `${amountText(recovered)} of it paid a shortfall of the card.`;
  return undefined;
}
