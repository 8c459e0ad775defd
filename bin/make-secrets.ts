/**
 * `npm run --silent make-secrets > secrets.env`: every secret that `npm run serve` needs, each of them new, as lines of an
 * environment file (.env.example says what they are for). They give access to the money. Exit code 2 when they could not
 * be written, as on a full disk.
 */
import "./bootstrap/check-node.mjs";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { watchOutput } from "./process/watch-output.ts";
import { makeSecrets } from "./service/secrets.ts";

const PHRASE_BITS = 256;
const UNWRITTEN = 2;
const outputFailure = watchOutput();
const secrets = makeSecrets({ phraseBits: PHRASE_BITS });
const [treasuryKey, relayerKey] = [generatePrivateKey(), generatePrivateKey()];
console.log(`NEXTAUTH_SECRET=${secrets.nextauthSecret}
CRON_SECRET=${secrets.cronSecret}
LINK_SECRET=${secrets.linkSecret}
CARD_KEYS=${secrets.cardKeys}
LEDGER_SIGNING_KEY=${secrets.ledgerSigningKey}
SANDBOX_SECRET=${secrets.sandboxSecret}
# Deposit addresses come from this public key. Every process needs it.
DEPOSIT_XPUB=${secrets.depositXpub}
# The keys, for workers alone: a web process refuses them (docs/custody.md). Keep a copy of each offline.
# Moves what the deposit addresses hold to the treasury.
CHAIN_DEPOSIT_XPRV=${secrets.depositXprv}
# Pays withdrawals. The treasury is ${privateKeyToAddress(treasuryKey)}
CHAIN_TREASURY_KEY=${treasuryKey}
# Pays the gas: send it coin of each chain that has a node. The relayer is ${privateKeyToAddress(relayerKey)}
CHAIN_RELAYER_KEY=${relayerKey}`);

const failure = await outputFailure();
if (failure !== undefined) {
  console.error(failure);
  process.exitCode = UNWRITTEN;
}
