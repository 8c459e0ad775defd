import { aheadMs, now } from "@/lib/kernel/clock";
import { log } from "@/lib/kernel/log";
import { doubledPauseMs } from "@/lib/kernel/retry-pause";
import { withDeadline } from "@/lib/kernel/with-deadline";
import { channelsOn } from "../outbox/channels";
import {
  eraseLinks,
  type MailChannel,
  type Message,
  type MessageOutcome,
  mailOutbox,
} from "../outbox/sql-store";
import { mailFailureOf } from "./failure";
import { sendMail, sendToOperator } from "./send-message";

const BATCH = 5;
/** Half of the lease, so that an attempt ends before another process makes one. */
const ATTEMPT_TIMEOUT_MS = 60_000;
const PAUSES = { firstMs: 10_000, maxMs: 15 * 60_000 };

/** Ends an attempt that is late. The message may then arrive twice, with the same Message-ID. */
function failLate(): never {
  throw new Error("The attempt took too long.");
}

async function attempt(channel: MailChannel, message: Message): Promise<MessageOutcome> {
  if (message.isRecipientGone) return {};
  if (message.expiresInMs <= aheadMs())
    return { failedAt: now(), failure: message.failure ?? "expired before the first attempt" };
  try {
    const send = channel === "mail" ? sendMail : sendToOperator;
    const isSent = await withDeadline(send(message), ATTEMPT_TIMEOUT_MS, failLate);
    return isSent ? { sentAt: now() } : {};
  } catch (error) {
    const { text, isFinal } = mailFailureOf(error);
    return { failure: text, ...(isFinal && { failedAt: now() }) };
  }
}

/**
 * Sends one message and plans the next attempt after a failure. Returns whether the message needs no further attempt; undefined after
 * the end of the lease.
 */
async function deliver(channel: MailChannel, message: Message): Promise<boolean | undefined> {
  const outcome = await attempt(channel, message);
  const isRetried = outcome.failure !== undefined && outcome.failedAt === undefined;
  const pauseMs = doubledPauseMs(message.attempts, PAUSES) * (0.75 + Math.random() / 4);
  const dueAt = isRetried ? new Date(now().getTime() + pauseMs) : null;
  // Another attempt decides about the message: this one ended after its lease.
  if (!(await mailOutbox.settle(message, { dueAt, outcome }))) return undefined;
  const { id, kind, attempts } = message;
  const facts = { messageId: id, kind, attempts, failure: outcome.failure };
  if (outcome.failedAt) log().error(facts, "message given up");
  else if (isRetried) log().warn(facts, "message not sent");
  return !isRetried;
}

/**
 * Sends the messages that are due, at least once each. A message that the server refuses is given up at once, others are
 * retried until they expire. Messages of a channel that is off stay. The channels do not wait for each other: a mail server that
 * takes each message slowly would hold up the alerts of the operator's webhook. Source: docs/decisions/0088-mail.md
 */
export async function deliverMessages(): Promise<{ sent: number; failed: number }> {
  const ofChannels = await Promise.allSettled(
    channelsOn().map((channel) => {
      const handle = (message: Message) => deliver(channel, message);
      return mailOutbox.work({ batch: BATCH, scope: channel, handle });
    }),
  );
  await eraseLinks();
  const counts = { sent: 0, failed: 0 };
  for (const each of ofChannels) {
    if (each.status === "rejected") throw each.reason;
    counts.sent += each.value.succeeded;
    counts.failed += each.value.failed;
  }
  return counts;
}
