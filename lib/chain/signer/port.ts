import type { Hex, TransactionSerializableEIP1559, TypedDataDefinition } from "viem";
import type { ChainAddress } from "@/lib/chain/networks";

/** The holder of tokens that signs their transfer: the treasury, or the deposit address of an index. */
export type TokenHolder = "treasury" | { depositIndex: number };

/** The addresses of the service's own two keys. */
export interface KeyAddresses {
  treasury: ChainAddress;
  relayer: ChainAddress;
}

/** Uses the private keys, in this process or in a vault. Keys never reach a database or a log. */
export interface ChainSigner {
  /** The treasury pays withdrawals; the relayer sends all transactions and pays their gas. */
  addresses(): Promise<KeyAddresses>;
  /** Whether it has the keys of the deposit addresses. Without them nothing is swept. */
  readonly canSweep: boolean;
  /**
   * Signs an EIP-3009 authorization for the holder. Returns 65 bytes: r, s, v. The key of a deposit address signs only
   * transfers from that address to the treasury.
   * @throws for any other message of a deposit address, and when the vault fails.
   */
  signAuthorization(holder: TokenHolder, authorization: TypedDataDefinition): Promise<Hex>;
  /** Signs a transaction of the relayer. Returns the bytes to send. */
  signTransaction(transaction: TransactionSerializableEIP1559): Promise<Hex>;
  /** Signs a text with one of the two keys (EIP-191), which can neither be a transaction nor a transfer. */
  signText(by: keyof KeyAddresses, text: string): Promise<Hex>;
}
