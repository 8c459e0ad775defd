"use client";

import { useAddress } from "@/components/ui/address";
import { ButtonLink } from "@/components/ui/button-link";
import { InstantForm } from "@/components/ui/late-filters";
import { ListState } from "@/components/ui/list-state";
import { Time } from "@/components/ui/time";
import { toApiError } from "@/lib/api/client/api-error";
import { BooksFrame } from "./books-frame";
import { useChecks, useTrialBalance } from "./queries";
import { TrialBalance } from "./trial-balance";
import { Verdict } from "./verdict";

/** The page of all account balances, now or at any instant, with the result of the checks. */
export function BalancesScreen() {
  const { params } = useAddress();
  const checks = useChecks();
  const { data, error, isPending, isPlaceholderData, refetch } = useTrialBalance(params);
  return (
    <BooksFrame>
      {checks.data && <Verdict checks={checks.data} total={data?.total} />}
      <section className="space-y-4">
        <h2 className="font-semibold">Trial balance</h2>
        <InstantForm />
        <ListState
          what="balances"
          isPending={isPending}
          failure={data && !error ? undefined : toApiError(error)}
          onRetry={() => refetch()}
        />
        {data && !error && (
          <>
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
              <p className="text-small text-quiet">
                As of <Time instant={data.at} isExact />
                {!data.isFinal && ". Postings of its last five minutes may still be added."}
              </p>
              <ButtonLink
                look="plain"
                size="compact"
                href={`/api/admin/books/balances/export?at=${encodeURIComponent(data.at)}`}
                download
              >
                Export CSV
              </ButtonLink>
            </div>
            <TrialBalance balance={data} isStale={isPlaceholderData} />
          </>
        )}
      </section>
    </BooksFrame>
  );
}
