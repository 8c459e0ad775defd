import type { NetworkMessage, NetworkNotification } from "./message";

/** The id of a network transaction here: the issuer's ids are unique within the issuer only. */
export const networkTransactionIdOf = ({
  issuer,
  issuerTransactionId,
}: Pick<NetworkNotification, "issuer" | "issuerTransactionId">): string =>
  `${issuer}:${issuerTransactionId}`;

/** The messages of a notification, with the ids that they have here. */
export function messagesOf({ issuer, messages }: NetworkNotification): NetworkMessage[] {
  const here = (id: string) => `${issuer}:${id}`;
  return messages.map((message) => {
    const named = { ...message, id: here(message.id) };
    return named.kind === "authorized_total" ? { ...named, covers: named.covers.map(here) } : named;
  });
}
