import type { OutboxCounts } from "@/lib/notifications/outbox/sql-store";
import { type Trouble, trouble } from "./trouble";

const MINUTE_MS = 60_000;
/** Shorter failures end without anybody's help. */
const LATE_MS = 15 * MINUTE_MS;

/** The troubles of e-mails and of messages to the operator's webhook. */
export function messageTroubles(
  { due, oldestDueAt, failed, failure }: OutboxCounts,
  at: Date,
): Trouble[] {
  const found: Trouble[] = [];
  const lateMs = oldestDueAt === null ? 0 : at.getTime() - oldestDueAt.getTime();
  if (lateMs > LATE_MS)
    found.push(
      trouble(
        "deliveries",
        "failed",
        "",
        `${due} emails or alerts are not sent, the oldest for ${Math.round(lateMs / MINUTE_MS)} minutes: ${failure ?? "no attempt was made"}.`,
        "Check the mail server (SMTP_URL) and the webhook (OPERATOR_WEBHOOK_URL). Messages are retried until they expire.",
      ),
    );
  if (failed > 0)
    found.push(
      trouble(
        "deliveries",
        "attention",
        "",
        `${failed} emails or alerts were given up within a day: ${failure ?? "expired"}.`,
        "Addresses that a mail server refuses get nothing. Check the log for the messages, and the addresses of these people.",
      ),
    );
  return found;
}
