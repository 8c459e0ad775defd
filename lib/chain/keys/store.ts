// SQL: Create Withdrawal reads the addresses on the connection that its other lookups share.

import type { ChainAddress } from "@/lib/chain/networks";
import { lookUp, prisma } from "@/lib/db";

export type KeyPurpose = "treasury" | "relayer";

export interface KeyAddress {
  purpose: KeyPurpose;
  /** The newest version of a purpose is in use. */
  version: number;
  address: ChainAddress;
  since: Date;
}

/** Lists the addresses of the service's keys, newest first. */
export function listKeyAddresses(): Promise<KeyAddress[]> {
  return lookUp<KeyAddress & Record<string, unknown>>(
    "list_key_addresses",
    "SELECT purpose, version, address, since FROM signer_addresses ORDER BY version DESC",
    [],
  );
}

/** Stores addresses. One whose version another process has stored before is left out. */
export async function insertKeyAddresses(rows: readonly KeyAddress[]): Promise<void> {
  await (await prisma()).signerAddress.createMany({ data: [...rows], skipDuplicates: true });
}
