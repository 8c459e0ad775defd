import { join } from "node:path";
import { Fault } from "../../bootstrap/faults.mjs";
import { step } from "../../bootstrap/report.mjs";
import { prepareNextBase } from "../debian/base.ts";
import { NEXT_POSTGRES_PACKAGES } from "../debian/packages.ts";
import { releaseDateOf } from "../debian/release-date.ts";
import { CURRENT_POSTGRES, NEXT_POSTGRES } from "./versions.ts";

const packageOf = (version: number) => `postgresql-${version}`;
/** Minor releases of all major versions appear together, and Debian has them within days. */
const SAME_RELEASE_MS = 7 * 86_400_000;

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/** The Debian with both major versions of PostgreSQL, or why there is none. */
export type NextPostgres =
  | { nextBase: string; missingReason: undefined }
  | { nextBase: undefined; missingReason: string };

interface Places {
  /** Of all rehearsals. */
  folder: string;
  /** The Debian with the current version. */
  base: string;
  /** A mirror without a next version that fits is an error then. */
  isRequired: boolean;
}

/**
 * Makes the Debian with PostgreSQL's next major version too.
 *
 * @throws Fault when the mirror has none that fits, and it is required
 */
export async function prepareNextPostgres({
  folder,
  base,
  isRequired,
}: Places): Promise<NextPostgres> {
  const nextBase = join(folder, "debian-13-next");
  try {
    await step(`PostgreSQL ${NEXT_POSTGRES} of the next Debian`, async (note) => {
      await prepareNextBase(nextBase, base, NEXT_POSTGRES_PACKAGES, note);
      await requireSameRelease(nextBase);
    });
    return { nextBase, missingReason: undefined };
  } catch (error) {
    if (!(error instanceof Fault) || isRequired) throw error;
    console.error(`    ${error.message.replaceAll("\n", "\n    ")}`);
    // The last line of a program that failed names its reason.
    const lines = error.message.split("\n").filter(Boolean);
    const missingReason = [...new Set([lines.at(0), lines.at(-1)])].join(" ");
    return { nextBase: undefined, missingReason };
  }
}

/** @throws Fault when the next version's minor release is older: it may not know what the other one stores. */
async function requireSameRelease(base: string): Promise<void> {
  const [current, next] = [packageOf(CURRENT_POSTGRES), packageOf(NEXT_POSTGRES)];
  const [from, to] = [await releaseDateOf(base, current), await releaseDateOf(base, next)];
  if (to.getTime() >= from.getTime() - SAME_RELEASE_MS) return;
  throw new Fault(
    "settings",
    `The mirror has ${next} of ${dayOf(to)} and ${current} of ${dayOf(from)}, and the older one does not know all that the newer one stores.`,
  );
}
