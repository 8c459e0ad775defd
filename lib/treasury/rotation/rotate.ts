import type { ChainAddress } from "@/lib/chain/networks";
import type { ChainSigner } from "@/lib/chain/signer/port";
import { chainSigner } from "@/lib/chain/signer/signer";
import { bringIntoUse } from "./bring-into-use";
import { moveTreasury, type TreasuryMoves } from "./move-treasury";
import { proveKey, provenAddress } from "./proof";
import { withSenderLeases } from "./sender-lease";
import { listOpenChains } from "./store";

function requiredSigner(): ChainSigner {
  const signer = chainSigner();
  if (!signer) throw new Error("There is no key in the settings: CHAIN_SIGNER (docs/custody.md).");
  return signer;
}

/** Returns the proof of the key that the settings have for a purpose. */
export const prove = (purpose: "treasury" | "relayer"): Promise<string> =>
  proveKey(requiredSigner(), purpose);

interface Rotated {
  from: ChainAddress;
  to: ChainAddress;
}

/**
 * Brings the proven key into use as the treasury, and moves the tokens of the former one to it. The settings are those
 * of the former key. Repeat it until nothing is left. Source: docs/custody.md, rotation.
 */
export async function rotateTreasury(proof: string): Promise<Rotated & TreasuryMoves> {
  const signer = requiredSigner();
  const to = await provenAddress(proof, "treasury");
  const { from } = await bringIntoUse(signer, "treasury", to);
  return { from, to, ...(await moveTreasury(signer, { from, to })) };
}

/**
 * Brings the proven key into use as the relayer. The coin of the former one stays where it is. Nobody sends meanwhile: a
 * worker that has begun would otherwise sign with the former key after the look at its transactions.
 * @throws Error while transactions of the former relayer are not mined: only its key can replace them.
 */
export async function rotateRelayer(proof: string): Promise<Rotated> {
  const signer = requiredSigner();
  const to = await provenAddress(proof, "relayer");
  const { relayer } = await signer.addresses();
  return withSenderLeases(async () => {
    const chains = await listOpenChains(relayer);
    if (chains.length > 0)
      throw new Error(
        `The relayer ${relayer} has transactions on ${chains.join(", ")} that are not mined. Only its key can replace them: wait until they are, and run the command again.`,
      );
    return { ...(await bringIntoUse(signer, "relayer", to)), to };
  });
}
