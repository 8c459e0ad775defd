import { presentCheck } from "@/lib/checks/present-check";
import { findCheck } from "@/lib/checks/store";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import type { getBookChecksContract } from "../contract";
import { invariantsSchema } from "../schema";
import { NEW_DAYS, readBooksTurnDays } from "./book-places";
import { findReconciliation } from "./find-reconciliation";

/** The rows that the checks compare, in words. */
async function describeCoverage(): Promise<string> {
  const days = await readBooksTurnDays(now());
  const all = days === undefined ? "" : `, so that all take ${days} ${days === 1 ? "day" : "days"}`;
  return (
    "Each ledger entry and object status against the ledger rules: new entries every hour, and every " +
    `${env().LEDGER_FULL_CHECK_HOURS} hours the rows of the last ${NEW_DAYS} days and a part of the others${all}. Run check reads everything.`
  );
}

/**
 * The last check of the invariants: of everything, or after that one of a part, which finds no fault, because otherwise everything is
 * checked at once.
 */
async function findInvariants() {
  const [full, part] = await Promise.all([findCheck("invariants"), findCheck("book_parts")]);
  const last = full?.isSound && part?.isSound && part.ranAt > full.ranAt ? part : full;
  const shown = presentCheck(full && last && { ...last, result: full.result }, invariantsSchema);
  return shown && { ...shown, coverage: await describeCoverage() };
}

/** Returns the latest results of the checks of the books. */
export async function readBookChecks() {
  const [invariants, reconciliation] = await Promise.all([findInvariants(), findReconciliation()]);
  return { ...(invariants && { invariants }), ...(reconciliation && { reconciliation }) };
}

/** Returns the latest results of the checks of the books. Source: docs/books.md. */
export const getBookChecks: AdminUseCase<typeof getBookChecksContract> = readBookChecks;
