/** @typedef {import("./receive-webhooks.mjs").ReceivedWebhook} ReceivedWebhook */

/**
 * Tells what arrives.
 *
 * @typedef {object} WebhookReport
 * @property {(started: { url: string, secret: string | undefined, registeredAt: string | undefined }) => void} listening
 * @property {(webhook: ReceivedWebhook) => void} webhook
 * @property {() => void} stopped
 */

const longestData = 160;
const indent = " ".repeat(14);

/** For people. @param {(line: string) => void} print @returns {WebhookReport} */
export function textReport(print) {
  const counts = createCounts();
  return {
    listening({ url, secret, registeredAt }) {
      print(`listening on ${url}${registeredAt === undefined ? "" : `, set at ${registeredAt}`}`);
      if (secret === undefined) print("no secret is known: signatures are not checked (--help)");
      else if (registeredAt !== undefined) print(`secret ${secret}`);
      print("");
    },
    webhook(webhook) {
      counts.add(webhook);
      for (const line of linesOf(webhook)) print(printable(line));
    },
    stopped: () => print(`\n${counts.text()}`),
  };
}

/** For scripts: a line of JSON each. @param {(line: string) => void} print @returns {WebhookReport} */
export function jsonReport(print) {
  const counts = createCounts();
  return {
    listening: (started) => print(JSON.stringify({ kind: "listening", ...started })),
    webhook(webhook) {
      counts.add(webhook);
      const { event, sequence, attempt, isTest } = partsOf(webhook);
      const { receivedAt, id, times, sameBody, signatures, status, headers, body } = webhook;
      print(
        JSON.stringify({
          kind: "webhook",
          ...{ receivedAt, event, id, sequence, attempt, isTest, times, sameBody, signatures },
          ...{ status, headers, body: body.toString("base64") },
        }),
      );
    },
    stopped: () => print(JSON.stringify({ kind: "stopped", ...counts.values })),
  };
}

/** @param {ReceivedWebhook} webhook */
function linesOf(webhook) {
  const { receivedAt, id, times, sameBody, signatures, status } = webhook;
  const { event, sequence, attempt, isTest, data } = partsOf(webhook);
  const head = [
    receivedAt.toISOString().slice(11, 23),
    event ?? "(not an event)",
    id ?? "(no webhook-id)",
    `sequence ${sequence ?? "?"}`,
    `attempt ${attempt ?? "?"}`,
    ...(isTest ? ["test"] : []),
    ...(times > 1 ? [`seen before: came ${times} times`] : []),
    ...(sameBody ? [] : ["✗ with another body than before"]),
    `answered ${status}`,
  ];
  const { xWebhookSignature, standardWebhooks } = signatures;
  return [
    head.join("  "),
    `${indent}${data.length > longestData ? `${data.slice(0, longestData)}…` : data}`,
    `${indent}X-Webhook-Signature ${mark(xWebhookSignature)}   webhook-signature ${mark(standardWebhooks)}`,
  ];
}

/** @param {ReceivedWebhook} webhook */
function partsOf({ headers, body }) {
  const text = body.toString("utf8");
  const parsed = parsedObject(text);
  return {
    event: typeof parsed?.event === "string" ? parsed.event : undefined,
    data: parsed?.data === undefined ? text : JSON.stringify(parsed.data),
    sequence: numberOf(headers["x-webhook-sequence"]),
    attempt: numberOf(headers["x-webhook-attempt"]),
    isTest: headers["x-webhook-test"] === "true",
  };
}

/** @param {string} text @returns {Record<string, unknown> | undefined} */
function parsedObject(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined; // It is shown as it came.
  }
}

/** @param {string | string[] | undefined} value */
function numberOf(value) {
  return typeof value === "string" && /^\d+$/.test(value) ? Number(value) : undefined;
}

/** @param {string} verdict */
const mark = (verdict) => (verdict === "ok" ? "ok" : `✗ ${verdict}`);

/** Nothing that comes from outside may steer the terminal. @param {string} text */
function printable(text) {
  return text.replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

function createCounts() {
  const values = { webhooks: 0, events: 0, duplicates: 0, wrongSignatures: 0 };
  return {
    values,
    /** @param {ReceivedWebhook} webhook */
    add({ times, signatures }) {
      values.webhooks += 1;
      if (times === 1) values.events += 1;
      else values.duplicates += 1;
      const verdicts = Object.values(signatures);
      if (verdicts.some((verdict) => verdict !== "ok")) values.wrongSignatures += 1;
    },
    text: () =>
      `${values.webhooks} requests: ${values.events} events, ${values.duplicates} that came before; ` +
      `${values.wrongSignatures} with a signature that is wrong or was not checked`,
  };
}
