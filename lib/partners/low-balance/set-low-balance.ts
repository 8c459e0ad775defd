import type { PersonUseCase } from "@/lib/contract/use-cases";
import { describeAudit } from "@/lib/kernel/audit-context";
import { usdOrNull } from "@/lib/kernel/money";
import type { setLowBalanceContract } from "./contract";
import { changeLowBalance, findLowBalance } from "./store";

/** Sets the balance below which the partner sees a notice, or removes it. */
export const setLowBalance: PersonUseCase<typeof setLowBalanceContract> = async ({
  partner,
  input,
}) => {
  const { threshold } = input.body;
  const before = await findLowBalance(partner.id);
  describeAudit({
    before: { threshold: usdOrNull(before) },
    after: { threshold: usdOrNull(threshold) },
  });
  await changeLowBalance(partner.id, threshold);
  return { threshold: usdOrNull(threshold) };
};
