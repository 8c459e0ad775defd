import { z } from "zod";
import { PASSWORD_ERRORS, SECOND_FACTOR_ERRORS } from "@/lib/contract/common-errors";
import { contract } from "@/lib/contract/contract";
import { currentPassword, standingCode } from "@/lib/identity/fields";
import { creationOptions, newCredential } from "@/lib/identity/passkeys/fields";
import { EXAMPLE_PASSKEY, MAX_PASSKEYS, passkeyName, passkeySchema } from "./schema";

const PATH = "/api/account/passkeys";
/** Every person may change their own account, whatever their role. */
const shared = { tag: "Account", audience: "account" } as const;
const params = z.object({ passkeyId: z.string() });
const exampleParams = { passkeyId: EXAMPLE_PASSKEY.passkeyId };
const STEP_UP = [...PASSWORD_ERRORS, ...SECOND_FACTOR_ERRORS] as const;
const stepUp = { password: currentPassword, code: standingCode.optional() };
const exampleStepUp = { password: "correct horse battery staple", code: "492039" };

export const listPasskeysContract = contract({
  ...shared,
  id: "listPasskeys",
  method: "GET",
  path: PATH,
  summary: "List Passkeys",
  description: `Your passkeys, oldest first. At most ${MAX_PASSKEYS}.`,
  data: z.object({ passkeys: z.array(passkeySchema) }),
  message: "Passkeys",
  errors: [],
  examples: { data: { passkeys: [EXAMPLE_PASSKEY] } },
});

export const startPasskeyContract = contract({
  ...shared,
  id: "startPasskey",
  method: "POST",
  path: `${PATH}/options`,
  summary: "Start Passkey",
  description:
    "Returns what the browser needs to make a passkey. Needs the password, and a code where a second factor stands. Valid once, for 5 minutes.",
  body: z.object(stepUp),
  data: z.object({ options: creationOptions }),
  message: "Passkey started",
  errors: ["PASSKEYS_UNAVAILABLE", "PASSKEY_LIMIT", ...STEP_UP],
  examples: {
    body: exampleStepUp,
    data: {
      options: {
        challenge: "b6qFmvo2cXzUsR0p0Yp0cKx3kYp7zq0f1R2yGQy7d1s",
        rp: { id: "cards.example.com", name: "Partner wallet" },
        user: { id: "cHJzXzAx", name: "amina@northwind.example", displayName: "Amina Yusuf" },
        pubKeyCredParams: [{ type: "public-key", alg: -7 }],
        timeout: 300_000,
        attestation: "none",
        excludeCredentials: [],
        authenticatorSelection: {
          residentKey: "required",
          requireResidentKey: true,
          userVerification: "required",
        },
      },
    },
  },
});

export const registerPasskeyContract = contract({
  ...shared,
  id: "registerPasskey",
  method: "POST",
  path: PATH,
  summary: "Register Passkey",
  description: "Stores the passkey that the browser made after Start Passkey.",
  body: z.object({ name: passkeyName, credential: newCredential }),
  audited: ["name"],
  data: passkeySchema,
  status: 201,
  message: "Passkey registered",
  errors: ["PASSKEYS_UNAVAILABLE", "PASSKEY_INVALID", "PASSKEY_LIMIT"],
  examples: {
    body: {
      name: EXAMPLE_PASSKEY.name,
      credential: {
        ...{ id: "Y3JlZA", rawId: "Y3JlZA", type: "public-key" },
        response: {
          clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0",
          attestationObject: "o2M",
        },
      },
    },
    data: EXAMPLE_PASSKEY,
  },
});

export const renamePasskeyContract = contract({
  ...shared,
  id: "renamePasskey",
  method: "PATCH",
  path: `${PATH}/{passkeyId}`,
  summary: "Rename Passkey",
  params,
  body: z.object({ name: passkeyName }),
  data: passkeySchema,
  message: "Passkey renamed",
  errors: ["PASSKEY_NOT_FOUND"],
  examples: {
    params: exampleParams,
    body: { name: EXAMPLE_PASSKEY.name },
    data: EXAMPLE_PASSKEY,
  },
});

export const removePasskeyContract = contract({
  ...shared,
  id: "removePasskey",
  method: "DELETE",
  path: `${PATH}/{passkeyId}`,
  summary: "Remove Passkey",
  description:
    "Needs the password, and a code where a second factor stands. Signs out your other sessions. Approvals that it signed stay valid.",
  params,
  body: z.object(stepUp),
  data: z.object({ removed: z.literal(true) }),
  message: "Passkey removed",
  errors: ["PASSKEY_NOT_FOUND", ...STEP_UP],
  examples: { params: exampleParams, body: exampleStepUp, data: { removed: true } },
});
