import { parseArgs } from "node:util";
import { Fault } from "../faults.mjs";

export const listenUsage = `Receives webhooks on this machine, prints them and checks their signatures.

  npm run webhooks:listen -- [options]

  --port <n>             where it listens on 127.0.0.1 (4400; 0 picks a free one)
  --secret <whsec_…>     the secret that Set Webhook returned (or WEBHOOK_SECRET)
  --register <baseUrl>   calls Set Webhook there with this listener's address, and so learns the secret;
                         the partner's webhook URL is replaced
  --api-key <sk_…>       the key for --register (or API_KEY)
  --status <n>           what it answers (200)
  --delay-ms <n>         how long it waits before it answers (0)
  --fail-first <n>       of each event, refuses the first n attempts (with --status if that is given, else 500)
                         and takes the one after
  --json                 one line of JSON for each event, with its headers and its raw body in base64
  --help

  npm run webhooks:listen -- --register http://127.0.0.1:3000 --api-key sk_staging_…`;

const longestDelayMs = 600_000;

const shape = /** @type {const} */ ({
  port: { type: "string", default: "4400" },
  secret: { type: "string" },
  register: { type: "string" },
  "api-key": { type: "string" },
  status: { type: "string" },
  "delay-ms": { type: "string", default: "0" },
  "fail-first": { type: "string", default: "0" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
});

/**
 * What `npm run webhooks:listen` was asked for.
 *
 * @param {string[]} args
 * @param {Record<string, string | undefined>} env
 */
export function readListenOptions(args, env) {
  const values = parse(args);
  const failFirst = wholeNumber("--fail-first", values["fail-first"], 0, 1_000);
  const status = wholeNumber(
    "--status",
    values.status ?? (failFirst > 0 ? "500" : "200"),
    200,
    599,
  );
  return {
    help: values.help,
    json: values.json,
    port: wholeNumber("--port", values.port, 0, 65_535),
    secret: readSecret(values.secret ?? (env.WEBHOOK_SECRET || undefined)),
    register: readRegister(values.register, values["api-key"] ?? (env.API_KEY || undefined)),
    answer: {
      status,
      failFirst,
      delayMs: wholeNumber("--delay-ms", values["delay-ms"], 0, longestDelayMs),
    },
  };
}

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({ args, options: shape, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw optionFault(error instanceof Error ? error.message : String(error), error);
  }
}

/** @param {string} name @param {string} text @param {number} min @param {number} max */
function wholeNumber(name, text, min, max) {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= min && number <= max) return number;
  throw optionFault(`${name} ${text}: it is a whole number from ${min} to ${max}.`);
}

/** @param {string | undefined} secret */
function readSecret(secret) {
  if (secret === undefined || /^whsec_[A-Za-z0-9+/]+=*$/.test(secret)) return secret;
  throw optionFault("The secret is the whole text that Set Webhook returned, whsec_ included.");
}

/** @param {string | undefined} baseUrl @param {string | undefined} apiKey */
function readRegister(baseUrl, apiKey) {
  if (baseUrl === undefined) return undefined;
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    throw optionFault(
      `--register ${baseUrl}: it is the service's address, like http://127.0.0.1:3000.`,
    );
  }
  if (apiKey === undefined) {
    throw optionFault("--register needs the partner's key: --api-key sk_… (or API_KEY).");
  }
  return { baseUrl, apiKey };
}

/** @param {string} message @param {unknown} [cause] */
function optionFault(message, cause) {
  return new Fault("settings", `${message}\n\nnpm run webhooks:listen -- --help`, { cause });
}
