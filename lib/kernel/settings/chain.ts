import { z } from "zod";
import { microUsdFromNumber } from "../money";
import { milliseconds, positive } from "./number";

/** Every chain of lib/chain/networks.ts by its environment, as spelled in the names of settings. */
const CHAINS = {
  production: ["BASE", "POLYGON", "OPTIMISM"],
  staging: ["BASE_SEPOLIA", "POLYGON_AMOY", "OPTIMISM_SEPOLIA"],
} as const;
type Environment = keyof typeof CHAINS;
type ChainSuffix = (typeof CHAINS)[Environment][number];

function perChain<Prefix extends string, Setting extends z.ZodType>(
  prefix: Prefix,
  setting: Setting,
) {
  const names = Object.values(CHAINS).flat();
  return Object.fromEntries(names.map((chain) => [`${prefix}_${chain}`, setting])) as {
    [Chain in ChainSuffix as `${Prefix}_${Chain}`]: Setting;
  };
}

/** The settings of chains, without the keys: those are in signer.ts. */
export const CHAIN_SETTINGS = {
  /** The JSON-RPC URL of a node for each chain. A chain without one is off: nothing is credited or sent on it. */
  ...perChain("RPC_URL", z.url({ protocol: /^https?$/ }).optional()),
  /** The number of confirmations, including the transaction's own block, where it differs from the default. */
  ...perChain("CONFIRMATIONS", positive.max(10_000).optional()),
  /** The first block that is read for deposits, where it differs from docs/decisions/0015-chains.md. */
  ...perChain("CHAIN_START_BLOCK", z.coerce.number().int().min(0).optional()),
  /** Local test chains, as `npm start` runs them, separated by commas. No explorer links are shown for them. */
  LOCAL_CHAINS: z
    .string()
    .default("")
    .transform((text) => text.split(",").filter((chain) => chain !== "")),
  /** Timeout of one request to a node, including its response. */
  CHAIN_RPC_TIMEOUT_MS: milliseconds.default(10_000),
  /**
   * The largest age of a node's newest block. With an older one nothing is signed, restore mode does not end, and Health shows
   * the chain as failed.
   */
  CHAIN_HEAD_MAX_AGE_S: positive.default(300),
  /** Intervals: watching the chains, sending approved withdrawals, sweeping deposit addresses. */
  CHAIN_WATCH_MS: milliseconds.default(1_000),
  CHAIN_SEND_MS: milliseconds.default(1_000),
  CHAIN_SWEEP_MS: milliseconds.default(60_000),
  /** The minimum balance of a deposit address to be swept while the treasury holds enough. */
  CHAIN_SWEEP_MIN_USD: z.coerce
    .number()
    .min(0)
    .max(1_000_000)
    .refine((usd) => microUsdFromNumber(usd, 6) !== null, "must have six decimals at most")
    .default(5),
  /** How many indexes of deposit addresses are skipped when restore mode begins, if more than four a second were given out. */
  RESTORE_ADDRESS_MARGIN: positive.max(10_000_000).default(100_000),
  /** An alert opens if the relayer's balance covers fewer transfers than this at the current gas price. */
  CHAIN_GAS_FLOOR_TRANSFERS: positive.default(200),
  /** The interval of the reconciliation. */
  CHAIN_RECONCILE_MS: milliseconds.default(3_600_000),
  /**
   * The validity of a payout's signed authorization, by the chain's clock. A payout can fail for good only after it.
   */
  CHAIN_PAYOUT_VALID_S: positive.default(86_400),
  /** How long a transaction may be pending, by the chain's clock, before it is replaced at a higher fee. */
  CHAIN_REPLACE_AFTER_MS: milliseconds.default(30_000),
  /** The maximum fee per gas that is ever offered, where it differs from the default. */
  CHAIN_MAX_FEE_GWEI: z.coerce.number().positive().optional(),
  /** Transactions in flight per chain. Nodes are only certain to keep 16 pending transactions of one sender. */
  CHAIN_MAX_IN_FLIGHT: positive.max(64).default(16),
  /**
   * The lease on a chain's sender: how long a dead process blocks others from sending. Much longer than one request.
   */
  CHAIN_LEASE_MS: milliseconds.default(60_000),
  /** Signs the sandbox's deposits, in staging only. `npm start` generates it for its local chains. */
  SANDBOX_FAUCET_PRIVATE_KEY: z
    .string()
    .regex(/^0x[0-9a-f]{64}$/i, "must be 0x and 64 hexadecimal digits")
    .transform((key) => key as `0x${string}`)
    .optional(),
};

/** The environment whose chains the service does not use. */
const OTHER: Record<Environment, Environment> = { production: "staging", staging: "production" };

/**
 * Returns the faults of these settings together. A node of a chain of the other environment would be ignored, and the chain
 * that was meant would be off.
 */
export function chainSettingFaults(
  given: { SERVICE_ENVIRONMENT: Environment } & Record<string, unknown>,
): { name: string; message: string }[] {
  const { SERVICE_ENVIRONMENT: environment } = given;
  const other = OTHER[environment];
  // A wrong environment is reported by its own rule.
  if (other === undefined) return [];
  const faults = CHAINS[other]
    .map((chain) => `RPC_URL_${chain}`)
    .filter((name) => given[name] !== undefined)
    .map((name) => ({
      name,
      message: `must not be set in ${environment}: its chain is of ${other}`,
    }));
  if (environment === "production" && given.SANDBOX_FAUCET_PRIVATE_KEY !== undefined)
    faults.push({
      name: "SANDBOX_FAUCET_PRIVATE_KEY",
      message: "must not be set in production",
    });
  return faults;
}
