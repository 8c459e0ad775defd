const key = (byte: number) => Buffer.alloc(32, byte).toString("base64");

/** The settings of the tests; lib/kernel/env.ts describes each setting. */
export function testEnvironment(databaseUrl: string) {
  return {
    DATABASE_URL: databaseUrl,
    SERVICE_ENVIRONMENT: "staging",
    BASE_URL: "http://127.0.0.1:3000",
    NEXTAUTH_URL: "http://127.0.0.1:3000",
    NEXTAUTH_SECRET: key(1),
    CRON_SECRET: "a-secret-of-the-tests-for-background-routes",
    LINK_SECRET: key(2),
    CARD_KEYS: `1:${key(3)}`,
    SANDBOX_SECRET: key(4),
    LEDGER_SIGNING_KEY: key(5),
    // The extended public key of the well-known phrase "test test … junk" at m/44'/60'/0'/0.
    DEPOSIT_XPUB:
      "xpub6DyUKdwoLWmUJ4Tn9Bbsdtx7B5Ws18mEN19e5HT52ikE53FiUheSQXrZUNPovqfyKmw4579A1Mm3GXXKM39N64uooBfJ4tNAzFsEbodRTx4",
    CHAIN_SIGNER_MNEMONIC: "test test test test test test test test test test test junk",
    KYC_PROVIDER: "sandbox",
    CARD_ISSUER: "sandbox",
    SCHEDULER: "off",
    LOG_LEVEL: "silent",
  };
}
