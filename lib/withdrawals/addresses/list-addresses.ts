import type { PersonUseCase } from "@/lib/contract/use-cases";
import type { listAddressesContract } from "./contract";
import { presentAddress } from "./present";
import { listAddresses as findAddresses } from "./store";

/** Where the partner sends money to, by label. */
export const listAddresses: PersonUseCase<typeof listAddressesContract> = async ({ partner }) => ({
  addresses: (await findAddresses(partner.id)).map(presentAddress),
});
