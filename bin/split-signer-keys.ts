import { HDKey, privateKeyToAddress } from "viem/accounts";
import { splitPhrase } from "@/lib/chain/signer/local";
import { setting } from "./bootstrap/setting.mjs";
import { exitCodes, runCommand } from "./command.ts";

const PHRASE = /^([a-z]+ ){11,23}[a-z]+$/;

/**
 * `npm run --silent split-signer-keys`, with CHAIN_SIGNER_MNEMONIC and DEPOSIT_XPUB: the three separate keys that the phrase
 * stands for, as lines of an environment file. All addresses stay the same. Exit code 2 when the two settings do not fit.
 */
await runCommand(async () => {
  const phrase = setting("CHAIN_SIGNER_MNEMONIC");
  if (phrase === undefined || !PHRASE.test(phrase))
    throw new Error("Set CHAIN_SIGNER_MNEMONIC to the phrase of 12 to 24 words.");
  const { treasury, relayer, depositXprv } = splitPhrase(phrase);
  if (HDKey.fromExtendedKey(depositXprv).publicExtendedKey !== setting("DEPOSIT_XPUB"))
    throw new Error(
      "DEPOSIT_XPUB was not made from this CHAIN_SIGNER_MNEMONIC: set the one that was.",
    );
  console.log(`# For workers alone, in place of CHAIN_SIGNER_MNEMONIC: docs/custody.md
# The treasury is ${privateKeyToAddress(treasury)}
CHAIN_TREASURY_KEY=${treasury}
# The relayer is ${privateKeyToAddress(relayer)}
CHAIN_RELAYER_KEY=${relayer}
CHAIN_DEPOSIT_XPRV=${depositXprv}`);
  return exitCodes.sound;
});
