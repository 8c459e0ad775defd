import { env } from "@/lib/kernel/env";
import { localSigner } from "./local";
import type { ChainSigner } from "./port";

let made: { phrase: string; signer: ChainSigner } | undefined;

/** The signer of this service, by its settings; undefined when there is none and nothing can be sent. */
export function chainSigner(): ChainSigner | undefined {
  const phrase = env().CHAIN_SIGNER_MNEMONIC;
  if (phrase === undefined) return undefined;
  if (made?.phrase !== phrase) made = { phrase, signer: localSigner(phrase) };
  return made.signer;
}
