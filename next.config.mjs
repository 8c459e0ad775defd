import { PHASE_DEVELOPMENT_SERVER, PHASE_PRODUCTION_SERVER } from "next/constants.js";

const REFUSAL = `Next's own servers (next start, next dev) do not run this service: they lack its request limits, the client's
address, the Content-Security-Policy and the graceful shutdown. Run one of these instead:

  npm start       everything, with a database and a demo
  npm run serve   the production server, configured by the environment
`;

/** Set by server/own-server.ts. */
const isOwnServer = () => Symbol.for("partnerWallet.ownServer") in globalThis;

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  // A POST to an address with a slash at its end is served, not redirected: clients seldom repeat a body.
  skipTrailingSlashRedirect: true,
  compress: true,
  // A page that cannot be fetched waits for the connection, and does not leave the application for the browser's error page.
  // A start does not load every page, and each route once more: that blocks the first requests until their database
  // connections time out.
  experimental: { useOffline: true, preloadEntriesOnStart: false },
  reactStrictMode: true,
  // No page uses Next's resized pictures. Their address would let anybody make this process decode and resize pictures.
  images: { unoptimized: true },
  // `npm test` checks the types of everything; a start need not wait for it again.
  typescript: { ignoreBuildErrors: true },
  // stripe and lithic: the code recognizes their errors by class, and each bundle would have classes of its own.
  serverExternalPackages: [
    ...["pg", "pino", "@node-rs/argon2", "@prisma/client", "@prisma/adapter-pg"],
    ...["stripe", "lithic"],
    // Loaded by the first passkey.
    "@simplewebauthn/server",
    // A vault of keys: loaded by the process that signs, and pkcs11js is compiled code.
    ...["pkcs11js", "@aws-sdk/client-kms"],
    // It reads files beside its code.
    "pdfkit",
    // Loaded only where traces are on.
    ...["@opentelemetry/api", "@opentelemetry/sdk-trace", "@opentelemetry/resources"],
    "@opentelemetry/exporter-trace-otlp-http",
  ],
};

/** @param {string} phase */
export default function configure(phase) {
  const isServer = phase === PHASE_PRODUCTION_SERVER || phase === PHASE_DEVELOPMENT_SERVER;
  if (isServer && !isOwnServer()) throw new Error(REFUSAL);
  return config;
}
