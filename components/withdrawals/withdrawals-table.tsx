"use client";

import { Amount } from "@/components/ui/amount";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Pagination } from "@/components/ui/pagination";
import { shorten } from "@/components/ui/shorten";
import { Time } from "@/components/ui/time";
import type { SheetRows } from "@/components/ui/use-sheet";
import type { ApiData } from "@/lib/api/client/types";
import { useLabelOf, type Withdrawal } from "./queries";
import { WithdrawalState } from "./withdrawal-state";

/** The label of a saved address, or the address itself. */
function To({ address }: { address: string }) {
  const label = useLabelOf(address);
  return (
    <span className={label === undefined ? "font-mono" : "break-all"} title={address}>
      {label ?? shorten(address)}
    </span>
  );
}

/** The amount that arrives; empty for a returned withdrawal. */
function Arrives({ status, netAmount }: Withdrawal) {
  const isBack = status === "cancelled" || status === "rejected" || status === "failed";
  return isBack ? (
    <span className="text-quiet">–</span>
  ) : (
    <Amount value={netAmount} currency="USDC" />
  );
}

/** The name of the reader's choice of columns. */
export const LIST = "withdrawals";

export const COLUMNS: readonly Column<Withdrawal>[] = [
  {
    name: "To",
    cell: ({ toAddress }) => <To address={toAddress} />,
  },
  {
    name: "Status",
    width: "w-36",
    isFolded: true,
    cell: ({ status }) => <WithdrawalState status={status} />,
  },
  {
    name: "Requested",
    width: "w-36",
    isFolded: true,
    cell: ({ createdAt }) => <Time instant={createdAt} isToMinute />,
  },
  {
    name: "Net amount",
    width: "w-40",
    isFolded: true,
    isNumber: true,
    isSpare: true,
    cell: Arrives,
  },
  {
    name: "Amount",
    width: "w-36",
    isNumber: true,
    cell: ({ amount }) => <Amount value={amount} />,
  },
];

interface WithdrawalsTableProps extends Omit<SheetRows, "onOpen"> {
  page: ApiData<"listWithdrawals">;
  onOpen: (id: string, withdrawal: Withdrawal) => void;
  isStale: boolean;
}

/** The table of withdrawals with its pagination. */
export function WithdrawalsTable({ page, ...rest }: WithdrawalsTableProps) {
  return (
    <>
      <DataTable
        label="Withdrawals"
        list={LIST}
        columns={COLUMNS}
        rows={page.withdrawals}
        keyOf={({ id }) => id}
        note={({ createdAt, status }) => (
          <>
            <WithdrawalState status={status} /> · <Time instant={createdAt} isToMinute />
          </>
        )}
        {...rest}
      />
      <Pagination {...page.pagination} />
    </>
  );
}
