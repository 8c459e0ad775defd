import { pbkdf2Sync } from "node:crypto";
import { HDKey } from "viem/accounts";
import { z } from "zod";

/** The derivation path of the parent of the deposit addresses; DEPOSIT_XPUB is its extended public key. */
export const DEPOSIT_PATH = "m/44'/60'/0'/0";

const PHRASE_RULE = "must be a BIP-39 phrase, the one that DEPOSIT_XPUB was made from";
const XPRV_RULE = "must be the extended private key (xprv) of DEPOSIT_XPUB";

/** Returns the root key of a BIP-39 phrase. OpenSSL computes the seed; in JavaScript it takes a tenth of a second. */
export function rootOfPhrase(phrase: string): HDKey {
  return HDKey.fromMasterSeed(pbkdf2Sync(phrase, "mnemonic", 2048, 64, "sha512"));
}

const privateKey = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/i, "must be 0x and 64 hexadecimal digits")
  .transform((key) => key.toLowerCase() as `0x${string}`)
  .optional();

const name = z.string().min(1).optional();

function isExtendedKey(text: string): boolean {
  try {
    // An extended private key is refused: it could sign, and the setting needs no private key.
    return text.startsWith("xpub") && HDKey.fromExtendedKey(text).publicKey !== null;
  } catch {
    return false;
  }
}

/** The settings of processes and their keys: docs/custody.md. Part of the schema in env.ts. */
export const SIGNER_SETTINGS = {
  /** `web` serves requests and holds no keys, `worker` runs the background work, `all` does both. */
  SERVICE_ROLE: z.enum(["web", "worker", "all"]).default("all"),
  /** Extended public key that deposit addresses are derived from. */
  DEPOSIT_XPUB: z.string().refine(isExtendedKey, "must be an extended public key (xpub), whole"),
  /** Where the keys of the treasury and the relayer are: in settings, in a PKCS#11 token, or in AWS KMS. */
  CHAIN_SIGNER: z.enum(["local", "pkcs11", "aws-kms"]).default("local"),
  /** Signs payouts. */
  CHAIN_TREASURY_KEY: privateKey,
  /** Signs the transactions that carry payouts and sweeps, and pays their gas. */
  CHAIN_RELAYER_KEY: privateKey,
  /** The private half of DEPOSIT_XPUB. Signs sweeps; without it, deposits stay at their addresses. */
  CHAIN_DEPOSIT_XPRV: z.string().optional(),
  /**
   * One phrase for all three, in staging only. Paths: m/44'/60'/0'/0/i are the deposit addresses, m/44'/60'/1'/0/0 the
   * treasury, m/44'/60'/2'/0/0 the relayer.
   */
  CHAIN_SIGNER_MNEMONIC: z.string().optional(),
  /** The path of the token's PKCS#11 library. */
  PKCS11_MODULE: name,
  PKCS11_TOKEN_LABEL: name,
  PKCS11_PIN: name,
  /** The labels (CKA_LABEL) of the two key pairs in the token. */
  PKCS11_TREASURY_LABEL: name,
  PKCS11_RELAYER_LABEL: name,
  /** The ids, ARNs or aliases of two keys with the spec ECC_SECG_P256K1. */
  KMS_TREASURY_KEY_ID: name,
  KMS_RELAYER_KEY_ID: name,
};

/** The settings with which a process can sign. A web process refuses them. */
export const KEY_SETTINGS = [
  "CHAIN_SIGNER_MNEMONIC",
  "CHAIN_TREASURY_KEY",
  "CHAIN_RELAYER_KEY",
  "CHAIN_DEPOSIT_XPRV",
  "PKCS11_PIN",
  "KMS_TREASURY_KEY_ID",
  "KMS_RELAYER_KEY_ID",
] as const;

/** The settings that a vault needs, and that name two different keys. */
const OF_VAULT = {
  pkcs11: {
    needed: ["PKCS11_MODULE", "PKCS11_TOKEN_LABEL", "PKCS11_PIN"],
    keys: ["PKCS11_TREASURY_LABEL", "PKCS11_RELAYER_LABEL"],
  },
  "aws-kms": { needed: [], keys: ["KMS_TREASURY_KEY_ID", "KMS_RELAYER_KEY_ID"] },
} as const;

