type Prefix = "RPC_URL" | "CONFIRMATIONS" | "CHAIN_START_BLOCK";
type Named<Settings, Name extends Prefix> = Extract<keyof Settings, `${Name}_${string}`>;

/** The name of a chain as it stands in names of settings: `base-sepolia` → `BASE_SEPOLIA`. */
export function settingSuffix(chain: string): string {
  return chain.toUpperCase().replaceAll("-", "_");
}

/** The setting of one chain, as RPC_URL_BASE_SEPOLIA; undefined where none is given. */
export function chainSetting<Settings extends object, Name extends Prefix>(
  settings: Settings,
  prefix: Name,
  chain: string,
): Settings[Named<Settings, Name>] | undefined {
  return settings[`${prefix}_${settingSuffix(chain)}` as Named<Settings, Name>];
}
