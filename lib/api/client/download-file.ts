import { ApiError } from "./api-error";
import { pageReaderHeader } from "./page-reader";
import { readAnswer } from "./read-answer";

export interface DownloadedFile {
  name: string;
  content: Blob;
}

/** Reads the file name of a `Content-Disposition` header. Its UTF-8 form has what the other one replaces. */
export function fileNameOf(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? "")?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]+)"/.exec(disposition ?? "")?.[1] ?? "download";
}

const lost = (text: string, cause: unknown) => new ApiError({ code: "UNREACHABLE", text, cause });

/**
 * Downloads a file of this service, with the session's cookie.
 * @throws ApiError for anything but a whole file; the browser's abort error for an aborted download.
 */
export async function downloadFile(path: string, signal: AbortSignal): Promise<DownloadedFile> {
  let response: Response;
  try {
    response = await fetch(path, { headers: pageReaderHeader(), signal });
  } catch (error) {
    if (signal.aborted) throw error;
    throw lost("Could not reach the service. Check your connection.", error);
  }
  const disposition = response.headers.get("Content-Disposition");
  // Each file has a name: anything else is a refusal, or a page of a proxy.
  if (!response.ok || disposition === null) await readAnswer(response);
  try {
    return { name: fileNameOf(disposition), content: await response.blob() };
  } catch (error) {
    if (signal.aborted) throw error;
    throw lost("The download ended before the file was complete. No file was saved.", error);
  }
}
