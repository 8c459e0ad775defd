import type { VisitorUseCase } from "@/lib/contract/use-cases";
import { newChallenge } from "@/lib/identity/passkeys/challenges";
import { CHALLENGE_MS } from "@/lib/identity/passkeys/fields";
import { relyingParty } from "@/lib/identity/passkeys/relying-party";
import { insertChallenge } from "@/lib/identity/passkeys/store";
import type { startPasskeySignInContract } from "./contract";

/** Makes the challenge of a sign-in. It names nobody: the authenticator has the passkeys of this website. */
export const startPasskeySignIn: VisitorUseCase<typeof startPasskeySignInContract> = async ({
  at,
}) => {
  const { id: rpId } = relyingParty();
  const signIn = await newChallenge({ purpose: "sign_in", personId: null }, at);
  await insertChallenge(signIn);
  const { challenge } = signIn;
  return { options: { challenge, rpId, timeout: CHALLENGE_MS, userVerification: "required" } };
};
