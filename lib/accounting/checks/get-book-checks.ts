import { presentCheck } from "@/lib/checks/present-check";
import { findCheck } from "@/lib/checks/store";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import type { getBookChecksContract } from "../contract";
import { invariantsSchema } from "../schema";
import { findReconciliation } from "./find-reconciliation";

/** Returns the latest results of the checks of the books. */
export async function readBookChecks() {
  const [invariants, reconciliation] = await Promise.all([
    findCheck("invariants").then((check) => presentCheck(check, invariantsSchema)),
    findReconciliation(),
  ]);
  return { ...(invariants && { invariants }), ...(reconciliation && { reconciliation }) };
}

/** Returns the latest results of the checks of the books. Source: docs/books.md. */
export const getBookChecks: AdminUseCase<typeof getBookChecksContract> = readBookChecks;
