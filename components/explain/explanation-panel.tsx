"use client";

import { Amount } from "@/components/ui/amount";
import { ErrorPanel } from "@/components/ui/error-panel";
import { IdChip } from "@/components/ui/id-chip";
import { Skeleton } from "@/components/ui/skeleton";
import { toApiError } from "@/lib/api/client/api-error";
import { EventsTrail } from "./events-trail";
import { JournalsTrail } from "./journals-trail";
import { type Explanation, useExplanation } from "./queries";

const directionOf = (amount: number) =>
  amount === 0 ? undefined : amount > 0 ? ("in" as const) : ("out" as const);
/** Whether the amount is a balance rather than a movement: its sum begins and ends with a balance. */
const isBalance = (id: string) => id === "wallet" || id.startsWith("card_");

/** The sum of the explanation. */
function ExplainedSum({ id, lines, total }: Pick<Explanation, "id" | "lines" | "total">) {
  return (
    <dl className="rounded-large bg-sunken px-3 py-2 text-small">
      {lines.map(({ text, amount }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and stay in place
        <div key={index} className="flex justify-between gap-4 py-0.5">
          <dt>{text}</dt>
          <dd>
            <Amount
              value={amount}
              direction={index === 0 && isBalance(id) ? undefined : directionOf(amount)}
            />
          </dd>
        </div>
      ))}
      <div className="mt-1 flex justify-between gap-4 border-t border-line pt-1.5 font-medium">
        <dt>{total.text}</dt>
        <dd>
          <Amount
            value={total.amount}
            direction={isBalance(id) ? undefined : directionOf(total.amount)}
          />
        </dd>
      </div>
    </dl>
  );
}

/**
 * The explanation of an amount: a sentence, the sum, its journals and causes, the events and the chain's transaction.
 */
export function ExplanationPanel({ id }: { id: string }) {
  const { data, error, refetch } = useExplanation(id);
  if (error && !data)
    return (
      <ErrorPanel
        title="The explanation could not be loaded"
        failure={toApiError(error)}
        onRetry={() => refetch()}
      />
    );
  if (!data) return <Skeleton className="h-40" />;
  const { sentence, lines, total, journals, events, chain } = data;
  return (
    <div className="space-y-5">
      <p>{sentence}</p>
      {journals.length > 0 && <ExplainedSum id={id} lines={lines} total={total} />}
      {journals.length > 0 && <JournalsTrail journals={journals} />}
      {chain && (
        <section aria-label="On-chain" className="space-y-1 text-small">
          <p className="font-semibold">On-chain</p>
          <p className="flex flex-wrap items-center gap-2">
            <span className="text-quiet">{chain.chain}</span>
            <IdChip
              value={chain.txHash}
              label="the transaction hash"
              {...(chain.explorerUrl && { href: chain.explorerUrl })}
            />
          </p>
        </section>
      )}
      <EventsTrail events={events} />
    </div>
  );
}
