// SQL: calls the SQL function that queues an e-mail, in the transaction of its cause.

import type { PrismaTransaction } from "@/lib/db/prisma-client";

/** A change of the sign-in of a person. */
export interface SecurityNotice {
  kind: "password_changed" | "second_factor_changed";
  data: Record<string, string>;
  at: Date;
}

/** An event that every operator must know of. */
export interface OperatorNotice {
  kind: "operator_recovery";
  data: Record<string, string | null>;
  at: Date;
}

/** How long e-mails about the security of an account are tried: the delay and the lifetime of `queue_mail`. */
export const SECURITY_TIMES = "interval '0', interval '3 days'";

/**
 * Queues an e-mail to a person about their own account, in the transaction that changes it. Such an e-mail cannot be
 * switched off.
 */
export async function queueSecurityNotice(
  db: PrismaTransaction,
  personId: string,
  { kind, data, at }: SecurityNotice,
): Promise<void> {
  const facts = JSON.stringify(data);
  await db.$executeRaw`SELECT queue_mail(p, ${kind}::text, NULL, ${facts}::jsonb, ${at}::timestamptz, interval '0', interval '3 days')
    FROM people p WHERE p.id = ${personId}`;
}

/** Queues an e-mail to all operators, in the transaction of its cause. Such an e-mail cannot be switched off. */
export async function queueOperatorNotice(
  db: PrismaTransaction,
  { kind, data, at }: OperatorNotice,
): Promise<void> {
  const facts = JSON.stringify(data);
  await db.$executeRaw`SELECT queue_mail(p, ${kind}::text, NULL, ${facts}::jsonb, ${at}::timestamptz, interval '0', interval '3 days')
    FROM people p WHERE p.partner_id IS NULL`;
}
