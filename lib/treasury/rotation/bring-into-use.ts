import { isAddressEqual } from "viem";
import { newestOf } from "@/lib/chain/keys/key-addresses";
import { listKeyAddresses } from "@/lib/chain/keys/sql-store";
import { insertKeyAddresses, type KeyPurpose } from "@/lib/chain/keys/store";
import type { ChainAddress } from "@/lib/chain/networks";
import type { ChainSigner } from "@/lib/chain/signer/port";
import { now } from "@/lib/kernel/clock";

const same = (one: ChainAddress, other: ChainAddress) => isAddressEqual(one, other);

/**
 * Stores a new address as the one in use. Processes with the former key stop signing at their next poll. Does nothing
 * when the address is in use already and the signer has a former one, so that a rotation can be continued.
 * @throws Error when the signer's key is neither the one in use nor a former one, or the new address has another use.
 */
export async function bringIntoUse(
  signer: ChainSigner,
  purpose: KeyPurpose,
  next: ChainAddress,
): Promise<{ from: ChainAddress }> {
  const rows = await listKeyAddresses();
  const own = (await signer.addresses())[purpose];
  const current = newestOf(rows)[purpose];
  if (!current)
    throw new Error(`No process has used a ${purpose} yet: start a worker with the new key.`);
  if (same(own, next))
    throw new Error(`These are the settings of the new key. Use those of the former ${purpose}.`);
  if (rows.some((row) => row.purpose !== purpose && same(row.address, next)))
    throw new Error(`${next} has another purpose already. Each key has one.`);
  const isFormer = rows.some((row) => row.purpose === purpose && same(row.address, own));
  if (same(current.address, next) && isFormer) return { from: own };
  if (!same(current.address, own))
    throw new Error(
      `The ${purpose} in use is ${current.address}, and the settings have the key of ${own}. Use the settings of the key in use.`,
    );
  const version = current.version + 1;
  await insertKeyAddresses([{ purpose, version, address: next, since: now() }]);
  const stored = newestOf(await listKeyAddresses())[purpose];
  if (!stored || !same(stored.address, next))
    throw new Error(`Another rotation brought ${stored?.address} into use at the same time.`);
  return { from: own };
}
