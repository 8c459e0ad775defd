import type { AdminUseCase } from "@/lib/contract/use-cases";
import type { getOperatorPostingContract } from "./contract";
import { showPosting } from "./read-posting";

/** Returns an operator posting with its journal. */
export const getOperatorPosting: AdminUseCase<typeof getOperatorPostingContract> = (context) =>
  showPosting(context.input.params.id, context);
