"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { fileSize } from "@/components/ui/file-size";
import { useReader } from "@/components/ui/reader";
import { type Step, Timeline } from "@/components/ui/timeline";
import { toApiError } from "@/lib/api/client/api-error";
import { apiQuery } from "@/lib/api/client/api-query";
import type { ApiData } from "@/lib/api/client/types";
import { useSubmission } from "@/lib/api/client/use-submission";
import {
  blocksAnother,
  DISPUTE_ENDS,
  DISPUTE_REASON_WORDS,
  DISPUTE_STATUSES,
} from "@/lib/cards/disputes/words";
import type { CardDetail } from "./queries";

type Dispute = ApiData<"listDisputes">["disputes"][number];

// The form is loaded when it is opened, and never rendered by the server.
const DisputeForm = dynamic(() => import("./dispute-form").then(({ DisputeForm }) => DisputeForm), {
  ssr: false,
});

function stepsOf({ status, createdAt, submittedAt, decidedAt }: Dispute): Step[] {
  const opened: Step = {
    state: "settled",
    title: "Opened, card credited",
    at: createdAt,
  };
  const submitted: Step = {
    state: "settled",
    title: "Submitted to the card network",
    at: submittedAt,
  };
  const { state, word } = DISPUTE_STATUSES[status];
  if (decidedAt)
    return [
      opened,
      ...(submittedAt ? [submitted] : []),
      { state, title: word, text: DISPUTE_ENDS[status], at: decidedAt },
    ];
  const next: Step = submittedAt
    ? { state: "waiting", title: "Decision of the card network", text: "This can take weeks." }
    : { state: "waiting", title: "Submission to the card network" };
  return [opened, ...(submittedAt ? [submitted] : []), { ...next, isNext: true }];
}

const OUTCOMES = { won: "Won", lost: "Lost", withdrawn: "Withdrawn" } as const;

/** Decides a dispute as the card network would; staging only. */
function SimulateOutcome({ disputeId }: { disputeId: string }) {
  const { submit, isBusy, failure } = useSubmission("simulateDisputeOutcome", {
    onDone: () => undefined,
  });
  return (
    <div className="space-y-2">
      <p className="text-small text-quiet">Simulate the decision of the card network:</p>
      <div className="flex flex-wrap gap-2">
        {(["won", "lost", "withdrawn"] as const).map((outcome) => (
          <Button
            key={outcome}
            look="plain"
            size="compact"
            disabled={isBusy}
            onClick={() => submit({ params: { disputeId }, body: { outcome } })}
          >
            {OUTCOMES[outcome]}
          </Button>
        ))}
      </div>
      {failure && <ErrorPanel title="The dispute was not decided" failure={failure} />}
    </div>
  );
}

/** One dispute: what it says, and its history. */
function DisputeState({ dispute, mayDecide }: { dispute: Dispute; mayDecide: boolean }) {
  const { disputeId, amount, reason, explanation, evidenceFiles, decidedAt } = dispute;
  return (
    <li className="space-y-3 py-3">
      <p className="font-medium">
        {DISPUTE_REASON_WORDS[reason]}: <Amount value={amount} />
      </p>
      <p className="text-small break-words whitespace-pre-line text-quiet">{explanation}</p>
      {evidenceFiles.length > 0 && (
        <ul aria-label="Files" className="text-small">
          {evidenceFiles.map(({ fileId, name, sizeBytes }) => (
            <li key={fileId} className="break-words">
              {name} <span className="text-quiet">{fileSize(sizeBytes)}</span>
            </li>
          ))}
        </ul>
      )}
      <Timeline steps={stepsOf(dispute)} />
      {mayDecide && !decidedAt && <SimulateOutcome disputeId={disputeId} />}
    </li>
  );
}

/** The disputes of a settled transaction, and the way to open one. */
export function Disputes({ detail }: { detail: CardDetail }) {
  const { serviceTransactionId, amount, refunded } = detail;
  const [isOpening, setOpening] = useState(false);
  const { role, isSandbox } = useReader();
  const { data, error, refetch } = useQuery(
    apiQuery("listDisputes", { query: { serviceTransactionId } }),
  );
  if (!data)
    return error ? (
      <ErrorPanel
        title="Disputes could not be loaded"
        failure={toApiError(error)}
        onRetry={() => refetch()}
      />
    ) : null;
  const { disputes } = data;
  const mayChange = role !== "viewer";
  const canOpen = mayChange && amount > refunded && !disputes.some(blocksAnother);
  if (disputes.length === 0 && !canOpen) return null;
  return (
    <section aria-labelledby="disputes" className="space-y-2">
      <h3 id="disputes" className="font-semibold">
        {disputes.length === 0 ? "Something wrong with this transaction?" : "Dispute"}
      </h3>
      {disputes.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {disputes.map((dispute) => (
            <DisputeState
              key={dispute.disputeId}
              dispute={dispute}
              mayDecide={mayChange && isSandbox}
            />
          ))}
        </ul>
      )}
      {canOpen && (
        <Button look="plain" size="compact" onClick={() => setOpening(true)}>
          Dispute
        </Button>
      )}
      {isOpening && <DisputeForm detail={detail} onClose={() => setOpening(false)} />}
    </section>
  );
}
