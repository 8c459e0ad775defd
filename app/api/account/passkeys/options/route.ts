import { accountRoute } from "@/lib/http/account-route";
import { otherMethods } from "@/lib/http/other-methods";
import { startPasskeyContract } from "@/lib/people/passkeys/contract";
import { startPasskey } from "@/lib/people/passkeys/start-passkey";

export const POST = accountRoute(startPasskeyContract, startPasskey);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
