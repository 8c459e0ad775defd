import type { AdminUseCase } from "@/lib/contract/use-cases";
import type { runInvariantsContract } from "../contract";
import { checkInvariants } from "./check-invariants";
import { readBookChecks } from "./get-book-checks";

/** Checks the invariants of the books at a person's request. Source: docs/books.md. */
export const runInvariants: AdminUseCase<typeof runInvariantsContract> = async ({ person }) => {
  await checkInvariants(person.id);
  return readBookChecks();
};
