import { errorCodeOf } from "@/lib/kernel/error-code";
import { isValidationError, ServiceError, ValidationError } from "@/lib/kernel/errors";
import { messageOf } from "./node-side";
import { readMessage } from "./read-message";

export const MAX_BODY_BYTES = 64 * 1024;
/** Far more than any field needs, and far below the depth at which recursion over a body would fail. */
const MAX_BODY_DEPTH = 64;

function refused(constraint: string, rule: string): ValidationError {
  return new ValidationError([{ property: "body", constraints: { [constraint]: rule } }]);
}
const notJson = () => refused("isJson", "body must be a JSON object in UTF-8");

/**
 * Maps a disconnected or too slow client to a refusal: it is no internal fault, although no client receives the
 * refusal.
 */
function orCutOff(error: unknown): never {
  const isCutOff = errorCodeOf(error) === "ECONNRESET";
  throw isCutOff ? refused("isWhole", "body must arrive whole") : error;
}

const bodies = new WeakMap<Request, Promise<Uint8Array>>();

/**
 * The body of a request, read once for any number of calls. At most `maxBytes`, whatever the declared length.
 * @throws ServiceError PAYLOAD_TOO_LARGE; ValidationError for an incomplete body
 */
export function readBytes(request: Request, maxBytes = MAX_BODY_BYTES): Promise<Uint8Array> {
  const known = bodies.get(request);
  if (known) return known;
  const body = readAll(request, maxBytes).catch(orCutOff);
  bodies.set(request, body);
  return body;
}

async function readAll(request: Request, maxBytes: number): Promise<Uint8Array> {
  const declared = request.headers.get("content-length");
  const declaredBytes = Number(declared ?? 0);
  if (declaredBytes > maxBytes) throw new ServiceError("PAYLOAD_TOO_LARGE");
  // The server's parser admits no more bytes than declared, so one read is safe and cheaper than reading chunks.
  if (declared !== null) {
    const message = messageOf(request);
    const bytes = message
      ? await readMessage(message, declaredBytes)
      : new Uint8Array(await request.arrayBuffer());
    if (bytes.byteLength > maxBytes) throw new ServiceError("PAYLOAD_TOO_LARGE");
    return bytes;
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    length += part.value.byteLength;
    if (length > maxBytes) {
      await reader?.cancel();
      throw new ServiceError("PAYLOAD_TOO_LARGE");
    }
    chunks.push(part.value);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

/** Removes trailing zeros. A loop, because a regular expression takes quadratic time on long runs of zeros. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") end -= 1;
  return digits.slice(0, end);
}

/** A canonical form of a decimal: its significant digits and an exponent, without sign. */
function significant(source: string): string {
  const [mantissa = "", exponent = "0"] = source.toLowerCase().replace(/^-/, "").split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const digits = (whole + fraction).replace(/^0+/, "");
  const trimmed = withoutTrailingZeros(digits);
  return trimmed === ""
    ? "0"
    : `${trimmed}e${Number(exponent) - fraction.length + digits.length - trimmed.length}`;
}

/**
 * Turns a number that a double cannot represent exactly into NaN, which every field refuses, so no value is altered.
 */
function exactNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== "number" || context?.source === undefined) return value;
  return significant(context.source) === significant(String(value)) ? value : Number.NaN;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });
/** Only a number with this many digits, or with an exponent, can be inexact as a double. */
const LONG_NUMBER = /[\d.]{16}|\d[eE][+-]?\d/;

/** True if a value is nested deeper than `depth` objects and lists. The recursion stops at that depth. */
function isDeeperThan(depth: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((part) => isDeeperThan(depth - 1, part));
}

/** @throws ValidationError if the body is not JSON in UTF-8 or is nested too deep */
function parse(bytes: Uint8Array): unknown {
  try {
    const text = utf8.decode(bytes);
    const value: unknown = JSON.parse(text);
    if (isDeeperThan(MAX_BODY_DEPTH, value))
      throw refused("maxDepth", `body must not be nested deeper than ${MAX_BODY_DEPTH}`);
    return LONG_NUMBER.test(text) ? JSON.parse(text, exactNumber) : value;
  } catch (error) {
    throw isValidationError(error) ? error : notJson();
  }
}

/** Refuses compressed bodies: a small one could expand to gigabytes. */
export function refuseEncoded({ headers }: Request): void {
  const encoding = headers.get("content-encoding")?.trim().toLowerCase() ?? "";
  if (encoding === "" || encoding === "identity") return;
  throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", {
    text: "Send the body without Content-Encoding: compressed bodies are not accepted.",
    headers: { "Accept-Encoding": "identity" },
  });
}

/**
 * The JSON object of a request. An absent body becomes `{}`, so that the validation names each missing field.
 * @throws ServiceError PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE; ValidationError if the body is not a JSON object or
 * is nested too deep.
 */
export async function readBody(request: Request): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request);
  if (bytes.byteLength === 0) return {};
  const mediaType = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/json") throw new ServiceError("UNSUPPORTED_MEDIA_TYPE");
  refuseEncoded(request);
  const value = parse(bytes);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw notJson();
  return value as Record<string, unknown>;
}
