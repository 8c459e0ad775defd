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
    // The keys of the same phrase: the treasury at m/44'/60'/1'/0/0, the relayer at m/44'/60'/2'/0/0.
    CHAIN_TREASURY_KEY: "0x7797c0f3db8b946604ec2039dfd9763e4ffdc53174342a2ed9b14fa3eda666a5",
    CHAIN_RELAYER_KEY: "0x19d1b9afaf5b1f79f708bd95673df2203213fdbbdafe50e70f056c2fecaa799e",
    CHAIN_DEPOSIT_XPRV:
      "xprv9zz7v8QuW9DB5aPK3A4sGm1Nd3gNbg3NznE3Gu3TUPDFCEvZwALBrjY5d5h8eyKywqqFkKXDaxAKsmL4qVMzN3wBGaC2h3WoJT74EVuGwZi",
    KYC_PROVIDER: "sandbox",
    CARD_ISSUER: "sandbox",
    SCHEDULER: "off",
    LOG_LEVEL: "silent",
  };
}
