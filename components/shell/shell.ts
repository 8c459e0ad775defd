import type { PageLink } from "./pages";

/** Who is signed in. */
export interface Reader {
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
