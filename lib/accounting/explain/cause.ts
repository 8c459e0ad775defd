import type { z } from "zod";
import type { explanationSchema } from "./schema";
import type { JournalRow } from "./store";

type Cause = z.input<typeof explanationSchema>["journals"][number]["cause"];

const BY_ITSELF: Record<string, string> = {
  withdrawal_completed: "The service, when the transaction was confirmed on the chain",
  withdrawal_refund: "The service, when it was certain that nothing was sent",
};

/** Who or what a journal was posted for. Of the operator's people the partner is told no name. */
export function causeOf(row: JournalRow): Cause {
  const { type, requestId, method, route, keyName, personName, isByOperator } = row;
  if (requestId === null) {
    if (type === "deposit")
      return {
        kind: "chain",
        text: "A transfer on the chain, once it was confirmed",
        isLogged: false,
      };
    return { kind: "service", text: BY_ITSELF[type] ?? "The service itself", isLogged: false };
  }
  const isLogged = method !== null;
  const asked = isLogged ? `: ${method} ${route}` : "";
  if (isByOperator) return { kind: "operator", text: "The operator decided it", isLogged: false };
  if (personName !== null)
    return {
      kind: "person",
      text: `${personName} asked for it in the dashboard${asked}`,
      requestId,
      isLogged,
    };
  const key = keyName === null ? "An API key of yours" : `The API key ${keyName}`;
  return { kind: "key", text: `${key} asked for it${asked}`, requestId, isLogged };
}
