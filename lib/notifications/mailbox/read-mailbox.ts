import { isMailboxOpen } from "./is-mailbox-open";
import { findInMailbox, listMailbox, type MailboxEntry, type MailboxMessage } from "./store";

type Given = Parameters<typeof isMailboxOpen>[0];

/** The newest messages of the mailbox; undefined for a client that may not read it. */
export async function readMailbox(headers: Given): Promise<MailboxEntry[] | undefined> {
  return isMailboxOpen(headers) ? listMailbox() : undefined;
}

/** One message of the mailbox; undefined if there is none, or for a client that may not read it. */
export async function readMessage(headers: Given, id: string): Promise<MailboxMessage | undefined> {
  return isMailboxOpen(headers) ? findInMailbox(id) : undefined;
}
