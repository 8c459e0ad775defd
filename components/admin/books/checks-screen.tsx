"use client";

import { ListState } from "@/components/ui/list-state";
import { toApiError } from "@/lib/api/client/api-error";
import { BooksFrame } from "./books-frame";
import { Invariants } from "./invariants";
import { useChecks } from "./queries";
import { Reconciliation } from "./reconciliation";
import { RunCheck } from "./run-check";

/** What is held to be true of the books, and what was found when it was last looked at. */
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
              meaning="The ledger beside its rules, and every state beside its money: reads every entry, changes nothing."
              wrong="Broken"
              check={data.invariants}
            />
            {data.invariants && <Invariants invariants={data.invariants.invariants} />}
          </section>
          <section className="space-y-4">
            <RunCheck
              id="runReconciliation"
              title="Books and chains"
              meaning="What is on each chain beside what should be by the books, as of one block of it."
              wrong="They differ, or could not be compared"
              check={data.reconciliation}
            />
            {data.reconciliation && <Reconciliation treasury={data.reconciliation.treasury} />}
          </section>
        </div>
      )}
    </BooksFrame>
  );
}
