import type { PersonUseCase } from "@/lib/contract/use-cases";
import { describeAudit } from "@/lib/kernel/audit-context";
import { ServiceError } from "@/lib/kernel/errors";
import type { removeAddressContract } from "./contract";
import { findAddressOf } from "./find-address-of";
import { deleteAddress } from "./store";

/** Removes a saved address. Its withdrawals are kept, and the audit log keeps its label. */
export const removeAddress: PersonUseCase<typeof removeAddressContract> = async ({
  partner,
  input,
}) => {
  const { id, label, address } = await findAddressOf(partner.id, input.params.addressId);
  describeAudit({ before: { label, address } });
  if (!(await deleteAddress(partner.id, id))) throw new ServiceError("ADDRESS_NOT_FOUND");
  return { removed: true };
};
