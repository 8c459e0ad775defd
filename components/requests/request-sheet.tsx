"use client";

import { CodeLine } from "@/components/ui/code-line";
import { Facts } from "@/components/ui/facts";
import { IdChip } from "@/components/ui/id-chip";
import { indentJson } from "@/components/ui/indent-json";
import { Sheet } from "@/components/ui/sheet";
import { SheetFailure } from "@/components/ui/sheet-failure";
import { SkeletonSheet } from "@/components/ui/skeleton-sheet";
import { Time } from "@/components/ui/time";
import { toApiError } from "@/lib/api/client/api-error";
import { type LoggedRequest, useListedRequest, useRequest } from "./queries";
import { RequestState } from "./request-state";

function Body({ title, text }: { title: string; text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <section className="space-y-2">
      <h3 className="font-semibold">{title}</h3>
      <CodeLine text={indentJson(text)} label={title.toLowerCase()} />
    </section>
  );
}

interface RequestSheetProps {
  requestId: string;
  closeHref: string;
  onClose: () => void;
  takesFocus: boolean;
}

/** The facts that the list knows too. */
function RequestFacts({ request }: { request: LoggedRequest }) {
  const { caller, idempotencyKey } = request;
  return (
    <Facts
      facts={[
        ["Response", <RequestState key="state" status={request.status} />],
        ["Code", request.errorCode],
        [caller.kind === "key" ? "API key" : "Dashboard user", caller.name],
        ["Time", <Time key="time" instant={request.createdAt} isExact />],
        ["Duration", `${request.durationMs} ms`],
        ["Request ID", <IdChip key="id" value={request.requestId} label="the request ID" />],
        [
          "Idempotency key",
          idempotencyKey && <IdChip key="key" value={idempotencyKey} label="the idempotency key" />,
        ],
      ]}
    />
  );
}

/** The details of one request with its response. */
export function RequestSheet({ requestId, ...sheet }: RequestSheetProps) {
  const { data, error, refetch } = useRequest(requestId);
  const listed = useListedRequest(requestId);
  const known = data ?? listed;
  return (
    <Sheet
      title={known ? `${known.method} ${known.path}` : "Request"}
      subject={requestId}
      {...sheet}
    >
      {error && !data && (
        <SheetFailure
          what="Request"
          failure={toApiError(error)}
          onRetry={() => refetch()}
          closeHref={sheet.closeHref}
        />
      )}
      {!data && !error && (
        <SkeletonSheet label="Loading request">
          {listed && <RequestFacts request={listed} />}
        </SkeletonSheet>
      )}
      {data && (
        <>
          <RequestFacts request={data} />
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
