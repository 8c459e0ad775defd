import { createRequire } from "node:module";

const load = createRequire(import.meta.url);

/**
 * The package `pkcs11js`, which is compiled on the machine and optional: loaded only by a process that uses a token.
 * @throws Error that says how it is compiled.
 */
export function pkcs11Package(): typeof import("pkcs11js") {
  try {
    return load("pkcs11js");
  } catch (cause) {
    throw new Error(
      "The package pkcs11js cannot be loaded, which CHAIN_SIGNER=pkcs11 needs. Compile it, with a C++ compiler and Python on the machine: npm rebuild pkcs11js",
      { cause },
    );
  }
}

/** The package `@aws-sdk/client-kms`, loaded only by a process that uses AWS KMS. */
export const kmsPackage = (): typeof import("@aws-sdk/client-kms") => load("@aws-sdk/client-kms");
