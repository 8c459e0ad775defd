import type { ChainAddress } from "@/lib/chain/networks";
import { prisma } from "@/lib/db";

export type KeyPurpose = "treasury" | "relayer";

export interface KeyAddress {
  purpose: KeyPurpose;
  /** The newest version of a purpose is in use. */
  version: number;
  address: ChainAddress;
  since: Date;
}

/** Stores addresses. One whose version another process has stored before is left out. */
export async function insertKeyAddresses(rows: readonly KeyAddress[]): Promise<void> {
  await (await prisma()).signerAddress.createMany({ data: [...rows], skipDuplicates: true });
}
