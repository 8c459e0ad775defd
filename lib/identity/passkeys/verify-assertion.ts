import type { Assertion } from "./fields";
import type { RelyingParty } from "./relying-party";

/** The values that an assertion is compared with. */
interface Expected {
  /** base64url */
  challenge: string;
  relyingParty: RelyingParty;
  /** `publicKey` is a COSE key in base64url; `counter` is that of the last use, or 0 to ignore it. */
  key: { credentialId: string; publicKey: string; counter: bigint };
}

/** The state of the passkey after a valid signature, or the fault of the signature. */
export type AssertionOutcome = { counter: bigint; isBackedUp: boolean } | { fault: string };

/**
 * Verifies that a passkey signed a challenge for this website, with the person present and verified by the authenticator
 * (PIN or biometrics). Reads and writes nothing. Source: https://www.w3.org/TR/webauthn-3/#sctn-verifying-assertion
 */
export async function verifyAssertion(
  { id, rawId, type, response }: Assertion,
  { challenge, relyingParty, key }: Expected,
): Promise<AssertionOutcome> {
  const { clientDataJSON, authenticatorData, signature } = response;
  // Loaded by the first use, because loading takes a tenth of a second, and few requests need it.
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...{ id, rawId, type, clientExtensionResults: {} },
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      credential: {
        id: key.credentialId,
        publicKey: new Uint8Array(Buffer.from(key.publicKey, "base64url")),
        counter: Number(key.counter),
      },
    });
    if (!verified) return { fault: "the signature does not match the key" };
    return {
      counter: BigInt(authenticationInfo.newCounter),
      isBackedUp: authenticationInfo.credentialBackedUp,
    };
  } catch (error) {
    // The package throws for every rule that a response breaks.
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}
