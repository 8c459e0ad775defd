import { env } from "@/lib/kernel/env";

/** True if browsers reach the service over HTTPS, so that cookies can be `Secure`. */
export function isSecure(): boolean {
  return env().BASE_URL.startsWith("https://");
}

/**
 * The session cookie. Scripts cannot read it, and of cross-site requests only plain links carry it (SameSite=Lax).
 * Under HTTPS its `__Host-` prefix prevents sibling subdomains from setting it.
 */
export function sessionCookie() {
  const secure = isSecure();
  return {
    name: `${secure ? "__Host-" : ""}next-auth.session-token`,
    options: { httpOnly: true, sameSite: "lax", path: "/", secure },
  } as const;
}
