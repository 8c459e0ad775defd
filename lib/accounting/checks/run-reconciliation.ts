import type { AdminUseCase } from "@/lib/contract/use-cases";
import type { runReconciliationContract } from "../contract";
import { checkCustody } from "./check-custody";
import { readBookChecks } from "./get-book-checks";

/** Holds the books against the chains because a person asks for it. Source: docs/books.md. */
export const runReconciliation: AdminUseCase<typeof runReconciliationContract> = async ({
  person,
}) => {
  await checkCustody(person.id);
  return readBookChecks();
};
