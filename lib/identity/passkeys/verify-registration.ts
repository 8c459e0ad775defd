import { errorFields, log } from "@/lib/kernel/log";
import { KEY_ALGORITHMS, type NewCredential } from "./fields";
import type { RelyingParty } from "./relying-party";

/** A new passkey as it is stored. */
export interface VerifiedCredential {
  credentialId: string;
  /** A COSE key, base64url. */
  publicKey: string;
  counter: bigint;
  transports: string[];
  isBackedUp: boolean;
}

/**
 * The attestation object without its statement about the maker of the authenticator, as browsers send it for attestation
 * `none`. To verify a statement, the package fetches the addresses in its certificates, which the client chooses.
 */
async function withoutStatement(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import(
    "@simplewebauthn/server/helpers"
  );
  const given = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const kept = new Map<string, string | Map<string, string> | Uint8Array>([
    ["fmt", "none"],
    ["attStmt", new Map<string, string>()],
    ["authData", given.get("authData")],
  ]);
  return isoBase64URL.fromBuffer(isoCBOR.encode(kept));
}

/**
 * Verifies that an authenticator made a passkey for this website and this challenge, with the person verified by the
 * authenticator. The maker of the authenticator is not checked (attestation `none`). Undefined if a rule is broken.
 * Source: https://www.w3.org/TR/webauthn-3/#sctn-registering-a-new-credential
 */
export async function verifyRegistration(
  { id, rawId, type, response }: NewCredential,
  challenge: string,
  relyingParty: RelyingParty,
): Promise<VerifiedCredential | undefined> {
  const { clientDataJSON, attestationObject, transports = [] } = response;
  // Loaded by the first use, as in verify-assertion.ts.
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...{ id, rawId, type, clientExtensionResults: {} },
        response: {
          clientDataJSON,
          attestationObject: await withoutStatement(attestationObject),
        },
      },
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: KEY_ALGORITHMS,
    });
    if (!registrationInfo) return undefined;
    const { credential, credentialBackedUp: isBackedUp } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString("base64url"),
      counter: BigInt(credential.counter),
      ...{ transports, isBackedUp },
    };
  } catch (error) {
    // The package throws for every rule that a response breaks.
    log().info({ failure: errorFields(error) }, "a passkey was refused");
    return undefined;
  }
}
