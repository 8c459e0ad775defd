import { z } from "zod";
import { personal, secret } from "@/lib/contract/sensitive";

/** The keys that are accepted: EdDSA, ES256 and RS256, by their COSE numbers. */
export const KEY_ALGORITHMS = [-8, -7, -257];
/** How long a browser may take until the person has used the authenticator; the challenge ends then. */
export const CHALLENGE_MS = 5 * 60_000;

const base64url = (maxCharacters: number) =>
  z
    .string()
    .min(1)
    .max(maxCharacters)
    .regex(/^[\w-]+$/);
const MAX_ID_CHARACTERS = 1_400;
const MAX_DATA_CHARACTERS = 8_192;

const credential = {
  id: base64url(MAX_ID_CHARACTERS),
  rawId: base64url(MAX_ID_CHARACTERS),
  type: z.literal("public-key"),
};

/** What a browser returns when it made a passkey: RegistrationResponseJSON of WebAuthn. Other members are dropped. */
export const newCredential = secret(
  z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(MAX_DATA_CHARACTERS),
      attestationObject: base64url(MAX_DATA_CHARACTERS),
      transports: z
        .array(z.string().regex(/^[a-z-]{1,20}$/))
        .max(10)
        .optional(),
    }),
  }),
);
export type NewCredential = z.output<typeof newCredential>;

/** What a browser returns when a passkey has signed: AuthenticationResponseJSON of WebAuthn. */
export const assertion = secret(
  z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(MAX_DATA_CHARACTERS),
      authenticatorData: base64url(MAX_DATA_CHARACTERS),
      signature: base64url(MAX_DATA_CHARACTERS),
      userHandle: base64url(MAX_ID_CHARACTERS).optional(),
    }),
  }),
);
export type Assertion = z.output<typeof assertion>;

/** What a browser needs to make a passkey: PublicKeyCredentialCreationOptionsJSON of WebAuthn. */
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({
    id: z.string(),
    name: personal(z.string()),
    displayName: personal(z.string()),
  }),
  pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal("none"),
  excludeCredentials: z.array(z.object({ id: z.string(), type: z.literal("public-key") })),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
});

/** What a browser needs to sign with a passkey: PublicKeyCredentialRequestOptionsJSON of WebAuthn. */
export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal("required"),
});
