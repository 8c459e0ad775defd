"use client";

import dynamic from "next/dynamic";
import { Amount } from "@/components/ui/amount";
import { Facts } from "@/components/ui/facts";
import { Link } from "@/components/ui/link";
import { ListState } from "@/components/ui/list-state";
import { PageHeader } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import { toApiError } from "@/lib/api/client/api-error";
import { CardIssuer } from "./card-issuer";
import { Chains } from "./chains";
import { Deliveries } from "./deliveries";
import { Jobs } from "./jobs";
import { Providers } from "./providers";
import { type ServiceHealth, useServiceHealth } from "./queries";
import { Sanctions } from "./sanctions";
import { since } from "./since";
import { Troubles } from "./troubles";

// Loaded after the present state.
const History = dynamic(() => import("./history/history").then(({ History }) => History));

const MEGABYTE = 1_000_000;

/** Says where a commit is stored before it is acknowledged. */
function durability({ isSynchronous, standbys }: ServiceHealth["database"]["replication"]): string {
  if (isSynchronous) return "Local disk and a standby";
  return standbys === 0 ? "Local disk" : "Local disk only";
}

function Database({ database }: Pick<ServiceHealth, "database">) {
  const { version, connections, maxConnections, sizeBytes, pendingMigrations, replication } =
    database;
  return (
    <section className="space-y-2">
      <h2 className="font-semibold">Database</h2>
      <Facts
        facts={[
          ["PostgreSQL", version],
          ["Connections", `${connections} of ${maxConnections}`],
          ["Size", `${Math.ceil(sizeBytes / MEGABYTE).toLocaleString("en-US")} MB`],
          ["Oldest transaction", `${database.oldestTransactionS.toFixed(1)} s`],
          ["Pending migrations", pendingMigrations.length],
          ["Standbys", replication.standbys],
          ["Commit durability", durability(replication)],
        ]}
      />
    </section>
  );
}

function Withdrawals({ withdrawals }: Pick<ServiceHealth, "withdrawals">) {
  const { pending, oldestPendingAt, approved, oldestApprovedAt, held } = withdrawals;
  return (
    <section className="space-y-2">
      <h2 className="font-semibold">Withdrawals</h2>
      <Facts
        facts={[
          ["Pending", pending.toLocaleString("en-US")],
          ["Oldest since", since(oldestPendingAt)],
          ["Approved, not sent", approved.toLocaleString("en-US")],
          ["Oldest approved since", since(oldestApprovedAt)],
          ["Held: partner suspended", held.toLocaleString("en-US")],
        ]}
      />
    </section>
  );
}

function HeldDeposits({ heldDeposits }: Pick<ServiceHealth, "heldDeposits">) {
  const { waiting, oldestAt, amount } = heldDeposits;
  return (
    <section className="space-y-2">
      <h2 className="font-semibold">Held deposits</h2>
      <Facts
        facts={[
          [
            "Pending",
            <Link
              key="waiting"
              href="/admin/deposits"
              className="text-accent underline underline-offset-4"
            >
              {waiting.toLocaleString("en-US")}
            </Link>,
          ],
          ["Oldest since", since(oldestAt)],
          ["Total", <Amount key="amount" value={amount} />],
        ]}
      />
    </section>
  );
}

function Messages({ messages }: Pick<ServiceHealth, "messages">) {
  const { due, oldestDueAt, failed, failure } = messages;
  return (
    <section className="space-y-2">
      <h2 className="font-semibold">Emails and alerts</h2>
      <Facts
        facts={[
          ["To be sent", due.toLocaleString("en-US")],
          ["Oldest since", since(oldestDueAt)],
          ["Given up within a day", failed.toLocaleString("en-US")],
          ["Last failure", failure ?? "None"],
        ]}
      />
    </section>
  );
}

function Disputes({ disputes }: Pick<ServiceHealth, "disputes">) {
  const { attention, open, amount } = disputes;
  return (
    <section className="space-y-2">
      <h2 className="font-semibold">Disputes</h2>
      <Facts
        facts={[
          [
            "Need attention",
            <Link
              key="attention"
              href="/admin/disputes?status=attention"
              className="text-accent underline underline-offset-4"
            >
              {attention.toLocaleString("en-US")}
            </Link>,
          ],
          ["Open", open.toLocaleString("en-US")],
          ["Credits of open disputes", <Amount key="amount" value={amount} />],
        ]}
      />
    </section>
  );
}

/** The page of the service's health. */
export function HealthScreen() {
  const { data, error, isPending, refetch } = useServiceHealth();
  return (
    <div className="space-y-8">
      <PageHeader title="Health" />
      <ListState
        what="service health"
        isPending={isPending}
        failure={data || !error ? undefined : toApiError(error)}
        onRetry={() => refetch()}
      />
      {data && (
        <>
          <section aria-label="Needs attention" className="space-y-2">
            <Troubles troubles={data.troubles} alerts={data.alerts} jobs={data.jobs} />
            {error && (
              <p role="status" className="text-small text-attention">
                As of <Time instant={data.at} isExact />. The service has not responded since.
              </p>
            )}
          </section>
          <History />
          <Chains chains={data.chains} />
          {data.providers.length > 0 && <Providers providers={data.providers} />}
          {data.cardIssuer && <CardIssuer cardIssuer={data.cardIssuer} />}
          <Jobs jobs={data.jobs} />
          <div className="grid gap-8 lg:grid-cols-3">
            <Deliveries deliveries={data.deliveries} />
            <div className="space-y-8">
              <Withdrawals withdrawals={data.withdrawals} />
              <HeldDeposits heldDeposits={data.heldDeposits} />
              <Disputes disputes={data.disputes} />
              <Messages messages={data.messages} />
              {data.sanctions && <Sanctions sanctions={data.sanctions} />}
            </div>
            <Database database={data.database} />
          </div>
        </>
      )}
    </div>
  );
}
