import { allKeyAddresses } from "./keys/key-addresses";
import type { ChainAddress } from "./networks";

/**
 * Returns the addresses that the treasury and the relayer have or had, the current ones first; none before a process
 * had keys. Deposit addresses have a table of their own.
 */
export const serviceAddresses = (): Promise<ChainAddress[]> => allKeyAddresses();
