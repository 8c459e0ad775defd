// SQL: NOTIFY, which Prisma Client does not have.

import { query } from "@/lib/db";
import { type Notice, writeNotice } from "./notice";

/** Notifies every process, including this one, in one transaction. */
export async function notifyProcesses(notices: readonly Notice[]): Promise<void> {
  await query(
    "notify_changed",
    "SELECT pg_notify('changed', payload) FROM unnest($1::text[]) payload",
    [notices.map(writeNotice)],
  );
}
