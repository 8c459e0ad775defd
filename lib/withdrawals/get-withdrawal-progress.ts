import { explorerUrl } from "@/lib/chain/explorer-url";
import { payoutNetwork } from "@/lib/chain/payout-network";
import type { PersonUseCase } from "@/lib/contract/use-cases";
import { env } from "@/lib/kernel/env";
import type { getWithdrawalProgressContract } from "./contract";
import { findOwnWithdrawal } from "./find-withdrawal-of";
import { presentWaiting } from "./own-approvals/present";
import { findWaiting } from "./own-approvals/sql-store";

/**
 * Returns when a withdrawal was rejected, cancelled or failed, the explorer link of its transaction, and how it waits for a second
 * person of the partner.
 */
export const getWithdrawalProgress: PersonUseCase<typeof getWithdrawalProgressContract> = async ({
  partner,
  person,
  input,
}) => {
  const row = await findOwnWithdrawal(partner.id, input.params.id);
  const { SERVICE_ENVIRONMENT: environment } = env();
  const { chain } = payoutNetwork(environment);
  const url = row.txHash === null ? undefined : explorerUrl(environment, chain, row.txHash);
  const waiting =
    row.status === "pending" ? await findWaiting(partner.id, person.id, row.id) : undefined;
  return {
    network: chain,
    ...(row.rejectedAt && { rejectedAt: row.rejectedAt.toISOString() }),
    ...(row.failedAt && { failedAt: row.failedAt.toISOString() }),
    ...(url === undefined ? {} : { explorerUrl: url }),
    ...(waiting && { waiting: presentWaiting(waiting) }),
  };
};
