import type { AccountUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { challengeIn } from "@/lib/identity/passkeys/client-data";
import { fingerprintOf } from "@/lib/identity/passkeys/fingerprint";
import { relyingParty } from "@/lib/identity/passkeys/relying-party";
import { verifyRegistration } from "@/lib/identity/passkeys/verify-registration";
import { describeAudit } from "@/lib/kernel/audit-context";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { registerPasskeyContract } from "./contract";
import { presentPasskey } from "./present";
import { insertPasskey } from "./store";

/** Stores a passkey that the person's authenticator made for a challenge of Start Passkey, which is then used up. */
export const registerPasskey: AccountUseCase<typeof registerPasskeyContract> = async ({
  person,
  input,
  at,
}) => {
  const { name, credential } = input.body;
  const { id: personId, sessionId } = person;
  const website = relyingParty();
  const challenge = challengeIn(credential.response);
  const verified = challenge && (await verifyRegistration(credential, challenge, website));
  if (!verified) throw new ServiceError("PASSKEY_INVALID");
  const createdAt = await databaseTimeOf(at);
  const passkey = { id: newId("psk"), personId, name, createdAt, ...verified };
  const fingerprint = fingerprintOf(verified.publicKey);
  describeAudit({ targetId: passkey.id, after: { name, fingerprint } });
  const outcome = await insertPasskey(passkey, challenge, sessionId);
  if (outcome === "ended") throw new ServiceError("SESSION_REQUIRED");
  if (outcome === "not_open") throw new ServiceError("PASSKEY_INVALID");
  if (outcome === "limit") throw new ServiceError("PASSKEY_LIMIT");
  if (outcome === "known")
    throw new ServiceError("PASSKEY_INVALID", { text: "This passkey is already registered." });
  return presentPasskey({ ...passkey, lastUsedAt: null });
};
