import type { AdminUseCase } from "@/lib/contract/use-cases";
import type { previewOperatorPostingContract } from "./contract";
import { planPosting } from "./plan-posting";
import { presentPreview } from "./present";

/** The journal that a request would post, shown to who requests it before it is sent. */
export const previewOperatorPosting: AdminUseCase<typeof previewOperatorPostingContract> = async ({
  input,
}) => {
  const plan = await planPosting(input.body);
  return presentPreview(plan, plan.balances);
};
