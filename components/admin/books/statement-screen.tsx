"use client";

import { useAddress } from "@/components/ui/address";
import { ButtonLink } from "@/components/ui/button-link";
import { IdChip } from "@/components/ui/id-chip";
import { ListState } from "@/components/ui/list-state";
import { monthOf } from "@/components/ui/month";
import { MonthChoice } from "@/components/ui/month-choice";
import { StatementLines } from "@/components/ui/statement-lines";
import { JOURNAL_NAMES } from "@/lib/accounting/statement/journal-names";
import { toApiError } from "@/lib/api/client/api-error";
import { useStatement } from "./queries";

const MONTH = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

/** The choice of the month and the actions on its statement; not printed. */
function Choices({
  partnerId,
  month,
  isLast,
}: {
  partnerId: string;
  month: string;
  isLast: boolean;
}) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-3 print:hidden">
      <MonthChoice month={month} isLast={isLast} />
      <div className="mb-1.5 flex flex-wrap gap-2">
        <ButtonLink
          size="compact"
          href={`/api/admin/books/partners/${partnerId}/statement/pdf?month=${month}`}
          download
        >
          Download PDF
        </ButtonLink>
        <ButtonLink
          look="plain"
          size="compact"
          href={`/api/admin/books/partners/${partnerId}/statement/lines?month=${month}`}
          download
        >
          Export CSV
        </ButtonLink>
        <ButtonLink look="text" size="compact" href={`/admin/books/partners/${partnerId}`}>
          Balances at a point in time
        </ButtonLink>
      </div>
    </div>
  );
}

/** The page of a partner's monthly wallet statement, for display, print and download. */
export function StatementScreen({ partnerId }: { partnerId: string }) {
  const { params } = useAddress();
  const month = monthOf(params);
  const { data, error, isPending, isPlaceholderData, refetch } = useStatement(partnerId, month);
  return (
    <div className="max-w-3xl space-y-6">
      <header className="space-y-1">
        <h1 tabIndex={-1} className="text-large font-semibold">
          Statement
        </h1>
        <p>
          {data?.name ?? "Partner"}, {MONTH.format(new Date(`${month}-01T00:00:00Z`))}
        </p>
        <p className="text-small text-quiet">
          <IdChip value={partnerId} label="the partner ID" /> · times in UTC, amounts in USD to the
          micro-dollar
        </p>
      </header>
      <Choices
        partnerId={partnerId}
        month={month}
        isLast={data?.until.startsWith(month) === true && !isPlaceholderData}
      />
      <ListState
        what="statement"
        isPending={isPending}
        failure={data && !error ? undefined : toApiError(error)}
        onRetry={() => refetch()}
      />
      {data && !error && (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? "opacity-60" : undefined}>
          <StatementLines statement={data} names={JOURNAL_NAMES} />
        </div>
      )}
    </div>
  );
}
