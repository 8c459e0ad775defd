import type { UploadRule } from "@/lib/contract/contract";
import { isServiceError, ServiceError, ValidationError } from "@/lib/kernel/errors";
import { readBytes, refuseEncoded } from "./read-body";

const refused = (rule: string, text: string) =>
  new ValidationError([{ property: "file", constraints: { [rule]: `file ${text}` } }]);

const BYTES_PER_MB = 1_000_000;

/**
 * The file that is the body of a request. At most `maxBytes`, whatever the declared length.
 * @throws ServiceError UNSUPPORTED_MEDIA_TYPE; ValidationError for an empty, too large or incomplete file
 */
export async function readUpload(
  request: Request,
  { maxBytes, mediaTypes }: UploadRule,
): Promise<Uint8Array> {
  const declared = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (!mediaTypes.includes(declared)) {
    const text = `Send the file itself as the body, with its Content-Type: ${mediaTypes.join(", ")}.`;
    throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", { text });
  }
  refuseEncoded(request);
  try {
    const bytes = await readBytes(request, maxBytes);
    if (bytes.byteLength === 0) throw refused("isNotEmpty", "should not be empty");
    return bytes;
  } catch (error) {
    const isTooLarge = isServiceError(error) && error.code === "PAYLOAD_TOO_LARGE";
    if (isTooLarge) throw refused("maxSize", `must be at most ${maxBytes / BYTES_PER_MB} MB`);
    throw error;
  }
}
