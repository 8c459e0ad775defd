import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { revokeApiKeyContract } from "@/lib/people/keys/contract";
import { revokeApiKey } from "@/lib/people/keys/revoke-api-key";

export const DELETE = personRoute(revokeApiKeyContract, revokeApiKey);
export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods("DELETE");
