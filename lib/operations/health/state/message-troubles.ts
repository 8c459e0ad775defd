import type { OutboxCounts } from "@/lib/notifications/outbox/sql-store";
import { type Trouble, trouble } from "./trouble";
import { count, duration } from "./words";

const MINUTE_MS = 60_000;
/** Shorter failures end without anybody's help. */
const LATE_MS = 15 * MINUTE_MS;

/** The troubles of e-mails and of messages to the operator's webhook. */
export function messageTroubles(
  { due, oldestDueAt, isOneAddress, failed, failure }: OutboxCounts,
  at: Date,
): Trouble[] {
  const found: Trouble[] = [];
  const lateMs = oldestDueAt === null ? 0 : at.getTime() - oldestDueAt.getTime();
  if (lateMs > LATE_MS)
    found.push(
      trouble(
        "deliveries",
        isOneAddress ? "attention" : "failed",
        "",
        `Emails and alerts not sent: ${count(due)}. The oldest has waited for ${duration(lateMs)}: ${failure ?? "no attempt was made"}.`,
        isOneAddress
          ? "Check the person's address, and the mail server (SMTP_URL). Messages are retried until they expire."
          : "Check the mail server (SMTP_URL) and the webhook (OPERATOR_WEBHOOK_URL). Messages are retried until they expire.",
      ),
    );
  if (failed > 0)
    found.push(
      trouble(
        "deliveries",
        "attention",
        "",
        `Emails and alerts given up within a day: ${count(failed)}. The last failure: ${failure ?? "expired"}.`,
        "Addresses that a mail server refuses get nothing. Check the log for the messages, and the addresses of these people.",
      ),
    );
  return found;
}
