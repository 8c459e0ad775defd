import type { CompanyRow } from "./store";

/** Returns the public address of a logo. */
export const logoUrlOf = (logoSha256: string | null): string | null =>
  logoSha256 === null ? null : `/api/logos/${logoSha256}`;

/** Returns a company as the dashboard shows it. */
export const presentCompany = ({ name, publicName, logoSha256 }: CompanyRow) => ({
  name,
  publicName,
  logoUrl: logoUrlOf(logoSha256),
});
