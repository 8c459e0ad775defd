import { isIP } from "node:net";
import { env } from "@/lib/kernel/env";
import { isPublicAddress } from "./check-address";

export interface UrlPolicy {
  /** Allows receivers on this machine, over plain HTTP. */
  allowLoopback: boolean;
  /** Allows ports other than 443. */
  allowAnyPort: boolean;
}

const LOOPBACK_HOSTS = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** Names that public DNS never resolves: RFC 6761, 6762, 8375; ICANN's `internal`. */
const INSIDE_NAME = /^[^.]+$|(^|\.)(localhost|local|internal|home\.arpa)$/;

/**
 * Returns the rules that the settings of this environment allow. Source: threat 18: HTTPS on 443 only in production.
 */
export function urlPolicy(): UrlPolicy {
  const { SERVICE_ENVIRONMENT, WEBHOOK_ALLOW_LOOPBACK } = env();
  const isProduction = SERVICE_ENVIRONMENT === "production";
  return {
    allowLoopback: WEBHOOK_ALLOW_LOOPBACK === "on" && !isProduction,
    allowAnyPort: !isProduction,
  };
}

/** Checks the host as the URL parser normalized it: `0x7f.1`, `2130706433` and `127.0.0.1` are then identical. */
function hostFault(host: string): string | undefined {
  const address = host.replace(/^\[(.*)\]$/, "$1");
  if (isIP(address) !== 0)
    return isPublicAddress(address) ? undefined : "must not be an address that is not public";
  if (host.endsWith(".")) return "must not have a dot at the end of the host name";
  return INSIDE_NAME.test(host) ? "must have a public host name" : undefined;
}

/**
 * Returns why a URL cannot be a webhook URL; undefined when it can. Host names are not resolved here, because their
 * addresses can change: the address is checked at each connection. Source: threat 18.
 */
export function urlFault(url: string, policy: UrlPolicy): string | undefined {
  if (!URL.canParse(url)) return "must be an https:// URL";
  const { protocol, hostname, port, username, password } = new URL(url);
  if (username !== "" || password !== "") return "must not contain a user name or password";
  if (protocol === "http:" && policy.allowLoopback && LOOPBACK_HOSTS.has(hostname))
    return undefined;
  if (protocol !== "https:") return "must be an https:// URL";
  if (port !== "" && !policy.allowAnyPort) return "must use port 443";
  return hostFault(hostname);
}
