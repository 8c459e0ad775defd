type Prefix = "RPC_URL" | "CONFIRMATIONS" | "CHAIN_START_BLOCK";
type Named<Settings, Name extends Prefix> = Extract<keyof Settings, `${Name}_${string}`>;

/** Returns a chain's name in the form used in setting names: `base-sepolia` → `BASE_SEPOLIA`. */
export function settingSuffix(chain: string): string {
  return chain.toUpperCase().replaceAll("-", "_");
}

/** Returns the setting of one chain, such as RPC_URL_BASE_SEPOLIA; undefined when it is not set. */
export function chainSetting<Settings extends object, Name extends Prefix>(
  settings: Settings,
  prefix: Name,
  chain: string,
): Settings[Named<Settings, Name>] | undefined {
  return settings[`${prefix}_${settingSuffix(chain)}` as Named<Settings, Name>];
}
