import type { PersonUseCase } from "@/lib/contract/use-cases";
import { describeAudit } from "@/lib/kernel/audit-context";
import { ServiceError } from "@/lib/kernel/errors";
import type { removeAddressContract } from "./contract";
import { findAddressOf } from "./find-address-of";
import { deleteAddress } from "./store";

/** Forgets a saved address. What was sent to it stays in the withdrawals, and its name in the audit log. */
export const removeAddress: PersonUseCase<typeof removeAddressContract> = async ({
  partner,
  input,
}) => {
  const { id, label, address } = await findAddressOf(partner.id, input.params.addressId);
  describeAudit({ before: { label, address } });
  if (!(await deleteAddress(partner.id, id))) throw new ServiceError("ADDRESS_NOT_FOUND");
  return { removed: true };
};