const LOCAL_KEYS = ["CHAIN_TREASURY_KEY", "CHAIN_RELAYER_KEY"] as const;

/** The part of the settings that the rules below read. A setting with a fault of its own may have any value. */
type Settings = Record<string, unknown>;
interface Fault {
  name: string;
  message: string;
}

function faultsOfPair(
  settings: Settings,
  [treasury, relayer]: readonly [string, string],
  needed: readonly string[] = [],
): Fault[] {
  const missing = [...needed, treasury, relayer].filter((each) => settings[each] === undefined);
  const faults = missing.map((each) => ({ name: each, message: "is missing" }));
  if (settings[treasury] !== undefined && settings[treasury] === settings[relayer])
    faults.push({ name: relayer, message: `must be another key than ${treasury}` });
  return faults;
}

function faultsOfKeys(settings: Settings): Fault[] {
  const { CHAIN_SIGNER: signer } = settings;
  if (signer === "pkcs11" || signer === "aws-kms") {
    const { needed, keys } = OF_VAULT[signer];
    const left = LOCAL_KEYS.filter((each) => settings[each] !== undefined);
    const message = `must not be set beside CHAIN_SIGNER=${signer}`;
    return [
      ...faultsOfPair(settings, keys, needed),
      ...left.map((each) => ({ name: each, message })),
    ];
  }
  const isSplit = [...LOCAL_KEYS, "CHAIN_DEPOSIT_XPRV"].some(
    (each) => settings[each] !== undefined,
  );
  return isSplit ? faultsOfPair(settings, LOCAL_KEYS) : [];
}

/** Whether the phrase yields DEPOSIT_XPUB, so that it can sign for the deposit addresses. */
function isPhraseOf(phrase: string, xpub: string): boolean {
  if (!/^([a-z]+ ){11,23}[a-z]+$/.test(phrase)) return false;
  return rootOfPhrase(phrase).derive(DEPOSIT_PATH).publicExtendedKey === xpub;
}

function faultsOfPhrase(settings: Settings): Fault[] {
  const { CHAIN_SIGNER_MNEMONIC: phrase, DEPOSIT_XPUB: xpub } = settings;
  if (typeof phrase !== "string") return [];
  const fault = (message: string) => [{ name: "CHAIN_SIGNER_MNEMONIC", message }];
  if (settings.SERVICE_ENVIRONMENT === "production")
    return fault(
      "must not be set in production: one phrase is all keys. `npm run split-signer-keys` prints the settings that replace it, with the same addresses",
    );
  const beside = [...LOCAL_KEYS, "CHAIN_DEPOSIT_XPRV"].find((each) => settings[each] !== undefined);
  if (beside) return fault(`must not be set beside ${beside}`);
  if (settings.CHAIN_SIGNER === "pkcs11" || settings.CHAIN_SIGNER === "aws-kms")
    return fault(`must not be set beside CHAIN_SIGNER=${settings.CHAIN_SIGNER}`);
  const isRight = typeof xpub !== "string" || !isExtendedKey(xpub) || isPhraseOf(phrase, xpub);
  return isRight ? [] : fault(PHRASE_RULE);
}

function faultsOfXprv({ CHAIN_DEPOSIT_XPRV: xprv, DEPOSIT_XPUB: xpub }: Settings): Fault[] {
  if (typeof xprv !== "string" || typeof xpub !== "string" || !isExtendedKey(xpub)) return [];
  const fault = [{ name: "CHAIN_DEPOSIT_XPRV", message: XPRV_RULE }];
  try {
    const key = HDKey.fromExtendedKey(xprv);
    return key.privateKey !== null && key.publicExtendedKey === xpub ? [] : fault;
  } catch {
    return fault;
  }
}

/** Returns the faults of the keys' settings together: each with the name of its setting. */
export function signerSettingFaults(settings: Settings): Fault[] {
  if (settings.SERVICE_ROLE === "web") {
    const message =
      "must not be set in a web process, which holds no keys: set it for the worker alone";
    return KEY_SETTINGS.filter((each) => settings[each] !== undefined).map((each) => ({
      name: each,
      message,
    }));
  }
  return [...faultsOfPhrase(settings), ...faultsOfKeys(settings), ...faultsOfXprv(settings)];
}
