import type { Assertion } from "@/lib/identity/passkeys/fields";
import type { ApiData, ApiInput } from "./types";

/** What an authenticator made, or why it made nothing, in a sentence for the person. */
type Made<T> = { made: T; fault?: undefined } | { made?: undefined; fault: string };

/** The names of the errors of `navigator.credentials`. Source: https://www.w3.org/TR/webauthn-3/#sctn-createCredential */
const FAULTS: Record<string, string> = {
  AbortError: "It was cancelled. Try again.",
  InvalidStateError: "This authenticator already has a passkey for your account.",
  NotAllowedError: "It was cancelled, or took too long. Try again.",
  SecurityError: "The address of this page does not fit. Open the service by its usual host name.",
};

async function attempt<T>(work: () => Promise<T>): Promise<Made<T>> {
  if (!("credentials" in navigator) || typeof PublicKeyCredential !== "function")
    return { fault: "This browser has no passkeys." };
  try {
    return { made: await work() };
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    return { fault: FAULTS[name] ?? "The authenticator did not answer. Try again." };
  }
}

export type CreationOptions = ApiData<"startPasskey">["options"];
export type NewCredential = ApiInput<"registerPasskey">["body"]["credential"];

/** Has the browser make a passkey. The library is loaded by the call, because few people need it. */
export function createPasskey(options: CreationOptions): Promise<Made<NewCredential>> {
  return attempt(async () => {
    const { startRegistration } = await import("@simplewebauthn/browser");
    const { id, rawId, response } = await startRegistration({ optionsJSON: options });
    const { clientDataJSON, attestationObject, transports } = response;
    return {
      ...{ id, rawId, type: "public-key" as const },
      response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
    };
  });
}

interface SigningOptions {
  challenge: string;
  rpId: string;
}

/** Has a passkey of this website sign a challenge; the person chooses which one, and is verified by the authenticator. */
export function signWithPasskey({ challenge, rpId }: SigningOptions): Promise<Made<Assertion>> {
  return attempt(async () => {
    const { startAuthentication } = await import("@simplewebauthn/browser");
    const optionsJSON = { challenge, rpId, userVerification: "required" as const };
    const { id, rawId, response } = await startAuthentication({ optionsJSON });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    return {
      ...{ id, rawId, type: "public-key" as const },
      response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
    };
  });
}
