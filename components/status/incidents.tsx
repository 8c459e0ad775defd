import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import type { Incident } from "@/lib/operations/status/service-status";
import { COMPONENT_WORDS, STATE_WORDS } from "./words";

const SHOWN = 20;

/** The recorded failures of the last 7 days, newest first. */
export function Incidents({
  incidents,
  hasData,
}: {
  incidents: readonly Incident[];
  /** Without samples nobody knows whether there was an incident. */
  hasData: boolean;
}) {
  const hidden = incidents.length - SHOWN;
  return (
    <section className="space-y-3">
      <h2 className="font-semibold">Incidents of the last 7 days</h2>
      {incidents.length === 0 ? (
        <p className="text-small text-quiet">
          {hasData ? "No incident was recorded." : "Nothing was recorded yet."}
        </p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {incidents.slice(0, SHOWN).map(({ component, state, startedAt, endedAt }) => (
            <li key={`${component} ${startedAt}`} className="grid gap-1 py-3">
              <span className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="font-medium">{COMPONENT_WORDS[component].name}</span>
                <StateWord {...STATE_WORDS[state]} />
              </span>
              <span className="text-small text-quiet">
                From <Time instant={startedAt} isExact />{" "}
                {endedAt ? (
                  <>
                    to <Time instant={endedAt} isExact />
                  </>
                ) : (
                  "until now"
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <p className="text-small text-quiet">{hidden} older incidents are not shown.</p>
      )}
    </section>
  );
}
