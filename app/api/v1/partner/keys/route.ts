import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { createApiKeyContract, listApiKeysContract } from "@/lib/people/keys/contract";
import { createApiKey } from "@/lib/people/keys/create-api-key";
import { listApiKeys } from "@/lib/people/keys/list-api-keys";

export const GET = personRoute(listApiKeysContract, listApiKeys);
export const POST = personRoute(createApiKeyContract, createApiKey);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
