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
  pages: readonly PageLink[];
  person: Reader;
}
