import type { Hex, TransactionSerializableEIP1559, TypedDataDefinition } from "viem";
import type { ChainAddress } from "@/lib/chain/networks";

/** The holder of tokens that signs their transfer: the treasury, or the deposit address of an index. */
export type TokenHolder = "treasury" | { depositIndex: number };

/** Holds the private keys, in this process or in a key-management service. Keys never reach a database or a log. */
export interface ChainSigner {
  /** The treasury pays withdrawals; the relayer sends all transactions and pays their gas. */
  addresses(): Promise<{ treasury: ChainAddress; relayer: ChainAddress }>;
  /** Signs an EIP-3009 authorization for the holder. Returns 65 bytes: r, s, v. */
  signAuthorization(holder: TokenHolder, authorization: TypedDataDefinition): Promise<Hex>;
  /** Signs a transaction of the relayer. Returns the bytes to send. */
  signTransaction(transaction: TransactionSerializableEIP1559): Promise<Hex>;
}
