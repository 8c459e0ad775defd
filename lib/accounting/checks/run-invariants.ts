import type { AdminUseCase } from "@/lib/contract/use-cases";
import type { runInvariantsContract } from "../contract";
import { checkInvariants } from "./check-invariants";
import { readBookChecks } from "./get-book-checks";

/** Holds the invariants against the books because a person asks for it. Source: docs/books.md. */
export const runInvariants: AdminUseCase<typeof runInvariantsContract> = async ({ person }) => {
  await checkInvariants(person.id);
  return readBookChecks();
};
