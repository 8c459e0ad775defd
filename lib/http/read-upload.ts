import type { UploadRule } from "@/lib/contract/contract";
import { refusedFile } from "@/lib/contract/refused-file";
import { isServiceError, ServiceError } from "@/lib/kernel/errors";
import { readBytes, refuseEncoded } from "./read-body";

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
    if (bytes.byteLength === 0) throw refusedFile("isNotEmpty", "should not be empty");
    return bytes;
  } catch (error) {
    const isTooLarge = isServiceError(error) && error.code === "PAYLOAD_TOO_LARGE";
    if (isTooLarge) throw refusedFile("maxSize", `must be at most ${maxBytes / BYTES_PER_MB} MB`);
    throw error;
  }
}
