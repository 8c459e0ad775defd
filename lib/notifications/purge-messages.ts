import { now } from "@/lib/kernel/clock";
import { deleteFromMailbox } from "./mailbox/store";
import { channelsOff } from "./outbox/channels";
import { deleteOldMessages } from "./outbox/sql-store";

const KEPT_MS = 30 * 24 * 3_600_000;

/** Deletes messages 30 days after their cause, and those that nobody will send. Source: docs/decisions/0088-mail.md */
export async function purgeMessages(): Promise<{ messages: number }> {
  const at = now();
  const before = new Date(at.getTime() - KEPT_MS);
  const messages = await deleteOldMessages(before, { at, off: channelsOff() });
  return { messages: messages + (await deleteFromMailbox(before)) };
}
