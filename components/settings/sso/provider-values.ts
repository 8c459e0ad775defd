import type { Sso } from "./queries";
import { linesOf } from "./rule-lines";

/** The fields of the identity provider that can be read again: the secret and the password cannot. */
export interface SavedValues {
  issuer: string;
  clientId: string;
  roleClaim: string;
  roleRules: string;
}

/** The settings as they were read, with the version that a change names. */
export interface ReadSettings {
  values: SavedValues;
  version: string | null;
}

export interface ProviderValues extends SavedValues {
  clientSecret: string;
  password: string;
}

/** Returns the saved settings as the form shows them. */
export const savedOf = ({ connection }: Pick<Sso, "connection">): ReadSettings => ({
  values: {
    issuer: connection?.issuer ?? "",
    clientId: connection?.clientId ?? "",
    roleClaim: connection?.roleClaim ?? "",
    roleRules: linesOf(connection?.roleRules ?? []),
  },
  version: connection?.version ?? null,
});

const NAMES = ["issuer", "clientId", "roleClaim", "roleRules"] as const;

/** Returns whether two versions have the same settings, as far as the form shows them. */
export const hasSameValues = ({ values: one }: ReadSettings, { values: other }: ReadSettings) =>
  NAMES.every((name) => one[name] === other[name]);

/** Returns the fields that were typed, and the saved settings in all others. The password is to be typed again. */
export function mergedWith(
  saved: SavedValues,
  read: SavedValues,
  typed: ProviderValues,
): ProviderValues {
  const merged = { ...typed, password: "" };
  for (const name of NAMES) if (typed[name] === read[name]) merged[name] = saved[name];
  return merged;
}
