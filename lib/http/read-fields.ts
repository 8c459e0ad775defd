import { readBody, readBytes } from "./read-body";

/**
 * The text fields of a form or a JSON object; other values are dropped. At most 64 KiB.
 * @throws ServiceError PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE; ValidationError if the body is not a JSON object.
 */
export async function readFields(request: Request): Promise<Record<string, string>> {
  const mediaType = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  const fields =
    mediaType === "application/x-www-form-urlencoded"
      ? new URLSearchParams(new TextDecoder().decode(await readBytes(request))).entries()
      : Object.entries(await readBody(request));
  const texts: Record<string, string> = {};
  for (const [name, value] of fields) if (typeof value === "string") texts[name] = value;
  return texts;
}
