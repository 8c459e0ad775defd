import { Link } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { MailboxEntry } from "@/lib/notifications/mailbox/store";

/** The e-mails that a mail server would have got, newest first. */
export function Mailbox({ messages }: { messages: readonly MailboxEntry[] }) {
  return (
    <div className="space-y-6 pt-4">
      <div className="space-y-1">
        <h1 className="text-large font-semibold">Mailbox</h1>
        <p className="text-quiet">
          Emails of this staging service, newest first. None of them leaves this machine, and only
          this machine can open this page. New messages arrive within seconds; reload to see them.
        </p>
      </div>
      {messages.length === 0 ? (
        <p className="border-y border-line py-6 text-quiet">
          No emails yet. Invite a person or reset a password to get one.
        </p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {messages.map(({ id, subject, recipient, sentAt }) => (
            <li key={id}>
              <Link
                href={`/sandbox/mail/${id}`}
                prefetch={false}
                className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 gap-y-0.5 py-2 hover:bg-surface"
              >
                <span className="min-w-0 wrap-anywhere">
                  <span className="block font-medium">{subject}</span>
                  <span className="text-small text-quiet">{recipient}</span>
                </span>
                <span className="text-small text-quiet">
                  <Time instant={sentAt.toISOString()} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
