import { accountRoute } from "@/lib/http/account-route";
import { otherMethods } from "@/lib/http/other-methods";
import { listPasskeysContract, registerPasskeyContract } from "@/lib/people/passkeys/contract";
import { listPasskeys } from "@/lib/people/passkeys/list-passkeys";
import { registerPasskey } from "@/lib/people/passkeys/register-passkey";

export const GET = accountRoute(listPasskeysContract, listPasskeys);
export const POST = accountRoute(registerPasskeyContract, registerPasskey);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
