import type { ChainAddress, Network } from "@/lib/chain/networks";
import type { Authorization } from "@/lib/chain/send/authorization";
import type { Lease } from "@/lib/chain/send/lease/take-lease";
import type { StateBlock } from "@/lib/chain/send/read-state";
import type { ChainSigner } from "@/lib/chain/signer/port";

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
