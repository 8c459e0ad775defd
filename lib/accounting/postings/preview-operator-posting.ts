import type { AdminUseCase } from "@/lib/contract/use-cases";
import type { previewOperatorPostingContract } from "./contract";
import { planPosting } from "./plan-posting";
import { presentPreview } from "./present";

/** Returns the journal that a request would post, so that the requester can check it first. */
export const previewOperatorPosting: AdminUseCase<typeof previewOperatorPostingContract> = async ({
  input,
}) => {
  const plan = await planPosting(input.body);
  return presentPreview(plan, plan.balances);
};
