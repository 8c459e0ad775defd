import { publishChange } from "@/lib/kernel/changes";
import { screeningProvider } from "@/lib/withdrawals/screening/screening-provider";
import { recordScreening } from "@/lib/withdrawals/screening/sql-store";
import { findWithdrawal } from "../find-withdrawal";

/**
 * Records the hit that refused an approval, where the list had the address only after the request. The withdrawal then
 * shows it, and an administrator can release it.
 */
export async function recordHit(withdrawalId: string, at: Date): Promise<void> {
  const { partnerId, toAddress, screening } = await findWithdrawal(withdrawalId);
  if (screening) return;
  const result = await screeningProvider()?.screen(toAddress);
  if (result?.outcome !== "hit") return;
  await recordScreening({ withdrawalId, partnerId, stage: "review", result, at });
  publishChange(partnerId, ["withdrawals"]);
}
