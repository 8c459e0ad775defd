import { prisma } from "@/lib/db";
import type { OutgoingMail } from "../template";

const SHOWN = 100;

export interface MailboxEntry {
  id: string;
  recipient: string;
  subject: string;
  sentAt: Date;
}

export interface MailboxMessage extends MailboxEntry {
  text: string;
  html: string;
}

/** Stores an e-mail in the mailbox of the sandbox. A repeated message is stored once. */
export async function storeInMailbox(mail: OutgoingMail, sentAt: Date): Promise<void> {
  const { id, address: recipient, subject, text, html } = mail;
  const db = await prisma();
  const data = { id, recipient, subject, text, html, sentAt };
  await db.sandboxMail.createMany({ data, skipDuplicates: true });
}

/** The newest messages of the mailbox, newest first. */
export async function listMailbox(): Promise<MailboxEntry[]> {
  const db = await prisma();
  return db.sandboxMail.findMany({
    select: { id: true, recipient: true, subject: true, sentAt: true },
    orderBy: [{ sentAt: "desc" }, { id: "desc" }],
    take: SHOWN,
  });
}

/** One message of the mailbox. */
export async function findInMailbox(id: string): Promise<MailboxMessage | undefined> {
  const db = await prisma();
  return (await db.sandboxMail.findUnique({ where: { id } })) ?? undefined;
}

/** Deletes messages of the mailbox from before an instant, at most `maxRows`. Returns their number. */
export async function deleteFromMailbox(before: Date, maxRows: number): Promise<number> {
  const db = await prisma();
  const where = { sentAt: { lt: before } };
  return (await db.sandboxMail.deleteMany({ where, limit: maxRows })).count;
}
