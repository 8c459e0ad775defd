import { errorCodeOf } from "@/lib/kernel/error-code";

/** The reason why a webhook was not delivered, as a text for the partner's people. */
export class DeliveryFault extends Error {
  override readonly name = "DeliveryFault";
}

const CLOSED =
  "The connection was closed before the response was complete. Check the receiver and any proxy in front of it.";
const UNREACHABLE =
  "The receiver's address could not be reached. Check its network and firewall, and the DNS records of the webhook URL.";

const BY_CODE: Record<string, string> = {
  ECONNREFUSED: "The connection was refused. Check that the receiver is running and its port open.",
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  ETIMEDOUT: UNREACHABLE,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  EADDRNOTAVAIL: UNREACHABLE,
  HPE_HEADER_OVERFLOW: "The response headers exceed 16 kB. Send fewer or shorter headers.",
};

const NOT_HTTP = "The response is not valid HTTP/1.1. Check the webhook URL.";
const UNKNOWN = "The request could not be sent. It is retried automatically.";

/** Returns a short, stable text for any error while sending. The text discloses nothing about our own network. */
export function faultText(error: unknown): string {
  if (error instanceof DeliveryFault) return error.message;
  const code = errorCodeOf(error) ?? "";
  return BY_CODE[code] ?? (code.startsWith("HPE_") ? NOT_HTTP : UNKNOWN);
}
