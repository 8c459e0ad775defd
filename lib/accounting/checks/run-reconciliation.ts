import type { AdminUseCase } from "@/lib/contract/use-cases";
import type { runReconciliationContract } from "../contract";
import { checkCustody } from "./check-custody";
import { readBookChecks } from "./get-book-checks";

/** Reconciles the books with the chains at a person's request. Source: docs/books.md. */
export const runReconciliation: AdminUseCase<typeof runReconciliationContract> = async ({
  person,
}) => {
  await checkCustody(person.id);
  return readBookChecks();
};
