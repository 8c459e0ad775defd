"use client";

import { Amount } from "@/components/ui/amount";
import { type Column, DataTable } from "@/components/ui/data-table";
import { LongName } from "@/components/ui/long-name";
import { Pagination } from "@/components/ui/pagination";
import { useReader } from "@/components/ui/reader";
import { shorten } from "@/components/ui/shorten";
import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import type { ApiData } from "@/lib/api/client/types";
import { isStopped } from "./is-stopped";
import type { QueuedWithdrawal } from "./queries";
import { countingApprovals } from "./rights";

/** Says how the partner has used the address before. */
function AddressUse({ timesPaid, hasLookAlike, samePayment }: QueuedWithdrawal) {
  if (samePayment) return <StateWord state="failed" word="Paid already?" />;
  if (timesPaid === 0 && hasLookAlike) return <StateWord state="failed" word="Look-alike" />;
  if (timesPaid === 0) return <StateWord state="attention" word="New address" />;
  return <StateWord state="settled" word={timesPaid === 1 ? "Paid once" : `Paid ${timesPaid}×`} />;
}

/** The partner's name, and whether a suspension stops the withdrawal. */
function PartnerName(withdrawal: QueuedWithdrawal) {
  const { partnerName, partnerSuspended, status } = withdrawal;
  if (!partnerSuspended || !isStopped(withdrawal)) return <LongName name={partnerName} />;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <LongName name={partnerName} />
      <StateWord
        state="failed"
        word={status === "approved" ? "On hold (suspended)" : "Suspended"}
      />
    </span>
  );
}

/** The number of approvals, and whether the reader's is one of them. */
function Approvals(withdrawal: QueuedWithdrawal) {
  const { approvals, approvalsNeeded, status } = withdrawal;
  const { personId } = useReader();
  const given =
    status === "pending" ? countingApprovals(withdrawal) : approvals.filter(({ counts }) => counts);
  const isMine = status === "pending" && given.some((each) => each.personId === personId);
  return `${given.length} of ${approvalsNeeded}${isMine ? " · you" : ""}`;
}

/** The amount to be sent on chain; empty for a returned withdrawal. */
function Sends({ status, netAmount }: QueuedWithdrawal) {
  const isBack = status === "cancelled" || status === "rejected" || status === "failed";
  return isBack ? (
    <span className="text-quiet">–</span>
  ) : (
    <Amount value={netAmount} currency="USDC" />
  );
}

/** The name of the reader's choice of columns. */
export const LIST = "queue";

export const COLUMNS: readonly Column<QueuedWithdrawal>[] = [
  { name: "Partner", cell: PartnerName },
  {
    name: "To",
    width: "w-36",
    isFolded: true,
    isSpare: true,
    cell: ({ toAddress, addressLabel }) => (
      <span title={toAddress}>
        {addressLabel && <span className="block truncate font-medium">{addressLabel}</span>}
        <span className="font-mono">{shorten(toAddress)}</span>
      </span>
    ),
  },
  { name: "Address", width: "w-32", isFolded: true, cell: AddressUse },
  {
    name: "Approvals",
    width: "w-28",
    isFolded: true,
    isSpare: true,
    cell: Approvals,
  },
  {
    name: "Requested",
    width: "w-24",
    isFolded: true,
    cell: ({ createdAt }) => <Time instant={createdAt} />,
  },
  {
    name: "Net amount",
    width: "w-32 xl:w-36",
    isFolded: true,
    isSpare: true,
    isNumber: true,
    cell: Sends,
  },
  {
    name: "Amount",
    width: "w-32 xl:w-36",
    isNumber: true,
    cell: ({ amount }) => <Amount value={amount} />,
  },
];

/** What a phone shows under the partner. */
function QueueNote(withdrawal: QueuedWithdrawal) {
  const { createdAt, addressLabel } = withdrawal;
  return (
    <>
      {addressLabel && <span className="block truncate">{addressLabel}</span>}
      <span className="block">
        <AddressUse {...withdrawal} />
      </span>
      <Time instant={createdAt} />
    </>
  );
}

interface QueueTableProps {
  page: ApiData<"adminListWithdrawals">;
  isStale: boolean;
}

/** The table of withdrawals with its pagination. */
export function QueueTable({ page, isStale }: QueueTableProps) {
  return (
    <>
      <DataTable
        label="Withdrawals"
        list={LIST}
        columns={COLUMNS}
        rows={page.withdrawals}
        keyOf={({ id }) => id}
        hrefOf={(id) => `/admin/withdrawals/${id}`}
        note={QueueNote}
        isStale={isStale}
      />
      <Pagination {...page.pagination} />
    </>
  );
}
