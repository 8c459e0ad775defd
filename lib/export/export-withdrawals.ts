import type { PersonContext } from "@/lib/http/person-route";
import { when } from "@/lib/list-statement";
import { WITHDRAWAL_COLUMNS, type WithdrawalRow } from "@/lib/withdrawals/store";
import type { exportWithdrawalsContract } from "./contract";
import { type Column, exportCsv } from "./export-csv";
import { readBatches } from "./store";

const COLUMNS: readonly Column<WithdrawalRow>[] = [
  { name: "Withdrawal id", text: ({ id }) => id },
  { name: "Created", instant: ({ createdAt }) => createdAt },
  { name: "Amount", microUsd: ({ amountMicroUsd }) => amountMicroUsd },
  { name: "Fee", microUsd: ({ feeMicroUsd }) => feeMicroUsd },
  {
    name: "Sent on chain",
    microUsd: ({ amountMicroUsd, feeMicroUsd }) => amountMicroUsd - feeMicroUsd,
  },
  { name: "Currency", text: () => "USD" },
  { name: "State", text: ({ status }) => status },
  { name: "To", text: ({ toAddress }) => toAddress },
  { name: "Transaction hash", text: ({ txHash }) => txHash },
  {
    name: "Why not",
    text: ({ rejectReason, failureReason }) => rejectReason ?? failureReason,
  },
  { name: "Approved", instant: ({ approvedAt }) => approvedAt },
  { name: "Completed", instant: ({ completedAt }) => completedAt },
  { name: "Cancelled", instant: ({ cancelledAt }) => cancelledAt },
];

/** The withdrawals that the filters leave. */
export function exportWithdrawals({
  partner,
  input,
  at,
}: PersonContext<typeof exportWithdrawalsContract>): Promise<Response> {
  const { timeZone, status } = input.query;
  const batches = readBatches<WithdrawalRow>({
    name: "withdrawals",
    partnerId: partner.id,
    from: "withdrawals w WHERE w.partner_id = $1",
    id: "w.id",
    conditions: when("status", status, "w.status = ?"),
    columns: "w.*",
    beside: `LEFT JOIN LATERAL (SELECT ${WITHDRAWAL_COLUMNS} FROM withdrawals w
      WHERE w.id = page.id OFFSET 0) w ON true`,
  });
  return exportCsv({ name: "withdrawals", columns: COLUMNS, batches, timeZone, at });
}
