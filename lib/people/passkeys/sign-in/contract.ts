import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import { requestOptions } from "@/lib/identity/passkeys/fields";

export const startPasskeySignInContract = contract({
  tag: "Account",
  audience: "visitor",
  id: "startPasskeySignIn",
  method: "POST",
  path: "/api/passkey-sign-ins",
  summary: "Start Sign-in with a Passkey",
  description:
    "Returns what the browser needs to sign with a passkey. The response of the authenticator goes to the sign-in. Valid once, for 5 minutes.",
  data: z.object({ options: requestOptions }),
  message: "Sign-in started",
  errors: ["PASSKEYS_UNAVAILABLE"],
  examples: {
    data: {
      options: {
        challenge: "b6qFmvo2cXzUsR0p0Yp0cKx3kYp7zq0f1R2yGQy7d1s",
        rpId: "cards.example.com",
        timeout: 300_000,
        userVerification: "required",
      },
    },
  },
});
