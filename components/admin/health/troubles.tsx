"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { IdChip } from "@/components/ui/id-chip";
import { Link } from "@/components/ui/link";
import { useReader } from "@/components/ui/reader";
import { RoleNote } from "@/components/ui/role-note";
import { StateMark } from "@/components/ui/state-mark";
import { Time } from "@/components/ui/time";
import { pendingJobs } from "./pending-jobs";
import type { ServiceHealth } from "./queries";

// The dialog is loaded when it is opened, and never rendered by the server.
const CloseAlert = dynamic(() => import("./close-alert").then(({ CloseAlert }) => CloseAlert), {
  ssr: false,
});

type Trouble = ServiceHealth["troubles"][number];
type Alert = ServiceHealth["alerts"][number];

const AREAS: Record<Trouble["area"], string> = {
  database: "Database",
  providers: "Providers",
  chains: "Chains",
  deliveries: "Deliveries",
  jobs: "Background jobs",
  withdrawals: "Withdrawals",
};

const LINE = "flex gap-3 py-3";

function Subject({ area, subject }: Trouble) {
  if (subject === "") return AREAS[area];
  if (area === "deliveries")
    return (
      <>
        {AREAS[area]}{" "}
        <IdChip value={subject} label="the partner ID" href={`/admin/partners/${subject}`} />
      </>
    );
  return `${AREAS[area]}, ${subject}`;
}

/** The pages of the objects that alerts are about. */
const SUBJECT_PAGES: Partial<Record<string, (subject: string) => string>> = {
  dispute_failed: (subject) => `/admin/disputes/${subject}`,
  dispute_differs: (subject) => `/admin/disputes/${subject}`,
  dispute_needs_information: (subject) => `/admin/disputes/${subject}`,
  disputes_late: () => "/admin/disputes?status=attention",
  disputes_detached: () => "/admin/disputes?status=pending,submitted",
  deposit_suspense: (subject) => `/admin/deposits/${subject}`,
  card_shortfall: (subject) => `/admin/books/journals?account=card_shortfall:${subject}`,
};

/** The names of the subjects that are parts of the service. All others are identifiers. */
const PARTS: Partial<Record<string, string>> = {
  "audit-log": "Audit log",
  books: "Books",
  database: "Database",
  disputes: "Disputes",
};

function AlertSubject({ kind, subject }: Alert) {
  const href = SUBJECT_PAGES[kind]?.(subject);
  const name = PARTS[subject] ?? subject;
  if (href === undefined) return name;
  return (
    <Link href={href} className="text-accent underline underline-offset-4">
      {name}
    </Link>
  );
}

function AlertLine({ alert }: { alert: Alert }) {
  const { role } = useReader();
  const [isConfirming, setConfirming] = useState(false);
  return (
    <li className={LINE}>
      <StateMark state={alert.severity} />
      <div className="min-w-0 space-y-1">
        <p className="text-small break-all text-quiet">
          <AlertSubject {...alert} />, since <Time instant={alert.openedAt} />
        </p>
        <p className="font-medium break-words">{alert.title}</p>
        <p className="break-words">{alert.text}</p>
        <p className="text-small break-words">{alert.remedy}</p>
        {alert.isClosedByPeople && role !== "admin" && (
          <RoleNote>Only administrators can close alerts.</RoleNote>
        )}
        {alert.isClosedByPeople && role === "admin" && (
          <Button look="plain" size="compact" onClick={() => setConfirming(true)}>
            Close…<span className="sr-only"> the alert about {alert.subject}</span>
          </Button>
        )}
      </div>
      {isConfirming && <CloseAlert alert={alert} onClose={() => setConfirming(false)} />}
    </li>
  );
}

/** The troubles that need a person, with the advised actions. */
export function Troubles({
  troubles,
  alerts,
  jobs,
}: Pick<ServiceHealth, "troubles" | "alerts" | "jobs">) {
  const pending = pendingJobs(jobs);
  if (troubles.length + alerts.length === 0 && pending.length > 0)
    return (
      <p className="flex items-center gap-2">
        <StateMark state="waiting" />
        Checks pending: {pending.join(", ")}. {pending.length === 1 ? "It has" : "They have"} not
        run yet.
      </p>
    );
  if (troubles.length + alerts.length === 0)
    return (
      <p className="flex items-center gap-2">
        <StateMark state="settled" />
        All systems normal: chains, deliveries, background jobs and database.
      </p>
    );
  return (
    <ul className="divide-y divide-line border-y border-line">
      {troubles.map((trouble) => (
        <li key={`${trouble.area} ${trouble.subject} ${trouble.action}`} className={LINE}>
          <StateMark state={trouble.severity} />
          <div className="min-w-0 space-y-1">
            <p className="text-small text-quiet">
              <Subject {...trouble} />
            </p>
            <p className="font-medium break-words">{trouble.text}</p>
            <p className="text-small break-words">{trouble.action}</p>
          </div>
        </li>
      ))}
      {alerts.map((alert) => (
        <AlertLine key={alert.id} alert={alert} />
      ))}
    </ul>
  );
}
