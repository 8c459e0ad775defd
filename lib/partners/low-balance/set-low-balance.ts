import type { PersonUseCase } from "@/lib/contract/use-cases";
import { describeAudit } from "@/lib/kernel/audit-context";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import type { setLowBalanceContract } from "./contract";
import { changeLowBalance, findLowBalance } from "./store";

const usdOf = (microUsd: bigint | null) => (microUsd === null ? null : usdFromMicroUsd(microUsd));

/** Sets the balance below which the partner sees a notice, or removes it. */
export const setLowBalance: PersonUseCase<typeof setLowBalanceContract> = async ({
  partner,
  input,
}) => {
  const { threshold } = input.body;
  const before = await findLowBalance(partner.id);
  describeAudit({
    before: { threshold: usdOf(before) },
    after: { threshold: usdOf(threshold) },
  });
  await changeLowBalance(partner.id, threshold);
  return { threshold: usdOf(threshold) };
};
