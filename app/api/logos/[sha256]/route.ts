import { logoRoute } from "@/lib/http/logo-route";
import { otherMethods } from "@/lib/http/other-methods";
import { showLogo } from "@/lib/partners/company/show-logo";

export const GET = logoRoute(showLogo);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
