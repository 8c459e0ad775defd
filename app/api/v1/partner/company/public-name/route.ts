import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { setPublicNameContract } from "@/lib/partners/company/contract";
import { setPublicName } from "@/lib/partners/company/set-public-name";

export const POST = personRoute(setPublicNameContract, setPublicName);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
