import type { ChainAddress, Network } from "@/lib/chain/networks";
import type { ChainSigner } from "@/lib/chain/signer/port";
import type { Authorization } from "@/lib/treasury/payouts/authorization";
import type { Lease } from "@/lib/treasury/payouts/lease/take-lease";
import type { StateBlock } from "@/lib/treasury/payouts/read-state";

/** The data of one sweep run on a chain, passed to every step. */
export interface SweepRun {
  network: Network;
  lease: Lease;
  signer: ChainSigner;
  treasury: ChainAddress;
  relayer: ChainAddress;
  head: StateBlock;
  /** The newest block with the required confirmations: only balances that cannot vanish are swept. */
  confirmed: StateBlock;
  /** Signed payouts and sweeps that were not executed by the confirmed block. */
  open: Authorization[];
}
