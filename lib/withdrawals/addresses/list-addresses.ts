import type { PersonUseCase } from "@/lib/contract/use-cases";
import type { listAddressesContract } from "./contract";
import { presentAddress } from "./present";
import { listAddresses as findAddresses } from "./store";

/** Lists the partner's saved addresses by label. */
export const listAddresses: PersonUseCase<typeof listAddressesContract> = async ({ partner }) => ({
  addresses: (await findAddresses(partner.id)).map(presentAddress),
});
