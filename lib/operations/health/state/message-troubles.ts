import { MINUTE_MS } from "@/lib/kernel/durations";
import type { OutboxCounts } from "@/lib/notifications/outbox/sql-store";
import { type Trouble, troublesOf } from "./trouble";
import { count, duration } from "./words";

/** Shorter failures end without anybody's help. */
const LATE_MS = 15 * MINUTE_MS;

/** The troubles of e-mails and of messages to the operator's webhook. */
export function messageTroubles(messages: OutboxCounts, at: Date): Trouble[] {
  const { due, oldestDueAt, isOneAddress, failure } = messages;
  const { found, failed, attention } = troublesOf("deliveries");
  const lateMs = oldestDueAt === null ? 0 : at.getTime() - oldestDueAt.getTime();
  const text = `Emails and alerts not sent: ${count(due)}. The oldest has waited for ${duration(lateMs)}: ${failure ?? "no attempt was made"}.`;
  if (lateMs > LATE_MS && isOneAddress)
    attention(
      text,
      "Check the person's address, and the mail server (SMTP_URL). Messages are retried until they expire.",
    );
  if (lateMs > LATE_MS && !isOneAddress)
    failed(
      text,
      "Check the mail server (SMTP_URL) and the webhook (OPERATOR_WEBHOOK_URL). Messages are retried until they expire.",
    );
  if (messages.failed > 0)
    attention(
      `Emails and alerts given up within a day: ${count(messages.failed)}. The last failure: ${failure ?? "expired"}.`,
      "Addresses that a mail server refuses get nothing. Check the log for the messages, and the addresses of these people.",
    );
  return found;
}
