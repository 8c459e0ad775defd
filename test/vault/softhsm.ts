import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pkcs11Package } from "@/lib/chain/signer/vault-packages";

const LIBRARIES = [
  "/usr/lib/softhsm/libsofthsm2.so",
  "/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so",
  "/usr/lib/aarch64-linux-gnu/softhsm/libsofthsm2.so",
  "/usr/local/lib/softhsm/libsofthsm2.so",
  "/opt/homebrew/lib/softhsm/libsofthsm2.so",
];
const PIN = "567890";
const SECURITY_OFFICER_PIN = "1234";
const TOKEN_LABEL = "service";
const SECP256K1 = Buffer.from("06052b8104000a", "hex");

const findLibrary = () => LIBRARIES.find((path) => existsSync(path));

/** Installs Debian's package where this user may. */
function installLibrary(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return undefined;
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const options = { env, stdio: "ignore" } as const;
    execFileSync("apt-get", ["update"], options);
    execFileSync("apt-get", ["install", "-y", "--no-install-recommends", "softhsm2"], options);
  } catch {
    return undefined;
  }
  return findLibrary();
}

/** Compiles the package, which a checkout's installation without scripts leaves out. */
function compilePackage(): boolean {
  try {
    pkcs11Package();
    return true;
  } catch {
    try {
      const folder = join(createRequire(import.meta.url).resolve("pkcs11js/package.json"), "..");
      execFileSync("npm", ["rebuild", "pkcs11js"], { cwd: join(folder, "../.."), stdio: "ignore" });
      pkcs11Package();
      return true;
    } catch {
      return false;
    }
  }
}

/** Returns the library of SoftHSM, or why there is none on this machine. */
export function findSoftHsm(): { library: string } | { missing: string } {
  const library = findLibrary() ?? installLibrary();
  if (library === undefined) return { missing: "SoftHSM is missing: apt-get install softhsm2" };
  return compilePackage()
    ? { library }
    : { missing: "pkcs11js is not compiled: npm rebuild pkcs11js" };
}

export type SoftHsm = ReturnType<typeof makeToken>;

/**
 * Makes a token in a folder of its own, with two key pairs, and points this process's SoftHSM to it. Call it before the
 * library is first used.
 */
export function makeToken(library: string) {
  const folder = mkdtempSync(join(tmpdir(), "partner-wallet-token-"));
  const tokens = join(folder, "tokens");
  mkdirSync(tokens);
  const conf = join(folder, "softhsm2.conf");
  writeFileSync(conf, `directories.tokendir = ${tokens}\nobjectstore.backend = file\n`);
  process.env.SOFTHSM2_CONF = conf;
  initialize(library);
  return {
    settings: { module: library, tokenLabel: TOKEN_LABEL, pin: PIN },
    /** The settings of a service that uses the token. */
    env: {
      CHAIN_SIGNER: "pkcs11",
      PKCS11_MODULE: library,
      PKCS11_TOKEN_LABEL: TOKEN_LABEL,
      PKCS11_PIN: PIN,
      PKCS11_TREASURY_LABEL: "treasury",
      PKCS11_RELAYER_LABEL: "relayer",
    },
    /** Takes the token's storage away, and brings it back: every use fails meanwhile. */
    takeAway: () => renameSync(tokens, `${tokens}-away`),
    bringBack: () => renameSync(`${tokens}-away`, tokens),
    addKey: (label: string, isExtractable: boolean) =>
      inSession(library, (session) => generate(session, label, isExtractable)),
    /** Asks the token for the private value of a key. */
    readPrivateValue: (label: string) => inSession(library, (session) => extract(session, label)),
    delete: () => rmSync(folder, { recursive: true, force: true }),
  };
}

interface Session {
  library: InstanceType<ReturnType<typeof pkcs11Package>["PKCS11"]>;
  handle: Buffer;
}

/** Uses the library past the code under test, which must have no session open. */
function inSession<T>(path: string, work: (session: Session) => T): T {
  const pkcs11 = pkcs11Package();
  const library = new pkcs11.PKCS11();
  library.load(path);
  library.C_Initialize();
  try {
    const slot = library
      .C_GetSlotList(true)
      .find((each) => library.C_GetTokenInfo(each).label.trim() === TOKEN_LABEL);
    if (!slot) throw new Error("there is no token");
    const handle = library.C_OpenSession(slot, pkcs11.CKF_RW_SESSION | pkcs11.CKF_SERIAL_SESSION);
    library.C_Login(handle, pkcs11.CKU_USER, PIN);
    return work({ library, handle });
  } finally {
    library.C_Finalize();
  }
}

function initialize(path: string): void {
  const pkcs11 = pkcs11Package();
  const library = new pkcs11.PKCS11();
  library.load(path);
  library.C_Initialize();
  try {
    const [slot] = library.C_GetSlotList(false);
    if (!slot) throw new Error("SoftHSM has no slot");
    // Labels are padded with blanks to 32 bytes. Source: PKCS #11, CK_TOKEN_INFO
    library.C_InitToken(slot, SECURITY_OFFICER_PIN, TOKEN_LABEL.padEnd(32));
    const [token] = library.C_GetSlotList(true);
    if (!token) throw new Error("SoftHSM made no token");
    const session = library.C_OpenSession(token, pkcs11.CKF_RW_SESSION | pkcs11.CKF_SERIAL_SESSION);
    library.C_Login(session, pkcs11.CKU_SO, SECURITY_OFFICER_PIN);
    library.C_InitPIN(session, PIN);
  } finally {
    library.C_Finalize();
  }
  inSession(path, (session) => {
    for (const label of ["treasury", "relayer"]) generate(session, label, false);
  });
}

function generate({ library, handle }: Session, label: string, isExtractable: boolean): void {
  const pkcs11 = pkcs11Package();
  library.C_GenerateKeyPair(
    handle,
    { mechanism: pkcs11.CKM_EC_KEY_PAIR_GEN },
    [
      { type: pkcs11.CKA_TOKEN, value: true },
      { type: pkcs11.CKA_VERIFY, value: true },
      { type: pkcs11.CKA_LABEL, value: label },
      { type: pkcs11.CKA_EC_PARAMS, value: SECP256K1 },
    ],
    [
      { type: pkcs11.CKA_TOKEN, value: true },
      { type: pkcs11.CKA_PRIVATE, value: true },
      { type: pkcs11.CKA_SENSITIVE, value: true },
      { type: pkcs11.CKA_EXTRACTABLE, value: isExtractable },
      { type: pkcs11.CKA_SIGN, value: true },
      { type: pkcs11.CKA_LABEL, value: label },
    ],
  );
}

function extract({ library, handle }: Session, label: string): unknown {
  const pkcs11 = pkcs11Package();
  library.C_FindObjectsInit(handle, [
    { type: pkcs11.CKA_CLASS, value: pkcs11.CKO_PRIVATE_KEY },
    { type: pkcs11.CKA_LABEL, value: label },
  ]);
  const [key] = library.C_FindObjects(handle, 1);
  library.C_FindObjectsFinal(handle);
  if (!key) throw new Error("there is no such key");
  return library.C_GetAttributeValue(handle, key, [{ type: pkcs11.CKA_VALUE }]);
}
