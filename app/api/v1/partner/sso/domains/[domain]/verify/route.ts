import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { verifySsoDomainContract } from "@/lib/people/sso/contract";
import { verifySsoDomain } from "@/lib/people/sso/domains/verify-sso-domain";

export const POST = personRoute(verifySsoDomainContract, verifySsoDomain);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
