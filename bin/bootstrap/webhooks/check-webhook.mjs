import { createHmac, timingSafeEqual } from "node:crypto";

const toleranceS = 300;
const prefix = "whsec_";

/**
 * Whether both signatures of a webhook are right: "ok", or why not.
 *
 * @typedef {object} SignatureCheck
 * @property {string} xWebhookSignature
 * @property {string} standardWebhooks
 *
 * @param {object} webhook
 * @param {import("node:http").IncomingHttpHeaders} webhook.headers
 * @param {Buffer} webhook.body the bytes as they came
 * @param {string | undefined} webhook.secret the whole `whsec_…`
 * @param {number} webhook.nowMs
 * @returns {SignatureCheck}
 */
export function checkWebhook({ headers, body, secret, nowMs }) {
  if (secret === undefined) {
    const reason = "not checked: no secret is known";
    return { xWebhookSignature: reason, standardWebhooks: reason };
  }
  return {
    xWebhookSignature: checkHex(headers, body, secret),
    standardWebhooks: checkStandard(headers, body, secret, nowMs),
  };
}

/** @param {import("node:http").IncomingHttpHeaders} headers @param {Buffer} body @param {string} secret */
function checkHex(headers, body, secret) {
  const given = textOf(headers["x-webhook-signature"]);
  if (given === undefined) return "no X-Webhook-Signature";
  const right = createHmac("sha256", secret).update(body).digest("hex");
  return isSame(given, right) ? "ok" : "wrong: another secret, or another body";
}

/** @param {import("node:http").IncomingHttpHeaders} headers @param {Buffer} body @param {string} secret @param {number} nowMs */
function checkStandard(headers, body, secret, nowMs) {
  const [id, timestamp, given] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map(
    (name) => textOf(headers[name]),
  );
  if (id === undefined) return "no webhook-id";
  if (timestamp === undefined) return "no webhook-timestamp";
  if (given === undefined) return "no webhook-signature";
  if (!/^\d{1,12}$/.test(timestamp)) return "webhook-timestamp is not in unix seconds";
  const offS = Number(timestamp) - Math.floor(nowMs / 1000);
  if (Math.abs(offS) > toleranceS) {
    return `webhook-timestamp is ${Math.abs(offS)} s ${offS < 0 ? "old" : "ahead"}; ${toleranceS} s are allowed`;
  }
  const key = Buffer.from(secret.slice(prefix.length), "base64");
  const signed = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body);
  const right = `v1,${signed.digest("base64")}`;
  // Space-separated, as a secret that was replaced goes on signing for a while.
  if (given.split(" ").some((one) => isSame(one, right))) return "ok";
  return "wrong: another secret, or another id, timestamp or body";
}

/** In a time that does not tell how much of it is right. @param {string} given @param {string} right */
function isSame(given, right) {
  const [first, second] = [Buffer.from(given), Buffer.from(right)];
  return first.length === second.length && timingSafeEqual(first, second);
}

/** @param {string | string[] | undefined} value */
function textOf(value) {
  return typeof value === "string" && value !== "" ? value : undefined;
}
