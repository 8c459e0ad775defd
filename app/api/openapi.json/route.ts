import { serveDocument } from "@/lib/api/openapi/serve-document";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = serveDocument;
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
