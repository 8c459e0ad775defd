import { z } from "zod";
import { presentCheck } from "@/lib/checks/present-check";
import { findCheck } from "@/lib/checks/store";
import { treasurySchema } from "@/lib/treasury/schema";

const reconciliationSchema = z.object({ treasury: treasurySchema });

/**
 * Returns the last stored reconciliation of the books with the chains. Undefined if there was none, or if its result has
 * the format of another version of the service. Calls no node and reads no ledger.
 */
export const findReconciliation = async () =>
  presentCheck(await findCheck("reconciliation"), reconciliationSchema);

export type StoredReconciliation = NonNullable<Awaited<ReturnType<typeof findReconciliation>>>;
