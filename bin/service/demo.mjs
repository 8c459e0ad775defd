import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Fault } from "../bootstrap/faults.mjs";
import { writeWhole } from "./secrets.mjs";

/**
 * @typedef {object} DemoPartner
 * @property {string} partnerId
 * @property {string} name
 * @property {string} apiKey
 * @property {string} email the owner's
 * @property {string} password
 * @property {{ role: string, email: string, password: string }[]} [people] beside the owner; a demo made before has none
 */

/**
 * @typedef {object} Demo
 * @property {string} baseUrl
 * @property {string} cronSecret
 * @property {DemoPartner[]} partners
 * @property {{ email: string, password: string, totpSecret: string }[]} admins
 * @property {{ email: string, password: string, totpSecret: string }[]} auditors none in a demo made before
 * @property {import("../chains/start-chains.mjs").DemoChain[]} chains the local ones
 */

/**
 * Writes demo.json from what the seed left. Undefined where this data folder never had a demo,
 * as with a database of one's own that was not empty.
 *
 * @param {{ demo: string, demoSeed: string }} paths
 * @param {Record<string, string | undefined>} env the server's own
 * @param {import("../chains/start-chains.mjs").DemoChain[]} chains
 * @returns {Promise<Demo | undefined>}
 */
export async function writeDemo(paths, env, chains) {
  if (!existsSync(paths.demoSeed)) return undefined;
  let seeded;
  try {
    seeded = JSON.parse(await readFile(paths.demoSeed, "utf8"));
  } catch (error) {
    throw new Fault("dataFolderBroken", `${paths.demoSeed} cannot be read as JSON: delete it.`, {
      cause: error,
    });
  }
  const { partners, admins, auditors = [] } = seeded;
  /** @type {Demo} */
  const demo = {
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

/** @param {Demo | undefined} demo @returns {string[]} */
export function describeDemo(demo) {
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
