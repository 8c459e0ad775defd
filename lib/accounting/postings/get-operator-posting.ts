import type { AdminUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import type { getOperatorPostingContract } from "./contract";
import { showPosting } from "./read-posting";

/** Returns an operator posting with its journal. */
export const getOperatorPosting: AdminUseCase<typeof getOperatorPostingContract> = async ({
  input,
  person,
  at,
}) => showPosting(input.params.id, { person, at: await databaseTimeOf(at) });
