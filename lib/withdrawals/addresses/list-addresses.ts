import type { PersonUseCase } from "@/lib/contract/use-cases";
import { findPolicy } from "@/lib/withdrawals/policy/store";
import type { listAddressesContract } from "./contract";
import { presentAddress } from "./present";
import { listAddresses as findAddresses } from "./store";

/** Lists the partner's saved addresses by label. */
export const listAddresses: PersonUseCase<typeof listAddressesContract> = async ({
  partner,
  at,
}) => {
  const [rows, policy] = await Promise.all([findAddresses(partner.id), findPolicy(partner.id)]);
  return { addresses: rows.map((row) => presentAddress(row, policy, at)) };
};
