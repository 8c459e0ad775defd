"use client";

import { Amount } from "@/components/ui/amount";
import { ErrorPanel } from "@/components/ui/error-panel";
import { Facts } from "@/components/ui/facts";
import { IdChip } from "@/components/ui/id-chip";
import { Link } from "@/components/ui/link";
import { useReader } from "@/components/ui/reader";
import { Sheet } from "@/components/ui/sheet";
import { SkeletonSheet } from "@/components/ui/skeleton-sheet";
import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import { KIND_WORDS, STATUS_WORDS } from "@/lib/accounting/postings/words";
import { toApiError } from "@/lib/api/client/api-error";
import { DecidePosting } from "./decide-posting";
import { PostingLegs } from "./posting-legs";
import { type Posting, usePosting } from "./queries";

const LINK = "text-accent underline underline-offset-4";
/** The label of the person who decided, by status. */
const DECIDED: Partial<Record<Posting["status"], string>> = {
  posted: "Confirmed by",
  rejected: "Rejected by",
  cancelled: "Cancelled by",
};

function Details({ posting }: { posting: Posting }) {
  const { partnerId, partnerName, journalId, decidedBy, decidedAt, status } = posting;
  return (
    <Facts
      facts={[
        ["Status", <StateWord key="status" {...STATUS_WORDS[status]} />],
        ["Amount", <Amount key="amount" value={posting.amount} />],
        [
          "Partner",
          partnerId && (
            <Link href={`/admin/partners/${partnerId}`} className={LINK}>
              {partnerName}
            </Link>
          ),
        ],
        [
          "Card",
          posting.serviceCardId && <IdChip value={posting.serviceCardId} label="the card ID" />,
        ],
        ["Reason", posting.reason],
        [
          "Reference",
          posting.reference && <IdChip value={posting.reference} label="the reference" />,
        ],
        ["Requested by", posting.requestedBy.name],
        ["Requested", <Time key="requested" instant={posting.requestedAt} isExact />],
        ["Expires", status === "pending" && <Time instant={posting.expiresAt} isExact />],
        ["Expired", status === "expired" && <Time instant={posting.expiresAt} isExact />],
        [DECIDED[status] ?? "Decided by", decidedBy?.name],
        ["Decided", decidedAt && <Time instant={decidedAt} isExact />],
        ["Decision reason", posting.decisionReason],
        [
          "Journal",
          journalId && (
            <Link href={`/admin/books/journals/${journalId}`} className={LINK}>
              Journal
            </Link>
          ),
        ],
        [
          "Wallet transaction",
          posting.serviceTransactionId && (
            <IdChip value={posting.serviceTransactionId} label="the transaction ID" />
          ),
        ],
        [
          "Activity",
          <Link key="audit" href={`/admin/audit?target=${posting.postingId}`} className={LINK}>
            Audit log
          </Link>,
        ],
        ["Posting", <IdChip key="id" value={posting.postingId} label="the posting ID" />],
      ]}
    />
  );
}

interface PostingSheetProps {
  postingId: string;
  closeHref: string;
  onClose: () => void;
  takesFocus: boolean;
}

/** The details of one operator posting: its legs, its reason and its decision. */
export function PostingSheet({ postingId, ...sheet }: PostingSheetProps) {
  const { data: posting, error, refetch } = usePosting(postingId);
  const { role } = useReader();
  return (
    <Sheet
      title={posting ? KIND_WORDS[posting.kind].name : "Operator posting"}
      subject={postingId}
      {...sheet}
    >
      {error && !posting && (
        <ErrorPanel
          title="This posting could not be loaded"
          failure={toApiError(error)}
          onRetry={() => refetch()}
        />
      )}
      {!posting && !error && <SkeletonSheet label="Loading posting" />}
      {posting && (
        <>
          <PostingLegs
            legs={posting.legs}
            {...(posting.obstacle === undefined ? {} : { obstacle: posting.obstacle })}
          />
          {posting.status === "pending" && role === "admin" && <DecidePosting posting={posting} />}
          <Details posting={posting} />
        </>
      )}
    </Sheet>
  );
}
