import { rotateKeys } from "@/lib/crypto/rotate-keys";
import { currentKeyVersion } from "@/lib/crypto/seal";
import { disconnect } from "@/lib/db";

/** `npm run rotate-card-keys`, with the service's environment and the new key added to CARD_KEYS. */
const rotated = await rotateKeys();
console.table(rotated);
console.log(`everything is sealed with key ${currentKeyVersion()}; older keys may leave CARD_KEYS`);
await disconnect();
