/** Says that this process runs our own HTTP server: next.config.mjs lets no other one load the build. */
export function markOwnServer(): void {
  Object.assign(globalThis, { [Symbol.for("partnerWallet.ownServer")]: true });
}
