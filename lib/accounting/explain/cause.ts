import type { z } from "zod";
import type { explanationSchema } from "./schema";
import type { JournalRow } from "./store";

type Cause = z.input<typeof explanationSchema>["journals"][number]["cause"];

const BY_ITSELF: Record<string, string> = {
  withdrawal_completed: "Automatic, when the transaction was confirmed on-chain",
  withdrawal_refund: "Automatic, after it was certain that nothing was sent",
};

/**
 * Returns the person, key or event that caused a journal. The partner does not see the names of the operator's people.
 */
export function causeOf(row: JournalRow): Cause {
  const { type, requestId, method, route, keyName, personName, isByOperator } = row;
  if (requestId === null) {
    if (type === "deposit")
      return {
        kind: "chain",
        text: "On-chain transfer, after confirmation",
        isLogged: false,
      };
    return { kind: "service", text: BY_ITSELF[type] ?? "Automatic", isLogged: false };
  }
  const isLogged = method !== null;
  const asked = isLogged ? `: ${method} ${route}` : "";
  if (isByOperator) return { kind: "operator", text: "Decided by the operator", isLogged: false };
  if (personName !== null)
    return {
      kind: "person",
      text: `Requested by ${personName} in the dashboard${asked}`,
      requestId,
      isLogged,
    };
  const key = keyName === null ? "an API key" : `API key ${keyName}`;
  return { kind: "key", text: `Requested with ${key}${asked}`, requestId, isLogged };
}
