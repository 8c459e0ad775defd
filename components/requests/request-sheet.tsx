"use client";

import { CodeLine } from "@/components/ui/code-line";
import { Facts } from "@/components/ui/facts";
import { IdChip } from "@/components/ui/id-chip";
import { Sheet } from "@/components/ui/sheet";
import { SheetFailure } from "@/components/ui/sheet-failure";
import { SkeletonSheet } from "@/components/ui/skeleton-sheet";
import { Time } from "@/components/ui/time";
import { toApiError } from "@/lib/api/client/api-error";
import { useRequest } from "./queries";
import { RequestState } from "./request-state";

/** Formats JSON with indentation; truncated text stays unchanged. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function Body({ title, text }: { title: string; text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <section className="space-y-2">
      <h3 className="font-semibold">{title}</h3>
      <CodeLine text={readable(text)} label={title.toLowerCase()} />
    </section>
  );
}

interface RequestSheetProps {
  requestId: string;
  closeHref: string;
  onClose: () => void;
  takesFocus: boolean;
}

/** The details of one request with its response. */
export function RequestSheet({ requestId, ...sheet }: RequestSheetProps) {
  const { data, error, refetch } = useRequest(requestId);
  return (
    <Sheet title={data ? `${data.method} ${data.path}` : "Request"} subject={requestId} {...sheet}>
      {error && !data && (
        <SheetFailure
          what="Request"
          failure={toApiError(error)}
          onRetry={() => refetch()}
          closeHref={sheet.closeHref}
        />
      )}
      {!data && !error && <SkeletonSheet label="Loading request" />}
      {data && (
        <>
          <Facts
            facts={[
              ["Response", <RequestState key="state" status={data.status} />],
              ["Code", data.errorCode],
              [data.caller.kind === "key" ? "API key" : "Dashboard user", data.caller.name],
              ["Time", <Time key="time" instant={data.createdAt} isExact />],
              ["Duration", `${data.durationMs} ms`],
              ["Request ID", <IdChip key="id" value={data.requestId} label="the request ID" />],
              [
                "Idempotency key",
                data.idempotencyKey && (
                  <IdChip key="key" value={data.idempotencyKey} label="the idempotency key" />
                ),
              ],
            ]}
          />
          <Body title="Query" text={data.query} />
          <Body title="Request body" text={data.requestBody} />
          <Body title="Response body" text={data.responseBody} />
          <p className="text-small text-quiet">
            Secrets, card data and personal data are not stored, nor are unknown fields. Lists are
            truncated to 5 items, bodies to 16 kB.
          </p>
        </>
      )}
    </Sheet>
  );
}
