/**
 * `npm run --silent make-secrets > secrets.env`: every secret that `npm run serve` needs, each of them new, as lines of an
 * environment file (.env.example says what they are for). They give access to the money.
 */
import "./bootstrap/check-node.mjs";
import { makeSecrets, relayerAddress } from "./service/secrets.ts";

const PHRASE_BITS = 256;
const secrets = makeSecrets({ phraseBits: PHRASE_BITS });
console.log(`NEXTAUTH_SECRET=${secrets.nextauthSecret}
CRON_SECRET=${secrets.cronSecret}
LINK_SECRET=${secrets.linkSecret}
CARD_KEYS=${secrets.cardKeys}
LEDGER_SIGNING_KEY=${secrets.ledgerSigningKey}
SANDBOX_SECRET=${secrets.sandboxSecret}
# Deposit addresses come from this public key; the phrase moves what they and the treasury hold. Keep a copy of it offline.
DEPOSIT_XPUB=${secrets.depositXpub}
CHAIN_SIGNER_MNEMONIC="${secrets.signerMnemonic}"
# The relayer pays the gas: send it coin of each chain that has a node. ${relayerAddress(secrets)}`);
