import { issuerEvents } from "@/lib/http/issuer-route";

export const { POST, GET, PUT, PATCH, DELETE, OPTIONS } = issuerEvents;
