import { Amount } from "@/components/ui/amount";
import { IdChip } from "@/components/ui/id-chip";
import { Link } from "@/components/ui/link";
import { useReader } from "@/components/ui/reader";
import { Time } from "@/components/ui/time";
import type { ExplainedJournal } from "./queries";

/** The cause of a journal; linked to the request while the log has it and the reader may see it. */
function Cause({ cause }: Pick<ExplainedJournal, "cause">) {
  const { role } = useReader();
  const { text, requestId, isLogged } = cause;
  return (
    <p className="break-words text-quiet">
      {text}{" "}
      {requestId &&
        (isLogged && role !== "viewer" ? (
          <Link
            href={`/developers/requests/${requestId}`}
            className="whitespace-nowrap text-accent underline underline-offset-4"
          >
            View request
          </Link>
        ) : (
          <IdChip value={requestId} label="the request ID" />
        ))}
    </p>
  );
}

function Legs({ legs }: Pick<ExplainedJournal, "legs">) {
  return (
    <ul>
      {legs.map(({ text, amount, balanceAfter }) => (
        <li key={text} className="flex justify-between gap-4 py-0.5">
          <span className="min-w-0">
            {text}
            {balanceAfter !== undefined && (
              <span className="block text-quiet">
                Balance <Amount value={balanceAfter} />
              </span>
            )}
          </span>
          <Amount value={amount} direction={amount > 0 ? "in" : "out"} />
        </li>
      ))}
    </ul>
  );
}

/** The transaction that a journal belongs to. */
function TransactionOf({ transaction }: Required<Pick<ExplainedJournal, "transaction">>) {
  const { id, kind, text } = transaction;
  return (
    <p>
      <Link
        href={`/transactions/${id}${kind === "wallet" ? "?of=wallet" : ""}`}
        className="break-words text-accent underline underline-offset-4"
      >
        {text}
      </Link>
    </p>
  );
}

/** The journals, oldest first, with their accounts and causes. */
export function JournalsTrail({ journals }: { journals: readonly ExplainedJournal[] }) {
  return (
    <section aria-label="Ledger entries" className="space-y-2 text-small">
      <p className="font-semibold">Ledger entries</p>
      <ol className="divide-y divide-line border-y border-line">
        {journals.map(({ id, text, legs, cause, transaction, createdAt }) => (
          <li key={id} className="space-y-1 py-2">
            <p className="flex justify-between gap-4">
              <span className="font-medium">{text}</span>
              <span className="text-quiet">
                <Time instant={createdAt} />
              </span>
            </p>
            {transaction && <TransactionOf transaction={transaction} />}
            <Legs legs={legs} />
            <Cause cause={cause} />
          </li>
        ))}
      </ol>
    </section>
  );
}
