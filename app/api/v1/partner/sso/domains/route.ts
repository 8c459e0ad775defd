import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { addSsoDomainContract } from "@/lib/people/sso/contract";
import { addSsoDomain } from "@/lib/people/sso/domains/add-sso-domain";

export const POST = personRoute(addSsoDomainContract, addSsoDomain);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
