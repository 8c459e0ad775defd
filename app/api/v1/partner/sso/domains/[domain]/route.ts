import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { removeSsoDomainContract } from "@/lib/people/sso/contract";
import { removeSsoDomain } from "@/lib/people/sso/domains/remove-sso-domain";

export const DELETE = personRoute(removeSsoDomainContract, removeSsoDomain);
export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods("DELETE");
