import { otherMethods } from "@/lib/http/other-methods";
import { visitorRoute } from "@/lib/http/visitor-route";
import { startPasskeySignInContract } from "@/lib/people/passkeys/sign-in/contract";
import { startPasskeySignIn } from "@/lib/people/passkeys/sign-in/start-passkey-sign-in";

export const POST = visitorRoute(startPasskeySignInContract, startPasskeySignIn);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
