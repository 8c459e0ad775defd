import { Fault } from "../faults.mjs";
import { stopSignal } from "../stop-signal.mjs";

const answerTimeoutMs = 15_000;
const loopbackHint =
  "A service sends to this machine only in staging and with WEBHOOK_ALLOW_LOOPBACK=on, which `npm start` sets by itself.";

/**
 * Calls Set Webhook, and returns the secret. Source: spec: Set Webhook.
 *
 * @param {{ baseUrl: string, apiKey: string, webhookUrl: string }} registration
 * @returns {Promise<string>}
 */
export async function registerWebhook({ baseUrl, apiKey, webhookUrl }) {
  const url = new URL("/api/v1/partner/profile/webhook", baseUrl).href;
  const { status, answer } = await ask(url, apiKey, webhookUrl);
  const secret = answer?.data?.webhookSecret;
  if (status === 200 && typeof secret === "string") return secret;
  throw refusal({ url, status, answer });
}

/** @param {string} url @param {string} apiKey @param {string} webhookUrl */
async function ask(url, apiKey, webhookUrl) {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ webhookUrl }),
      signal: AbortSignal.any([stopSignal, AbortSignal.timeout(answerTimeoutMs)]),
    });
    const text = await response.text();
    return { status: response.status, answer: parsed(text) };
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    const reason = cause instanceof Error && "code" in cause ? cause.code : cause;
    throw new Fault(
      "settings",
      `Nothing answers at ${new URL(url).origin} (${reason}). Is the service running? \`npm start\` starts it.`,
      { cause: error },
    );
  }
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // What is not JSON is not this service, which is said below.
  }
}

/** @param {{ url: string, status: number, answer: { message?: unknown, data?: { error?: unknown } } | undefined }} refused */
function refusal({ url, status, answer }) {
  if (answer?.message === undefined) {
    return new Fault(
      "settings",
      `${url} answered ${status}, and not as this service does. Is --register its address?`,
    );
  }
  const reasons = reasonsOf(answer.data?.error).join("; ");
  const said = `${url} answered ${status} ${answer.message}: ${reasons}`;
  if (status === 401) return new Fault("settings", `${said}\nCheck --api-key (or API_KEY).`);
  return new Fault("settings", status === 400 ? `${said}\n${loopbackHint}` : said);
}

/** The texts of an error: one, or those of a validation. @param {unknown} error @returns {string[]} */
function reasonsOf(error) {
  if (!Array.isArray(error)) return [String(error)];
  return error.flatMap(({ constraints }) => Object.values(constraints ?? {}).map(String));
}
