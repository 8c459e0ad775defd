import { join } from "node:path";
import { Fault } from "../../bootstrap/faults.mjs";
import { step } from "../../bootstrap/report.mjs";
import { prepareNextBase } from "../debian/base.ts";
import { NEXT_POSTGRES_PACKAGES } from "../debian/packages.ts";
import { releaseDateOf } from "../debian/release-date.ts";
import { CURRENT_POSTGRES, NEXT_POSTGRES } from "./cluster/places.ts";
import type { Options } from "./options.ts";

const packageOf = (version: number) => `postgresql-${version}`;
/** Minor releases of all major versions appear together, and Debian has them within days. */
const SAME_RELEASE_MS = 7 * 86_400_000;

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/**
 * Makes the Debian with PostgreSQL's next major version for the drill `major`. Where the mirror has none that fits, the drill is
 * left out, unless it was named.
 *
 * @returns the folder, and why a drill was left out
 * @throws Fault when the drill was named and cannot be run
 */
export async function prepareNextPostgres(
  { drills, isChosen }: Options,
  folder: string,
  base: string,
): Promise<{ nextBase: string | undefined; leftOut: string[] }> {
  if (!drills.has("major")) return { nextBase: undefined, leftOut: [] };
  const next = join(folder, "debian-13-next");
  try {
    await step(`PostgreSQL ${NEXT_POSTGRES} of the next Debian`, async (note) => {
      await prepareNextBase(next, base, NEXT_POSTGRES_PACKAGES, note);
      await requireSameRelease(next);
    });
    return { nextBase: next, leftOut: [] };
  } catch (error) {
    if (!(error instanceof Fault) || isChosen) throw error;
    console.error(`    ${error.message.replaceAll("\n", "\n    ")}`);
    drills.delete("major");
    // The last line of a program that failed names its reason.
    const lines = error.message.split("\n").filter(Boolean);
    const reason = [...new Set([lines.at(0), lines.at(-1)])].join(" ");
    return { nextBase: undefined, leftOut: [`\`major\`: ${reason}`] };
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
