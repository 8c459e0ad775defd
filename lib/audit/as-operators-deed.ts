import type { AnyContract } from "@/lib/contract/contract";
import type { AdminContext } from "@/lib/contract/use-cases";
import { asDeed, type Deed } from "@/lib/kernel/deed";

type Told = Pick<Deed, "targetId" | "before" | "after">;

/** Runs what one of the operator's people asked for: what it changes carries a row of the audit log with it. */
export function asOperatorsDeed<C extends AnyContract, T>(
  { person, requestId, ipAddress, at }: AdminContext<C>,
  action: string,
  told: Told,
  run: () => Promise<T>,
): Promise<T> {
  const deed: Deed = {
    personId: person.id,
    partnerId: null,
    action,
    ...told,
    ipAddress,
    requestId,
    at,
    isWritten: false,
  };
  return asDeed(deed, run);
}
