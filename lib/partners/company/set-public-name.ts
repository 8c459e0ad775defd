import type { PersonUseCase } from "@/lib/contract/use-cases";
import { describeAudit } from "@/lib/kernel/audit-context";
import type { setPublicNameContract } from "./contract";
import { presentCompany } from "./present";
import { changeBrand, findCompany } from "./store";

/** Sets the name that the partner's users see, or removes it. */
export const setPublicName: PersonUseCase<typeof setPublicNameContract> = async ({
  partner,
  input,
  at,
}) => {
  const { publicName } = input.body;
  const old = await findCompany(partner.id);
  describeAudit({ before: { publicName: old.publicName }, after: { publicName } });
  await changeBrand(partner.id, { publicName }, at);
  return presentCompany({ ...old, publicName });
};
