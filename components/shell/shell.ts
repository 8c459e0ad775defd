import type { PageLink } from "./pages";

/** The signed-in account. */
export interface Reader {
  personId: string;
  /** The partner whose pages they look at; null for the operator's own. */
  partnerId: string | null;
  name: string;
  email: string;
  role: string;
}

/** What the ways between pages show. */
export interface Shell {
  /** Whose pages these are. */
  title: string;
  pages: readonly PageLink[];
  person: Reader;
}
