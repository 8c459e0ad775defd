import pLimit from "p-limit";
import { OpenLimit } from "@/lib/kernel/open-limit";
import { perProcess } from "@/lib/kernel/per-process";
import { currentCallerId, currentCredential, wantsHeadersOnly } from "@/lib/kernel/request-context";

/** How many PDFs the people of one partner, or one operator, may have under way in one process. */
export const MAX_OPEN_PDFS = 4;

const shared = () =>
  perProcess("pdfs", () => ({
    open: new OpenLimit({
      max: MAX_OPEN_PDFS,
      text: `${MAX_OPEN_PDFS} PDFs are being made for you. Wait until one of them is complete, and then try again.`,
      retryAfterS: 5,
    }),
    turn: pLimit(1),
  }));

/** Returns the calling partner, or the person of the operator. */
function currentOwner(): string {
  const credential = currentCredential();
  const person = credential && "sessionId" in credential ? credential.personId : undefined;
  return currentCallerId() ?? person ?? "";
}

/**
 * Makes a PDF and returns it as a download. Caches must not keep it, because it names a partner's money. One PDF is made at a
 * time: a statement takes seconds of a processor, and the requests between its rows would wait for the rows of all PDFs. Each
 * partner has few that wait, so that those of others come soon. HEAD makes none. Source: docs/decisions/0076-statements.md
 * @throws ServiceError RATE_LIMITED with `Retry-After` if the caller has MAX_OPEN_PDFS in this process
 */
export async function pdfResponse(
  fileName: string,
  make: () => Promise<Buffer>,
): Promise<Response> {
  const headers = {
    "Content-Type": "application/pdf",
    "Content-Disposition": `attachment; filename="${fileName}"`,
    "Cache-Control": "no-store, no-transform",
  };
  if (wantsHeadersOnly()) return new Response(null, { headers });
  const { open, turn } = shared();
  const end = open.count(currentOwner());
  try {
    return new Response(new Uint8Array(await turn(make)), { headers });
  } finally {
    end();
  }
}
