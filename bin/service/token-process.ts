/**
 * The process of a worker in which the library of its PKCS#11 token runs. The worker starts it, and sends it what is to be
 * signed: lib/chain/signer/pkcs11/token-process.ts.
 */
import { serveToken } from "@/lib/chain/signer/pkcs11/serve-token";

process.title = "partner-wallet-token";
serveToken();
