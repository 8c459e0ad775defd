import type { AccountUseCase } from "@/lib/contract/use-cases";
import { describeAudit } from "@/lib/kernel/audit-context";
import type { changeNameContract } from "./contract";
import { setName } from "./store";

/** Changes the person's own name. The audit log identifies people by their id. */
export const changeName: AccountUseCase<typeof changeNameContract> = async ({ person, input }) => {
  const { name } = input.body;
  describeAudit({ targetId: person.id });
  await setName(person.id, name);
  return { name };
};
