import { INSUFFICIENT_REASON } from "../../states";
import type { RealTimeAnswer, RealTimeDecision } from "../port";

const MICRO_USD_PER_CENT = 10_000n;

/** The words of Lithic for our decline reasons. All others, such as a frozen or an unknown card, are CARD_PAUSED. */
const RESULTS: Record<string, string> = { [INSUFFICIENT_REASON]: "INSUFFICIENT_FUNDS" };
const OTHER_RESULT = "CARD_PAUSED";

const tokenOf = (body: unknown): string | undefined =>
  typeof body === "object" && body !== null && "token" in body && typeof body.token === "string"
    ? body.token
    : undefined;

/** The balance in whole cents, rounded down. */
function balanceOf(availableMicroUsd: bigint) {
  const cents = Number(availableMicroUsd / MICRO_USD_PER_CENT);
  return { amount: cents, available: cents };
}

/** The response of Auth Stream Access. Without a result that Lithic knows, it declines. */
export function lithicAnswer(
  { approved, declinedReason, availableMicroUsd }: RealTimeDecision,
  body: unknown,
): RealTimeAnswer {
  const token = tokenOf(body);
  const declined = RESULTS[declinedReason ?? ""] ?? OTHER_RESULT;
  return {
    body: {
      result: approved ? "APPROVED" : declined,
      ...(token !== undefined && { token }),
      ...(availableMicroUsd !== null && { balance: balanceOf(availableMicroUsd) }),
    },
    headers: {},
  };
}
