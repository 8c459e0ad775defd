import type { VisitorUseCase } from "@/lib/contract/use-cases";
import { newChallenge } from "@/lib/identity/passkeys/challenges";
import { CHALLENGE_MS } from "@/lib/identity/passkeys/fields";
import { relyingParty } from "@/lib/identity/passkeys/relying-party";
import type { startPasskeySignInContract } from "./contract";

/** Makes the challenge of a sign-in. It names nobody: the authenticator has the passkeys of this website. */
export const startPasskeySignIn: VisitorUseCase<typeof startPasskeySignInContract> = async ({
  at,
}) => {
  const { id: rpId } = relyingParty();
  const challenge = await newChallenge({ purpose: "sign_in", personId: null }, at);
  return { options: { challenge, rpId, timeout: CHALLENGE_MS, userVerification: "required" } };
};
