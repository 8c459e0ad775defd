import { accountRoute } from "@/lib/http/account-route";
import { otherMethods } from "@/lib/http/other-methods";
import { removePasskeyContract, renamePasskeyContract } from "@/lib/people/passkeys/contract";
import { removePasskey } from "@/lib/people/passkeys/remove-passkey";
import { renamePasskey } from "@/lib/people/passkeys/rename-passkey";

export const PATCH = accountRoute(renamePasskeyContract, renamePasskey);
export const DELETE = accountRoute(removePasskeyContract, removePasskey);
export const { GET, POST, PUT, OPTIONS } = otherMethods("PATCH", "DELETE");
