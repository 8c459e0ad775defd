"use client";

import { useState } from "react";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { Facts } from "@/components/ui/facts";
import { IdChip } from "@/components/ui/id-chip";
import { Link } from "@/components/ui/link";
import { useReader } from "@/components/ui/reader";
import { RoleNote } from "@/components/ui/role-note";
import { Sheet } from "@/components/ui/sheet";
import { SheetFailure } from "@/components/ui/sheet-failure";
import { SkeletonSheet } from "@/components/ui/skeleton-sheet";
import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import { type Step, Timeline } from "@/components/ui/timeline";
import { toApiError } from "@/lib/api/client/api-error";
import { DISPUTE_REASON_WORDS, DISPUTE_STATUSES } from "@/lib/cards/disputes/words";
import { DisputeFiles } from "./dispute-files";
import { type AdminDispute, useAdminDispute } from "./queries";
import { RetryDispute } from "./retry-dispute";

/** The history: what happened here, and what the issuer reported, in the order of time. */
function stepsOf({
  createdAt,
  submittedAt,
  decidedAt,
  status,
  issuerDetail,
  events,
}: AdminDispute) {
  const reported = events.map(
    ({ type, detail, at }): Step => ({ state: "waiting", title: type, text: detail, at }),
  );
  const steps: Step[] = [
    { state: "settled", title: "Opened, card credited", at: createdAt },
    ...reported,
  ];
  if (submittedAt)
    steps.push({ state: "settled", title: "Submitted to the card issuer", at: submittedAt });
  if (decidedAt) {
    const { state, word } = DISPUTE_STATUSES[status];
    steps.push({ state, title: word, text: issuerDetail, at: decidedAt });
  }
  return steps.sort((a, b) => (a.at ?? "").localeCompare(b.at ?? ""));
}

function Details({ dispute }: { dispute: AdminDispute }) {
  const { status, partnerId, partnerName, submittedAt, nextAttemptAt, decidedAt } = dispute;
  return (
    <Facts
      facts={[
        ["Status", <StateWord key="status" {...DISPUTE_STATUSES[status]} />],
        ["Amount", <Amount key="amount" value={dispute.amount} />],
        ["Reason", DISPUTE_REASON_WORDS[dispute.reason]],
        ["Last error", dispute.lastError],
        ["Failed attempts", dispute.attempts > 0 && dispute.attempts],
        ["Next attempt", nextAttemptAt && <Time key="next" instant={nextAttemptAt} isExact />],
        ["Transaction", dispute.description],
        [
          "Partner",
          <Link
            key="partner"
            href={`/admin/partners/${partnerId}`}
            className="text-accent underline underline-offset-4"
          >
            {partnerName}
          </Link>,
        ],
        ["Card", `•••• ${dispute.last4}`],
        ["Opened", <Time key="opened" instant={dispute.createdAt} isExact />],
        ["Submitted", submittedAt && <Time key="submitted" instant={submittedAt} isExact />],
        ["Decided", decidedAt && <Time key="decided" instant={decidedAt} isExact />],
        ["Deadline", <Time key="deadline" instant={dispute.deadlineAt} isExact />],
        ["Card issuer", dispute.issuer],
        ["Issuer's status", dispute.issuerDetail],
        [
          "Issuer's ID",
          dispute.issuerDisputeId && (
            <IdChip value={dispute.issuerDisputeId} label="the issuer’s ID of the dispute" />
          ),
        ],
        ["Dispute", <IdChip key="id" value={dispute.disputeId} label="the dispute ID" />],
        [
          "Transaction ID",
          <IdChip key="txn" value={dispute.serviceTransactionId} label="the transaction ID" />,
        ],
        [
          "Journals",
          <Link
            key="journals"
            href={`/admin/books/journals?sourceId=${dispute.disputeId}`}
            className="text-accent underline underline-offset-4"
          >
            Show
          </Link>,
        ],
      ]}
    />
  );
}

interface DisputeSheetProps {
  disputeId: string;
  closeHref: string;
  onClose: () => void;
  takesFocus: boolean;
}

/** The details of one dispute: the issuer's words, the history, and the retry of a failed submission. */
export function DisputeSheet({ disputeId, ...sheet }: DisputeSheetProps) {
  const { data: dispute, error, refetch } = useAdminDispute(disputeId);
  const { role } = useReader();
  const [isAsking, setAsking] = useState(false);
  return (
    <Sheet title={dispute?.partnerName ?? "Dispute"} subject={disputeId} {...sheet}>
      {error && !dispute && (
        <SheetFailure
          what="Dispute"
          failure={toApiError(error)}
          onRetry={() => refetch()}
          closeHref={sheet.closeHref}
        />
      )}
      {!dispute && !error && <SkeletonSheet label="Loading dispute" hasAmount />}
      {dispute && (
        <>
          {dispute.mayRetry && role !== "auditor" && (
            <Button onClick={() => setAsking(true)}>Submit again…</Button>
          )}
          {dispute.mayRetry && role === "auditor" && (
            <RoleNote>Only administrators and approvers can submit disputes again.</RoleNote>
          )}
          {isAsking && <RetryDispute dispute={dispute} onClose={() => setAsking(false)} />}
          <Details dispute={dispute} />
          <section className="space-y-2">
            <h3 className="font-semibold">What the cardholder says</h3>
            <p className="break-words whitespace-pre-line">{dispute.explanation}</p>
          </section>
          <DisputeFiles dispute={dispute} mayDownload={role !== "auditor"} />
          <section className="space-y-3">
            <h3 className="font-semibold">Timeline</h3>
            <Timeline steps={stepsOf(dispute)} />
          </section>
        </>
      )}
    </Sheet>
  );
}
