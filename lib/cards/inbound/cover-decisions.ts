import type { NetworkNotification } from "../network/message";
import type { SendingIssuer } from "./port";
import { findDecisionIds } from "./store";

/**
 * Adds our first decisions to those that a snapshot contains. Lithic's requests and events share no id for certain, so a
 * snapshot with two authorizations contains the first two decisions.
 */
export async function coverDecisions(
  issuer: SendingIssuer,
  notification: NetworkNotification,
  count: number,
): Promise<NetworkNotification> {
  const { issuerTransactionId, messages } = notification;
  const ids = await findDecisionIds(issuer, issuerTransactionId, count);
  return {
    ...notification,
    messages: messages.map((message) =>
      message.kind === "authorized_total"
        ? { ...message, covers: [...new Set([...message.covers, ...ids])] }
        : message,
    ),
  };
}
