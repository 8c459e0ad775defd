"use client";

import { ListState } from "@/components/ui/list-state";
import { toApiError } from "@/lib/api/client/api-error";
import { BooksFrame } from "./books-frame";
import { Invariants } from "./invariants";
import { useChecks } from "./queries";
import { Reconciliation } from "./reconciliation";
import { RunCheck } from "./run-check";

/** The page of the checks of the books, with their latest results. */
export function ChecksScreen() {
  const { data, error, isPending, refetch } = useChecks();
  return (
    <BooksFrame>
      <ListState
        what="checks"
        isPending={isPending}
        failure={data || !error ? undefined : toApiError(error)}
        onRetry={() => refetch()}
      />
      {data && (
        <div className="space-y-12">
          <section className="space-y-4">
            <RunCheck
              id="runInvariants"
              title="Invariants"
              meaning={data.invariants?.coverage ?? "Ledger vs. its rules."}
              wrong="Failed"
              check={data.invariants}
            />
            {data.invariants && <Invariants invariants={data.invariants.invariants} />}
          </section>
          <section className="space-y-4">
            <RunCheck
              id="runReconciliation"
              title="Reconciliation"
              meaning="On-chain balances vs. ledger, each chain at one block."
              wrong="Differences found, or not comparable"
              check={data.reconciliation}
            />
            {data.reconciliation && <Reconciliation treasury={data.reconciliation.treasury} />}
          </section>
        </div>
      )}
    </BooksFrame>
  );
}
