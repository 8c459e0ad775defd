import type { ChainAddress, Network } from "@/lib/chain/networks";
import type { ChainSigner } from "@/lib/chain/signer/port";
import type { Authorization } from "@/lib/treasury/payouts/authorization";
import type { Lease } from "@/lib/treasury/payouts/lease/take-lease";
import type { StateBlock } from "@/lib/treasury/payouts/read-state";

/** What every step of one look at a chain has at hand. */
export interface SweepRun {
  network: Network;
  lease: Lease;
  signer: ChainSigner;
  treasury: ChainAddress;
  relayer: ChainAddress;
  head: StateBlock;
  /** The newest block that counts as certain: nothing is swept that could vanish again. */
  confirmed: StateBlock;
  /** Signed transfers, payouts and sweeps, that had not been carried out by the confirmed block. */
  open: Authorization[];
}
