"use client";

import { Amount } from "@/components/ui/amount";
import { Facts } from "@/components/ui/facts";
import { IdChip } from "@/components/ui/id-chip";
import { Link } from "@/components/ui/link";
import { Sheet } from "@/components/ui/sheet";
import { SheetFailure } from "@/components/ui/sheet-failure";
import { SkeletonRows } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import { ACCOUNT_WORDS } from "@/lib/accounting/account-words";
import { JOURNAL_NAMES } from "@/lib/accounting/statement/journal-names";
import { toApiError } from "@/lib/api/client/api-error";
import { type JournalWithLegs, useJournal } from "./queries";

type Leg = JournalWithLegs["legs"][number];

/** Returns the administrators' page of a journal's source. */
function sourceHref({ sourceId }: JournalWithLegs): string | undefined {
  if (sourceId.startsWith("dep_")) return `/admin/deposits/${sourceId}`;
  if (sourceId.startsWith("dsp_")) return `/admin/disputes/${sourceId}`;
  if (sourceId.startsWith("pst_")) return `/admin/postings/${sourceId}`;
  return sourceId.startsWith("wd_") ? `/admin/withdrawals/${sourceId}` : undefined;
}

function LegLine({ account, kind, amount, balanceAfter }: Leg) {
  return (
    <li className="space-y-0.5 py-2">
      <p className="flex items-baseline justify-between gap-4">
        <span>{ACCOUNT_WORDS[kind].name}</span>
        <Amount value={amount} direction={amount < 0 ? "out" : "in"} />
      </p>
      <p className="flex items-baseline justify-between gap-4 text-quiet">
        <Link
          href={`/admin/books/journals?account=${encodeURIComponent(account)}`}
          className="min-w-0 truncate font-mono underline underline-offset-4"
        >
          {account}
        </Link>
        {balanceAfter !== undefined && (
          <span className="shrink-0">
            then <Amount value={balanceAfter} />
          </span>
        )}
      </p>
    </li>
  );
}

function Details({ journal }: { journal: JournalWithLegs }) {
  const { partnerId, partnerName, serviceTransactionId, sourceId, posting } = journal;
  const href = sourceHref(journal);
  return (
    <>
      <section className="space-y-2">
        <h3 className="font-semibold">Legs</h3>
        <ul className="divide-y divide-line border-y border-line text-small">
          {journal.legs.map((leg) => (
            <LegLine key={leg.account} {...leg} />
          ))}
        </ul>
        <p className="flex justify-between text-small font-medium">
          <span>Total</span>
          <Amount
            value={journal.legs.reduce((total, { amount }) => total + micro(amount), 0) / MICRO}
          />
        </p>
      </section>
      <Facts
        facts={[
          ["Time", <Time key="when" instant={journal.createdAt} isExact />],
          ["Reason", posting?.reason],
          ["Reference", posting?.reference],
          ["Requested by", posting?.requestedBy.name],
          ["Confirmed by", posting?.confirmedBy.name],
          [
            "Partner",
            partnerId && (
              <Link
                href={`/admin/books/partners/${partnerId}`}
                className="text-accent underline underline-offset-4"
              >
                {partnerName}
              </Link>
            ),
          ],
          [
            "Source",
            <IdChip key="source" value={sourceId} label="the source ID" {...(href && { href })} />,
          ],
          [
            "Wallet transaction",
            serviceTransactionId && (
              <IdChip value={serviceTransactionId} label="the wallet transaction ID" />
            ),
          ],
          ["Journal", <IdChip key="id" value={journal.journalId} label="the journal ID" />],
        ]}
      />
    </>
  );
}

const MICRO = 1_000_000;
/** Sums are computed in whole micro-USD, because sums of fractions are not exact. */
const micro = (usd: number) => Math.round(usd * MICRO);

interface JournalSheetProps {
  journalId: string;
  closeHref: string;
  onClose: () => void;
  takesFocus: boolean;
}

/** The details of one journal with its legs. */
export function JournalSheet({ journalId, ...sheet }: JournalSheetProps) {
  const { data, error, isPending, refetch } = useJournal(journalId);
  return (
    <Sheet title={data ? JOURNAL_NAMES[data.type] : "Journal"} subject={journalId} {...sheet}>
      {isPending && <SkeletonRows label="Loading journal" />}
      {!data && error && (
        <SheetFailure
          what="Journal"
          failure={toApiError(error)}
          onRetry={() => refetch()}
          closeHref={sheet.closeHref}
        />
      )}
      {data && <Details journal={data} />}
    </Sheet>
  );
}
