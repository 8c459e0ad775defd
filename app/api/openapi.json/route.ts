import { otherMethods } from "@/lib/http/other-methods";
import { serveDocument } from "@/lib/openapi/serve-document";

export const GET = serveDocument;
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
