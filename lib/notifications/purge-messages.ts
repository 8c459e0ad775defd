import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { daysBefore, inBatches } from "@/lib/kernel/in-batches";
import { deleteFromMailbox } from "./mailbox/store";
import { channelsOff } from "./outbox/channels";
import { deleteOldMessages } from "./outbox/sql-store";

const BATCH = 1_000;

/** Deletes messages KEEP_MAIL_DAYS after their cause, and those that nobody will send. Source: docs/decisions/0088-mail.md */
export async function purgeMessages(batchRows = BATCH): Promise<{ messages: number }> {
  const at = now();
  const before = daysBefore(at, env().KEEP_MAIL_DAYS);
  const off = channelsOff();
  const messages = await inBatches(batchRows, (maxRows) =>
    deleteOldMessages(before, { at, off, maxRows }),
  );
  const shown = await inBatches(batchRows, (maxRows) => deleteFromMailbox(before, maxRows));
  return { messages: messages + shown };
}
