import type { PKCS11 } from "pkcs11js";
import { pkcs11Package } from "../vault-packages";
import type { TokenAnswer, TokenRequest } from "./token-request";
import { TokenMisuse, TokenSession } from "./token-session";

function faultOf(error: unknown): TokenAnswer {
  const fault = error instanceof Error ? error.message : String(error);
  return { fault, isMisuse: error instanceof TokenMisuse };
}

/** The library of a token, with a session that the first request opens, and the first one after a fault. */
function tokenUser() {
  let library: PKCS11 | undefined;
  let session: TokenSession | undefined;
  const load = (module: string): PKCS11 => {
    const loaded = new (pkcs11Package().PKCS11)();
    loaded.load(module);
    return loaded;
  };
  const bytesOf = async ({ settings, label, hash }: TokenRequest): Promise<Uint8Array> => {
    library ??= load(settings.module);
    session ??= new TokenSession(library, settings);
    if (hash === undefined) return session.publicKey(label);
    return session.sign(label, Buffer.from(hash, "hex"));
  };
  const close = () => {
    session?.close();
    session = undefined;
  };
  const answerTo = async (request: TokenRequest): Promise<TokenAnswer> => {
    try {
      return { bytes: Buffer.from(await bytesOf(request)).toString("hex") };
    } catch (error) {
      close();
      return faultOf(error);
    }
  };
  return { answerTo, close };
}

/** Uses a PKCS#11 token for the process that started this one, which sends one request after the other. */
export function serveToken(): void {
  const { answerTo, close } = tokenUser();
  process.on("message", async (request: TokenRequest) => process.send?.(await answerTo(request)));
  process.on("disconnect", () => {
    close();
    process.exit();
  });
  // A signal to all processes of the service: the one that uses the token ends this one when it needs no more signatures.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
}
