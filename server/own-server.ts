/** Marks this process as one that runs this HTTP server: next.config.mjs lets no other server load the build. */
export function markOwnServer(): void {
  Object.assign(globalThis, { [Symbol.for("partnerWallet.ownServer")]: true });
}
