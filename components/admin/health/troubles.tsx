import Link from "next/link";
import { IdChip } from "@/components/ui/id-chip";
import { StateMark } from "@/components/ui/state-mark";
import { Time } from "@/components/ui/time";
import type { ServiceHealth } from "./queries";

type Trouble = ServiceHealth["troubles"][number];

const AREAS: Record<Trouble["area"], string> = {
  database: "Database",
  chains: "Chains",
  deliveries: "Deliveries",
  jobs: "Background",
  withdrawals: "Withdrawals",
};

const LINE = "flex gap-3 py-3";

function Subject({ area, subject }: Trouble) {
  if (subject === "") return AREAS[area];
  if (area === "deliveries")
    return (
      <>
        {AREAS[area]}{" "}
        <IdChip value={subject} label="partner id" href={`/admin/partners/${subject}`} />
      </>
    );
  return `${AREAS[area]}, ${subject}`;
}

function AlertSubject({
  kind,
  subject,
}: Pick<ServiceHealth["alerts"][number], "kind" | "subject">) {
  if (kind !== "deposit_suspense") return subject;
  return (
    <Link href={`/admin/deposits/${subject}`} className="text-accent underline underline-offset-4">
      {subject}
    </Link>
  );
}

/** What needs a person: what is wrong, and what to do. */
export function Troubles({ troubles, alerts }: Pick<ServiceHealth, "troubles" | "alerts">) {
  if (troubles.length + alerts.length === 0)
    return (
      <p className="flex items-center gap-2">
        <StateMark state="settled" />
        Nothing needs you. Chains, deliveries, background work and database are well.
      </p>
    );
  return (
    <ul className="divide-y divide-line border-y border-line">
      {troubles.map((trouble) => (
        <li key={`${trouble.area} ${trouble.subject} ${trouble.action}`} className={LINE}>
          <StateMark state={trouble.severity} />
          <div className="min-w-0">
            <p className="text-small text-quiet">
              <Subject {...trouble} />
            </p>
            <p className="font-medium break-words">{trouble.text}</p>
            <p className="text-small break-words">{trouble.action}</p>
          </div>
        </li>
      ))}
      {alerts.map(({ id, kind, subject, text, openedAt }) => (
        <li key={id} className={LINE}>
          <StateMark state="attention" />
          <div className="min-w-0">
            <p className="text-small break-all text-quiet">
              <AlertSubject kind={kind} subject={subject} />, since <Time instant={openedAt} />
            </p>
            <p className="break-words">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
