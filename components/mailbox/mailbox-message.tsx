import { Link } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { MailboxMessage } from "@/lib/notifications/mailbox/store";

const URL_IN_TEXT = /(https?:\/\/\S+)/;

/** The plain text, whose URLs are links. */
function PlainText({ text }: { text: string }) {
  let offset = 0;
  const parts = text.split(URL_IN_TEXT).map((part) => {
    const at = offset;
    offset += part.length;
    return { at, part };
  });
  return (
    <pre className="overflow-x-auto rounded-large border border-line bg-surface p-4 font-mono text-small whitespace-pre-wrap wrap-anywhere">
      {parts.map(({ at, part }) =>
        URL_IN_TEXT.test(part) ? (
          <a key={at} href={part} className="text-accent underline underline-offset-4">
            {part}
          </a>
        ) : (
          <span key={at}>{part}</span>
        ),
      )}
    </pre>
  );
}

/** One e-mail: its HTML, isolated without scripts, and its text. */
export function MailboxMessageView({ message }: { message: MailboxMessage }) {
  const { subject, recipient, sentAt, text, html } = message;
  return (
    <article className="space-y-6 pt-4">
      <Link
        href="/sandbox/mail"
        prefetch={false}
        className="inline-flex min-h-9 items-center text-small text-accent underline underline-offset-4"
      >
        Mailbox
      </Link>
      <header className="space-y-1 wrap-anywhere">
        <h1 className="text-large font-semibold">{subject}</h1>
        <p className="text-quiet">
          To {recipient} · <Time instant={sentAt.toISOString()} />
        </p>
      </header>
      <section aria-labelledby="mail-html" className="space-y-2">
        <h2 id="mail-html" className="font-semibold">
          HTML
        </h2>
        {/* Without allow-scripts and allow-same-origin. Links open a tab of their own. */}
        <iframe
          title="The HTML of the email"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcDoc={html.replace("<head>", '<head><base target="_blank">')}
          className="h-144 w-full rounded-large border border-line bg-white"
        />
      </section>
      <section aria-labelledby="mail-text" className="space-y-2">
        <h2 id="mail-text" className="font-semibold">
          Text
        </h2>
        <PlainText text={text} />
      </section>
    </article>
  );
}
