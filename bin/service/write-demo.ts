import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Fault } from "../bootstrap/faults.mjs";
import type { DemoChain } from "../chains/start-chains.ts";
import { writeWhole } from "./secrets.ts";

export interface DemoPartner {
  partnerId: string;
  name: string;
  apiKey: string;
  /** The email of the owner. */
  email: string;
  password: string;
  /** The other members. A demo of an earlier version has none. */
  people?: { role: string; email: string; password: string }[];
}

export interface DemoOperator {
  email: string;
  password: string;
  totpSecret: string;
  /** Each replaces one code of the authenticator. A demo of an earlier version has none. */
  recoveryCodes?: string[];
}

export interface Demo {
  baseUrl: string;
  cronSecret: string;
  partners: DemoPartner[];
  admins: DemoOperator[];
  /** Empty in a demo of an earlier version. */
  auditors: DemoOperator[];
  /** The local chains. */
  chains: DemoChain[];
}

/**
 * Writes demo.json from the file that the seed wrote. Returns undefined where the data folder has no demo, as with an
 * external database that was not empty.
 *
 * @param env the server's own
 */
export async function writeDemo(
  paths: { demo: string; demoSeed: string },
  env: Record<string, string | undefined>,
  chains: DemoChain[],
): Promise<Demo | undefined> {
  if (!existsSync(paths.demoSeed)) return undefined;
  let seeded: Omit<Demo, "baseUrl" | "cronSecret" | "chains">;
  try {
    seeded = JSON.parse(await readFile(paths.demoSeed, "utf8"));
  } catch (error) {
    throw new Fault("dataFolderBroken", `${paths.demoSeed} cannot be read as JSON: delete it.`, {
      cause: error,
    });
  }
  const { partners, admins, auditors = [] } = seeded;
  const demo: Demo = {
    baseUrl: env.BASE_URL ?? "",
    cronSecret: env.CRON_SECRET ?? "",
    partners,
    admins,
    auditors,
    chains,
  };
  await writeWhole(paths.demo, `${JSON.stringify(demo, null, 2)}\n`);
  return demo;
}

export function describeDemo(demo: Demo | undefined): string[] {
  if (demo === undefined) return [];
  const partners = demo.partners.flatMap(({ name, email, password, apiKey, people = [] }) => [
    `  partner ${name}`,
    `    sign in  ${email}  ${password}`,
    ...people.map((person) => `             ${person.email}  ${person.password}`),
    `    API key  ${apiKey}`,
  ]);
  const operators = [
    ...demo.admins.map((login) => ({ who: "administrator", ...login })),
    ...demo.auditors.map((login) => ({ who: "auditor", ...login })),
  ].flatMap(({ who, email, password, totpSecret }) => [
    `  ${who}`,
    `    sign in  ${email}  ${password}`,
    `    TOTP     ${totpSecret}`,
  ]);
  const chains = demo.chains.map(({ chain, rpcUrl }) => `  chain ${chain.padEnd(17)} ${rpcUrl}`);
  return [...partners, ...operators, ...chains];
}
