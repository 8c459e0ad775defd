import { type ErrorCode, ServiceError } from "@/lib/kernel/errors";
import { formatUsd } from "@/lib/kernel/money";
import { shortfallOf } from "@/lib/ledger";
import type { PostingLeg } from "./legs-of";
import type { PostingRow } from "./store";

/** The accounts that a posting must not overdraw, with their displayed names. */
const NEVER_BELOW_ZERO: Partial<Record<string, string>> = {
  wallet: "The wallet",
  card: "The card",
  fees: "The fees account",
  capital: "The capital account",
};

interface Posting extends Pick<PostingRow, "bookedBy" | "cardStatus" | "last4"> {
  legs: readonly PostingLeg[];
}

interface Obstacle {
  code: ErrorCode;
  text: string;
}

/** Whether the whole amount recovers the shortfall of the card, so that the card keeps no balance. */
const recoversShortfall = (
  legs: readonly PostingLeg[],
  balances: ReadonlyMap<string, bigint>,
): boolean =>
  legs.some(
    ({ account, amount }) =>
      account.startsWith("card:") &&
      amount > 0n &&
      amount <= -(balances.get(shortfallOf(account)) ?? 0n),
  );

/** Returns the reason why a posting cannot be posted at the present balances, if any. */
export function obstacleOf(
  { legs, cardStatus, last4, bookedBy }: Posting,
  balances: ReadonlyMap<string, bigint>,
): Obstacle | undefined {
  if (cardStatus === "terminated" && !recoversShortfall(legs, balances))
    return {
      code: "CARD_ALREADY_TERMINATED",
      text: `The card ending ${last4} is terminated and cannot hold a balance. Correct the partner's wallet instead.`,
    };
  if (bookedBy !== null)
    return {
      code: "POSTING_EXISTS",
      text: `The posting ${bookedBy} has booked the same on-chain transaction in the same account. To correct that posting, omit the reference and name the posting in the reason.`,
    };
  for (const { account, amount } of legs) {
    const name = NEVER_BELOW_ZERO[account.split(":", 1)[0] ?? ""];
    const balance = balances.get(account) ?? 0n;
    if (name !== undefined && amount < 0n && balance + amount < 0n)
      return {
        code: "POSTING_OVERDRAWS",
        text: `${name} has ${formatUsd(balance)} USD, and this takes ${formatUsd(-amount)} USD from it.`,
      };
  }
  return undefined;
}

/**
 * @throws ServiceError CARD_ALREADY_TERMINATED, POSTING_EXISTS, POSTING_OVERDRAWS when it cannot be posted at the
 * present balances.
 */
export function refuseObstacle(posting: Posting, balances: ReadonlyMap<string, bigint>): void {
  const obstacle = obstacleOf(posting, balances);
  if (obstacle)
    throw new ServiceError(obstacle.code, { text: `${obstacle.text} Nothing was posted.` });
}
