import type { ChainAddress } from "@/lib/chain/networks";
import type { KeyAddresses } from "@/lib/chain/signer/port";
import { chainSigner } from "@/lib/chain/signer/signer";
import { listKeyAddresses } from "./sql-store";
import type { KeyAddress, KeyPurpose } from "./store";

export const KEY_PURPOSES = ["treasury", "relayer"] as const satisfies KeyPurpose[];

/** Returns the newest address of each purpose. */
export function newestOf(rows: readonly KeyAddress[]): Partial<Record<KeyPurpose, KeyAddress>> {
  const found: Partial<Record<KeyPurpose, KeyAddress>> = {};
  for (const row of rows)
    if (row.version > (found[row.purpose]?.version ?? 0)) found[row.purpose] = row;
  return found;
}

async function currentOf(rows: readonly KeyAddress[]): Promise<KeyAddresses | undefined> {
  const { treasury, relayer } = newestOf(rows);
  if (treasury && relayer) return { treasury: treasury.address, relayer: relayer.address };
  return chainSigner()?.addresses();
}

/**
 * Returns the addresses of the treasury and the relayer, also in a process without keys: a process with keys has stored
 * them (active-signer.ts). Undefined when no process has had keys.
 */
export const currentKeyAddresses = async (): Promise<KeyAddresses | undefined> =>
  currentOf(await listKeyAddresses());

/** Returns every address that these purposes have or had, without duplicates, the current ones first. */
export async function allKeyAddresses(
  purposes: readonly KeyPurpose[] = KEY_PURPOSES,
): Promise<ChainAddress[]> {
  const rows = await listKeyAddresses();
  const current = await currentOf(rows);
  const stored = rows.filter(({ purpose }) => purposes.includes(purpose));
  return [
    ...new Set([
      ...(current ? purposes.map((purpose) => current[purpose]) : []),
      ...stored.map(({ address }) => address),
    ]),
  ];
}
