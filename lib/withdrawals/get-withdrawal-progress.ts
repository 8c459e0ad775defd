import { explorerUrl } from "@/lib/chain/explorer-url";
import { payoutNetwork } from "@/lib/chain/payout-network";
import type { PersonUseCase } from "@/lib/contract/use-cases";
import { env } from "@/lib/kernel/env";
import type { getWithdrawalProgressContract } from "./contract";
import { findOwnWithdrawal } from "./find-withdrawal-of";

/** Returns when a withdrawal was rejected, cancelled or failed, and the explorer link of its transaction. */
export const getWithdrawalProgress: PersonUseCase<typeof getWithdrawalProgressContract> = async ({
  partner,
  input,
}) => {
  const row = await findOwnWithdrawal(partner.id, input.params.id);
  const { SERVICE_ENVIRONMENT: environment } = env();
  const { chain } = payoutNetwork(environment);
  const url = row.txHash === null ? undefined : explorerUrl(environment, chain, row.txHash);
  return {
    network: chain,
    ...(row.rejectedAt && { rejectedAt: row.rejectedAt.toISOString() }),
    ...(row.failedAt && { failedAt: row.failedAt.toISOString() }),
    ...(url === undefined ? {} : { explorerUrl: url }),
  };
};
