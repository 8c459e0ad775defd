import { applyNetworkNotification } from "../network/apply-notification";
import type { NetworkNotification } from "../network/message";
import { issuerFeed } from "./feed/issuer-feed";
import type { SendingIssuer } from "./port";
import { countSnapshots, hasMessage } from "./store";
import { UnreadableMessage } from "./unreadable-message";

/**
 * Reads a transaction again at the issuer when its newest snapshot cannot be ordered: Stripe gives the times of events in
 * seconds, and two updates within one second may both change the open amount. What is read is later than both. Does
 * nothing for other notifications, nor when it was done for the same snapshots before.
 * @throws ProviderUnavailable when the issuer does not answer; the event is tried again then.
 */
export async function readAgainIfTied(
  issuer: SendingIssuer,
  { issuerTransactionId, messages }: NetworkNotification,
): Promise<void> {
  const snapshot = messages.find(({ kind }) => kind === "authorized_total");
  if (snapshot?.kind !== "authorized_total" || snapshot.revision === 0n) return;
  const { revision, at } = snapshot;
  const tied = await countSnapshots(issuer, issuerTransactionId, revision);
  if (tied < 2) return;
  const feed = issuerFeed(issuer);
  // The greater id counts among what was read: a third update makes it necessary to read again.
  const id = `${issuerTransactionId}:read:${revision}:${String(tied).padStart(4, "0")}`;
  if (await hasMessage(issuer, id)) return;
  const read = await feed.readTransaction(issuerTransactionId, { id, at });
  if (!read) throw new UnreadableMessage(`${issuerTransactionId} is not at the issuer`);
  await applyNetworkNotification(read.notification);
}
