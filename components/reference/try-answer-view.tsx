import { CodeLine } from "@/components/ui/code-line";
import { Facts } from "@/components/ui/facts";
import { IdChip } from "@/components/ui/id-chip";
import { StateWord } from "@/components/ui/state-word";
import type { TryAnswer } from "./send-request";

/** The response: status, time, headers, body. */
export function TryAnswerView({ status, durationMs, headers, requestId, body }: TryAnswer) {
  return (
    <div className="space-y-3">
      <Facts
        facts={[
          [
            "Status",
            <StateWord
              key="status"
              state={status < 400 ? "settled" : "failed"}
              word={`${status}`}
            />,
          ],
          ["Time", `${durationMs} ms`],
          ["Request ID", requestId && <IdChip key="id" value={requestId} label="the request ID" />],
        ]}
      />
      <CodeLine text={body} label="the response" />
      <details className="text-small">
        <summary className="min-h-9 cursor-pointer py-1.5 font-medium">
          Headers ({headers.length})
        </summary>
        <dl className="space-y-1 font-mono">
          {headers.map(([name, value]) => (
            <div key={name} className="flex flex-wrap gap-x-2">
              <dt className="text-quiet">{name}:</dt>
              <dd className="min-w-0 break-all">{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}
