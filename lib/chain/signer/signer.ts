import { env } from "@/lib/kernel/env";
import { localSigner } from "./local";
import type { ChainSigner } from "./port";

let made: { phrase: string; signer: ChainSigner } | undefined;

/** Returns the signer that the settings configure; undefined without one, in which case nothing can be sent. */
export function chainSigner(): ChainSigner | undefined {
  const phrase = env().CHAIN_SIGNER_MNEMONIC;
  if (phrase === undefined) return undefined;
  if (made?.phrase !== phrase) made = { phrase, signer: localSigner(phrase) };
  return made.signer;
}
