import { env } from "@/lib/kernel/env";

/** Whether browsers reach the service over HTTPS, so that cookies can ask for it. */
export function isSecure(): boolean {
  return env().BASE_URL.startsWith("https://");
}

/**
 * The cookie that holds the session: no script reads it, and no other site's request but a plain link carries it. Under
 * HTTPS its `__Host-` prefix keeps sibling subdomains from setting one.
 */
export function sessionCookie() {
  const secure = isSecure();
  return {
    name: `${secure ? "__Host-" : ""}next-auth.session-token`,
    options: { httpOnly: true, sameSite: "lax", path: "/", secure },
  } as const;
}
