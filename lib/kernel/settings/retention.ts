import { z } from "zod";

const days = (least: number, usual: number) =>
  z.coerce.number().int().min(least).max(36_500).default(usual);

/**
 * How long rows are kept that only grow in number. The job purge-old-rows deletes older ones. Source:
 * docs/decisions/0119-retention.md
 */
export const RETENTION_SETTINGS = {
  /** The request log of partners. */
  KEEP_REQUEST_LOG_DAYS: days(1, 30),
  /** After this time an idempotency key can be used again: a request that repeats it is a new one. */
  KEEP_IDEMPOTENCY_KEYS_DAYS: days(30, 365),
  /**
   * Webhook events with their deliveries and attempts, except events that are still delivered. Shorter than disputes last,
   * the sequence of a card transaction may begin at 1 again.
   */
  KEEP_WEBHOOK_EVENTS_DAYS: days(30, 365),
  /** Sessions after their end: the record of who signed in, when and from where. The last one of each person stays. */
  KEEP_SESSIONS_DAYS: days(1, 365),
  /** Counts of failed sign-ins after the last failure. */
  KEEP_SIGN_IN_ATTEMPTS_DAYS: days(1, 90),
  /** E-mails after their cause, sent or not. */
  KEEP_MAIL_DAYS: days(1, 30),
  /** Events of card issuers after they arrived. */
  KEEP_ISSUER_EVENTS_DAYS: days(1, 30),
};
