import type { Hex, TransactionSerializableEIP1559, TypedDataDefinition } from "viem";
import type { ChainAddress } from "@/lib/chain/networks";

/** Who gives tokens away: the treasury, or the deposit address of an index. */
export type TokenHolder = "treasury" | { depositIndex: number };

/** Holds the keys, here or in a key-management service. Nothing of it reaches a database or a log. */
export interface ChainSigner {
  /** The treasury, from which withdrawals are paid, and the relayer, which sends every transaction and pays its gas. */
  addresses(): Promise<{ treasury: ChainAddress; relayer: ChainAddress }>;
  /** Signs an EIP-3009 authorisation for the holder. Answers with 65 bytes: r, s, v. */
  signAuthorization(holder: TokenHolder, authorization: TypedDataDefinition): Promise<Hex>;
  /** Signs a transaction of the relayer. Answers with the bytes to send. */
  signTransaction(transaction: TransactionSerializableEIP1559): Promise<Hex>;
}
