import type { Company } from "@/lib/api/client/company";
import type { PageLink } from "./pages";

/** The signed-in account. */
export interface Reader {
  personId: string;
  /** The partner whose pages they view; null for the operator's own pages. */
  partnerId: string | null;
  name: string;
  email: string;
  role: string;
}

/** The data of the navigation. */
export interface Shell {
  /** The name of the partner or of the console. */
  title: string;
  /** The partner with its logo; undefined in the console. */
  company?: Company | undefined;
  pages: readonly PageLink[];
  person: Reader;
  /** The support address, where the operator has set one. */
  supportEmail?: string | undefined;
}

/** The page of the signed-in account itself. */
export const accountHref = ({ partnerId }: Reader): string =>
  partnerId === null ? "/admin/account" : "/settings/account";
