import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { revokeApiKeyContract } from "@/lib/keys/contract";
import { revokeApiKey } from "@/lib/keys/revoke-api-key";

export const DELETE = personRoute(revokeApiKeyContract, revokeApiKey);
export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods("DELETE");
