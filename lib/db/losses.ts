import { isAway } from "./is-away";

/**
 * How often the same statement is sent again after its connection was lost. A server that stops ends the connections of one client
 * one after the other, so that a statement can be lost more than once. The number is small, because the statement may be what ends
 * the database.
 */
const MAX_LOSSES = 2;

/** The errors after the last attempt. */
const exhausted = new WeakSet<Error>();

/**
 * Whether a harmless attempt may be repeated after it lost its connection. When it was lost too often, this is false for its error
 * everywhere, so that an attempt that contains it is not repeated either.
 * @param losses the number of attempts that were lost, this one included
 */
export function isRepeatable(error: unknown, losses: number): boolean {
  if (!(error instanceof Error) || !isAway(error) || exhausted.has(error)) return false;
  if (losses <= MAX_LOSSES) return true;
  exhausted.add(error);
  return false;
}
