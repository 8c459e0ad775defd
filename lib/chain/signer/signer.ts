import { HDKey } from "viem/accounts";
import { beforeExit } from "@/lib/kernel/before-exit";
import { type Env, env } from "@/lib/kernel/env";
import { perProcess } from "@/lib/kernel/per-process";
import { kmsClient } from "./kms/kms-client";
import { kmsKey } from "./kms/kms-key";
import { localSigner, splitPhrase } from "./local";
import { makeSigner } from "./make-signer";
import { ReconnectingToken } from "./pkcs11/reconnecting-token";
import type { ChainSigner } from "./port";

/** Reads settings that lib/kernel/settings/signer.ts requires together. */
function required(name: keyof Env, value: string | undefined): string {
  if (value === undefined) throw new Error(`${name} is missing`);
  return value;
}

function tokenSigner(settings: Env): ChainSigner {
  const token = new ReconnectingToken({
    module: required("PKCS11_MODULE", settings.PKCS11_MODULE),
    tokenLabel: required("PKCS11_TOKEN_LABEL", settings.PKCS11_TOKEN_LABEL),
    pin: required("PKCS11_PIN", settings.PKCS11_PIN),
  });
  // A token has few sessions, and may keep those of a killed process for a while. A last step of the sender may still sign, which
  // would open another session.
  beforeExit(() => token.close(), { isLast: true });
  return makeSigner({
    treasury: token.key(required("PKCS11_TREASURY_LABEL", settings.PKCS11_TREASURY_LABEL)),
    relayer: token.key(required("PKCS11_RELAYER_LABEL", settings.PKCS11_RELAYER_LABEL)),
    deposits: depositParent(settings),
  });
}

function kmsSigner(settings: Env): ChainSigner {
  const client = kmsClient();
  return makeSigner({
    treasury: kmsKey(client, required("KMS_TREASURY_KEY_ID", settings.KMS_TREASURY_KEY_ID)),
    relayer: kmsKey(client, required("KMS_RELAYER_KEY_ID", settings.KMS_RELAYER_KEY_ID)),
    deposits: depositParent(settings),
  });
}

function depositParent({ CHAIN_DEPOSIT_XPRV: xprv }: Env): HDKey | undefined {
  return xprv === undefined ? undefined : HDKey.fromExtendedKey(xprv);
}

/** A key in a vault cannot be derived from: the deposit addresses' parent key is in the settings in each case. */
function makeFromSettings(settings: Env): ChainSigner | undefined {
  if (settings.SERVICE_ROLE === "web") return undefined;
  if (settings.CHAIN_SIGNER === "pkcs11") return tokenSigner(settings);
  if (settings.CHAIN_SIGNER === "aws-kms") return kmsSigner(settings);
  if (settings.CHAIN_SIGNER_MNEMONIC !== undefined)
    return localSigner(splitPhrase(settings.CHAIN_SIGNER_MNEMONIC));
  const { CHAIN_TREASURY_KEY: treasury, CHAIN_RELAYER_KEY: relayer } = settings;
  if (treasury === undefined || relayer === undefined) return undefined;
  return localSigner({ treasury, relayer, depositXprv: settings.CHAIN_DEPOSIT_XPRV });
}

const SETTINGS = [
  ...(["SERVICE_ROLE", "CHAIN_SIGNER", "CHAIN_SIGNER_MNEMONIC", "CHAIN_DEPOSIT_XPRV"] as const),
  ...(["CHAIN_TREASURY_KEY", "CHAIN_RELAYER_KEY", "PKCS11_MODULE", "PKCS11_TOKEN_LABEL"] as const),
  ...(["PKCS11_PIN", "PKCS11_TREASURY_LABEL", "PKCS11_RELAYER_LABEL"] as const),
  ...(["KMS_TREASURY_KEY_ID", "KMS_RELAYER_KEY_ID"] as const),
];

interface Made {
  settings: readonly unknown[];
  signer: ChainSigner | undefined;
}

/** One per process: a PKCS#11 library can be initialized only once. */
const shared = perProcess("chainSigner", (): { made?: Made } => ({}));

/** Returns the signer that the settings configure; undefined without one, in which case nothing can be sent. */
export function chainSigner(): ChainSigner | undefined {
  const settings = env();
  const current = SETTINGS.map((name) => settings[name]);
  const isSame = shared.made?.settings.every((value, index) => value === current[index]);
  if (!isSame || !shared.made)
    shared.made = { settings: current, signer: makeFromSettings(settings) };
  return shared.made.signer;
}
