import { issuerAuthorizations } from "@/lib/http/issuer-route";

export const { POST, GET, PUT, PATCH, DELETE, OPTIONS } = issuerAuthorizations;
