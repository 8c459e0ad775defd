/** Headers of every answer; the hosted verification page may be framed by nobody. */
const securityHeaders = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "no-referrer" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  // Heard by browsers over HTTPS alone.
  { key: "Strict-Transport-Security", value: "max-age=31536000" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=()" },
];

/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  // A POST to an address with a slash at its end is served, not redirected: clients seldom repeat a body.
  skipTrailingSlashRedirect: true,
  compress: true,
  // A page that cannot be fetched waits for the connection, and does not leave the application for the browser's error page.
  experimental: { useOffline: true },
  reactStrictMode: true,
  // `npm test` checks the types of everything; a start need not wait for it again.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ["pg", "pino", "@node-rs/argon2", "@prisma/client", "@prisma/adapter-pg"],
  headers: async () => [{ source: "/:path*", headers: securityHeaders }],
};
