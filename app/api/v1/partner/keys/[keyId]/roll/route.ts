import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { rollApiKeyContract } from "@/lib/people/keys/contract";
import { rollApiKey } from "@/lib/people/keys/roll-api-key";

export const POST = personRoute(rollApiKeyContract, rollApiKey);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
