"use client";

import { useAddress } from "@/components/ui/address";
import { ButtonLink } from "@/components/ui/button-link";
import { ListState } from "@/components/ui/list-state";
import { monthOf } from "@/components/ui/month";
import { MonthChoice } from "@/components/ui/month-choice";
import { PageHeader } from "@/components/ui/page-header";
import { StatementLines } from "@/components/ui/statement-lines";
import { JOURNAL_NAMES } from "@/lib/accounting/statement/journal-names";
import { toApiError } from "@/lib/api/client/api-error";
import { FeeSchedule } from "./fee-schedule";
import { useOwnStatement } from "./queries";

function Downloads({ month }: { month: string }) {
  return (
    <div className="mb-1.5 flex flex-wrap gap-2">
      <ButtonLink
        size="compact"
        href={`/api/v1/partner/export/statement-pdf?month=${month}`}
        download
      >
        Download PDF
      </ButtonLink>
      <ButtonLink
        look="plain"
        size="compact"
        href={`/api/v1/partner/export/statement?month=${month}`}
        download
      >
        Export CSV
      </ButtonLink>
      <ButtonLink
        look="plain"
        size="compact"
        href={`/api/v1/partner/export/statement-proof?month=${month}`}
        download
      >
        Download proof
      </ButtonLink>
    </div>
  );
}

/** The page of the wallet's monthly statements and of the fees. */
export function StatementsScreen() {
  const { params } = useAddress();
  const month = monthOf(params, new Date(), 0);
  const { data, error, isPending, isPlaceholderData, refetch } = useOwnStatement(month);
  const isCurrent = data?.until.startsWith(month) === true && !isPlaceholderData;
  return (
    <div className="max-w-3xl space-y-10">
      <div className="space-y-6">
        <PageHeader title="Statements" />
        <div className="flex flex-wrap items-end justify-between gap-3">
          <MonthChoice month={month} isLast={isCurrent} />
          <Downloads month={month} />
        </div>
        <p className="text-small text-quiet">
          Months in UTC. The PDF and the CSV have each entry with the balance after it. The proof
          has the signed roots of the ended days, for <code>npm run verify-statement</code>.
        </p>
        <ListState
          what="statement"
          isPending={isPending}
          failure={data && !error ? undefined : toApiError(error)}
          onRetry={() => refetch()}
        />
        {data && !error && (
          <div
            aria-busy={isPlaceholderData}
            className={isPlaceholderData ? "opacity-60" : undefined}
          >
            <StatementLines statement={data} names={JOURNAL_NAMES} />
          </div>
        )}
      </div>
      <FeeSchedule />
    </div>
  );
}
