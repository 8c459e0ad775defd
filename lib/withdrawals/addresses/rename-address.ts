import type { PersonUseCase } from "@/lib/contract/use-cases";
import { describeAudit } from "@/lib/kernel/audit-context";
import { ServiceError } from "@/lib/kernel/errors";
import { findPolicy } from "@/lib/withdrawals/policy/store";
import type { renameAddressContract } from "./contract";
import { findAddressOf } from "./find-address-of";
import { presentAddress } from "./present";
import { refuseTaken } from "./refuse-taken";
import { renameAddress as changeLabel } from "./store";

/** Renames a saved address; the address itself cannot change. */
export const renameAddress: PersonUseCase<typeof renameAddressContract> = async ({
  partner,
  input,
  at,
}) => {
  const saved = await findAddressOf(partner.id, input.params.addressId);
  const { label } = input.body;
  const { address } = saved;
  describeAudit({ before: { label: saved.label, address }, after: { label, address } });
  const isRenamed = await changeLabel(partner.id, saved.id, label).catch(refuseTaken);
  if (!isRenamed) throw new ServiceError("ADDRESS_NOT_FOUND");
  return presentAddress({ ...saved, label }, await findPolicy(partner.id), at);
};
