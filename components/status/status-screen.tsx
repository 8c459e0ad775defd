import { Link } from "@/components/ui/link";
import { StateMark } from "@/components/ui/state-mark";
import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import type { ServiceStatus, ShownState } from "@/lib/operations/status/service-status";
import { Incidents } from "./incidents";
import { UptimeBars } from "./uptime-bars";
import { COMPONENT_WORDS, OVERALL_WORDS, SHOWN_COMPONENTS, STATE_WORDS } from "./words";

const BANNERS: Record<ShownState, string> = {
  up: "bg-settled-faint border-settled",
  degraded: "bg-attention-faint border-attention",
  down: "bg-failed-faint border-failed",
  unknown: "bg-sunken border-line-strong",
};

interface StatusScreenProps {
  status: ServiceStatus;
  supportEmail?: string | undefined;
}

/** The state of the service: now, over a day and over a week. */
export function StatusScreen({ status, supportEmail }: StatusScreenProps) {
  const byName = new Map(status.components.map((one) => [one.component, one]));
  return (
    <div className="grid gap-8 pt-4">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h1 className="text-large font-semibold">Status</h1>
        <Link href="/" className="text-small text-accent underline underline-offset-4">
          Open the dashboard
        </Link>
      </header>
      <section
        aria-label="Overall"
        className={`flex items-center gap-3 rounded-large border p-4 ${BANNERS[status.state]}`}
      >
        <StateMark state={STATE_WORDS[status.state].state} size={24} />
        <div>
          <p className="font-semibold">{OVERALL_WORDS[status.state]}</p>
          <p className="text-small text-quiet">
            As of <Time instant={status.readAt} isExact />
          </p>
        </div>
      </section>
      <section className="space-y-3">
        <h2 className="font-semibold">Components</h2>
        <ul className="divide-y divide-line rounded-large border border-line bg-surface">
          {SHOWN_COMPONENTS.map((component) => {
            const shown = byName.get(component);
            const { name, about } = COMPONENT_WORDS[component];
            return (
              shown && (
                <li key={component} className="grid gap-3 p-4">
                  <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                    <h3 className="font-medium">{name}</h3>
                    <StateWord {...STATE_WORDS[shown.state]} />
                    <p className="w-full text-small text-quiet">{about}</p>
                  </div>
                  <div className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
                    <UptimeBars name={name} range="24 hours" barWord="an hour" value={shown.day} />
                    <UptimeBars name={name} range="7 days" barWord="3 hours" value={shown.week} />
                  </div>
                </li>
              )
            );
          })}
        </ul>
        <p className="text-small text-quiet">
          Sampled every 5 minutes. A full bar is operational, a middle one degraded, a low one down;
          a thin line is a time without data. Uptime is the share of samples that are not down.
        </p>
      </section>
      <Incidents
        incidents={status.incidents}
        hasData={status.components.some(({ week }) => week.uptime !== undefined)}
      />
      {supportEmail && (
        <p className="text-small">
          Is something else wrong? Write to{" "}
          <a href={`mailto:${supportEmail}`} className="text-accent underline underline-offset-4">
            {supportEmail}
          </a>
          .
        </p>
      )}
    </div>
  );
}
