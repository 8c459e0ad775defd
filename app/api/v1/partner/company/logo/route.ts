import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";
import { removeLogoContract, setLogoContract } from "@/lib/partners/company/contract";
import { removeLogo, setLogo } from "@/lib/partners/company/set-logo";

export const PUT = personRoute(setLogoContract, setLogo);
export const DELETE = personRoute(removeLogoContract, removeLogo);
export const { GET, POST, PATCH, OPTIONS } = otherMethods("PUT", "DELETE");
