import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { Public } from "@/app/_server/public";
import { MailboxMessageView } from "@/components/mailbox/mailbox-message";
import { readMessage } from "@/lib/notifications/mailbox/read-mailbox";

export const metadata: Metadata = { title: "Message" };

/** Staging only, for clients on this machine. Source: docs/decisions/0088-mail.md */
export default async function MessagePage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const message = await readMessage(await headers(), id);
  if (!message) notFound();
  return (
    <Public width="wide">
      <MailboxMessageView message={message} />
    </Public>
  );
}
