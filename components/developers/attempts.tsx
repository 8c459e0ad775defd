import { CodeLine } from "@/components/ui/code-line";
import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import type { ApiData } from "@/lib/api/client/types";
import { sentHeaders } from "./sent-headers";

type Event = ApiData<"getWebhookEvent">;

/** The attempts of a delivery, newest first, with time, duration and response. */
export function Attempts({ event }: { event: Event }) {
  return (
    <section className="space-y-2">
      <h3 className="font-semibold">Attempts</h3>
      {event.deliveries.length === 0 && <p className="text-small text-quiet">No attempts yet.</p>}
      <ul className="space-y-4">
        {event.deliveries.map((each) => (
          <li key={each.id} className="space-y-1 text-small">
            <p className="flex flex-wrap gap-x-3">
              <StateWord
                state={each.status === "succeeded" ? "settled" : "failed"}
                word={`${each.attempt}: ${each.statusCode ?? "no response"}`}
              />
              <span className="text-quiet">
                {each.durationMs} ms · <Time instant={each.createdAt} isExact />
              </span>
            </p>
            {each.url !== "" && <p className="break-all text-quiet">{each.url}</p>}
            {each.error && <p className="break-words">{each.error}</p>}
            {each.responseBody && <CodeLine text={each.responseBody} label="the response body" />}
            <details>
              <summary className="min-h-6 cursor-pointer text-quiet">Request headers</summary>
              <CodeLine text={sentHeaders(event, each)} label="the headers" />
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}
