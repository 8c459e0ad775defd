import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { Public } from "@/app/_server/public";
import { Mailbox } from "@/components/mailbox/mailbox";
import { readMailbox } from "@/lib/notifications/mailbox/read-mailbox";

export const metadata: Metadata = { title: "Mailbox" };

/** Staging only, for clients on this machine. Source: docs/decisions/0088-mail.md */
export default async function MailboxPage() {
  const messages = await readMailbox(await headers());
  if (!messages) notFound();
  return (
    <Public width="wide">
      <Mailbox messages={messages} />
    </Public>
  );
}
